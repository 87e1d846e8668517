// What a newcomer needs to know.

import { useState } from "preact/hooks";
import { useComposing } from "./composing";
import { Icon } from "./icon";
import { AnotherWindow } from "./members";

const examples = ["/adam-eva challenge ", "/adam-eva practice ", "/adaman daily ", "/rules "];

/** Three lines and what to try first. Closed once, it stays closed in this window. */
export function Introduction() {
  const composing = useComposing();
  const [shown, setShown] = useState(() => sessionStorage.getItem("introduced") === null);
  if (!shown) return null;
  const close = () => {
    sessionStorage.setItem("introduced", "yes");
    setShown(false);
    composing.focus("text");
  };
  const example = (line: string) => <button type="button" class="example" onClick={() => composing.fill(line)}>{line.trim()}</button>;
  return (
    <section class="introduction" aria-label="Introduction" data-introduction>
      <ul>
        <li>This is a Discord-like sandbox: the bot is the real one, Discord is played by this program, and nothing leaves your machine.</li>
        <li>For two: run {example(examples[0]!)}, choose somebody, then be that member (above, at “You are”) and accept. Or be two at once: <AnotherWindow />.</li>
        <li>Alone: run {example(examples[1]!)} or {example(examples[2]!)}, or read {example(examples[3]!)} first. The clock and what goes wrong are in the sandbox controls.</li>
      </ul>
      <button type="button" class="dismiss" aria-label="Close the introduction" onClick={close} data-control="introduction"><Icon name="close" /></button>
    </section>
  );
}
