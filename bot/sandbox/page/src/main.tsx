import { render } from "preact";
import "./style/base.css";
import "./style/frame.css";
import "./style/messages.css";
import "./style/parts.css";
import "./style/composer.css";
import "./style/dialogs.css";
import { App } from "./app";
import { Here } from "./here";
import { Session } from "./session";

const session = new Session(location, sessionStorage);
render(<Here.Provider value={session}><App /></Here.Provider>, document.getElementById("page")!);
