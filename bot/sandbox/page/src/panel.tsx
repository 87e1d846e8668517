// What only a sandbox can do: the clock, the bot and what goes wrong.

import { useState } from "preact/hooks";
import { useSession } from "./here";
import { written } from "./moment";

const faults = [
  { name: "slow", label: "Slow", about: "Each of the bot's requests takes two seconds: edits come late." },
  { name: "limited", label: "Rate-limited (429)", about: "Every other request is sent back first: all comes a little later." },
  { name: "failing", label: "Failing (5xx)", about: "Discord answers 503 to everything: presses fail, moves are kept." },
] as const;

export function Panel() {
  return (
    <>
      <ClockControl />
      <Languages />
      <BotControl />
      <FaultControls />
      <Look />
    </>
  );
}

function ClockControl() {
  const session = useSession();
  const now = session.now.value;
  const [busy, setBusy] = useState(false);
  const advance = (seconds: number) => {
    setBusy(true);
    const sent = session.ask({ do: "advance", seconds }, ({ state, error }) => {
      if (state === "pending") return;
      setBusy(false);
      if (state === "done") session.announce(`It is now ${written(session.now.value, "F", 0, "UTC")} UTC`);
      else session.toast(error || "That did not work.");
    });
    if (!sent) setBusy(false);
  };
  return (
    <section aria-labelledby="clock-head">
      <h3 id="clock-head">Clock</h3>
      <p class="clock">
        <time dateTime={new Date(now).toISOString()}>
          <span class="hands">{written(now, "T", 0, "UTC")}</span> <span class="zone">UTC</span>
          <span class="date">{new Date(now).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })}</span>
        </time>
      </p>
      <div class="pair">
        <button type="button" class="button secondary" disabled={busy} data-control="hour" onClick={() => advance(3600)} title="Everything due within the hour happens at once">+1 hour</button>
        <button type="button" class="button secondary" disabled={busy} data-control="day" onClick={() => advance(86400)} title="Everything due within the day happens at once">+1 day</button>
      </div>
      <p class="about">What falls due on the way happens.</p>
    </section>
  );
}

/** Which language whose Discord has. */
function Languages() {
  const session = useSession();
  const world = session.world.value;
  if (!world) return null;
  return (
    <section aria-labelledby="languages-head">
      <h3 id="languages-head">Languages</h3>
      <div class="stack">
        <LanguageOf of="speak" label={`${session.me.value?.name ?? "Your"}${session.me.value ? "’s" : ""} Discord`} now={world.speaks} />
        <LanguageOf of="guildspeak" label={`The server ${world.guild}`} now={world.guildSpeaks} />
        <p class="about">Messages that are there already stay as they are.</p>
      </div>
    </section>
  );
}

function LanguageOf({ of, label, now }: { of: "speak" | "guildspeak"; label: string; now: string }) {
  const session = useSession();
  const languages = session.world.value?.languages ?? [];
  const choose = (event: Event) => {
    const box = event.currentTarget as HTMLSelectElement;
    const text = box.value;
    const stay = () => (box.value = session.world.value?.[of === "speak" ? "speaks" : "guildSpeaks"] ?? "");
    const sent = session.ask({ do: of, text }, ({ state, error }) => {
      if (state === "done") session.announce(`${label}: ${languages.find(({ locale }) => locale === text)?.name ?? text}`);
      else if (state !== "pending") {
        stay();
        session.toast(error || "That did not work.");
      }
    });
    if (!sent) stay();
  };
  return (
    <div class="setting">
      <label for={`language-${of}`}>{label}</label>
      <select id={`language-${of}`} value={now} data-control={of} onChange={choose}>
        {languages.map(({ locale, name }) => <option key={locale} value={locale} lang={locale}>{name}</option>)}
      </select>
    </div>
  );
}

function BotControl() {
  const session = useSession();
  const online = session.world.value?.bot.online ?? false;
  const [busy, setBusy] = useState(false);
  const restart = () => {
    setBusy(true);
    const sent = session.ask({ do: "restart" }, ({ state, error }) => {
      if (state === "pending") return;
      setBusy(false);
      if (state === "done") session.announce("The bot is back");
      else session.toast(error || "That did not work.");
    });
    if (!sent) setBusy(false);
  };
  return (
    <section aria-labelledby="bot-head">
      <h3 id="bot-head">The bot</h3>
      <p class="status" data-state={online ? "online" : "offline"}><span class="dot" aria-hidden="true" />{session.botName.value} is {online ? "online" : "offline"}</p>
      <div class="stack">
        <button type="button" class="button secondary" disabled={busy} data-control="restart" onClick={restart} aria-describedby="restart-about" title="The bot stops and starts again; games go on where they were, and every button still works">{busy ? "Restarting…" : "Restart the bot"}</button>
        <p class="about" id="restart-about">In mid-game: all games go on.</p>
        <button type="button" class="button secondary" data-control="cut" onClick={() => session.ask({ do: "cut" }, ({ state, error }) => {
          if (state === "done") session.toast("The bot's connection was cut. It comes back by itself.");
          else if (state !== "pending") session.toast(error || "That did not work.");
        })} aria-describedby="cut-about" title="The bot loses Discord for a moment and finds back without having missed a press">Cut its connection</button>
        <p class="about" id="cut-about">It comes back by itself.</p>
      </div>
    </section>
  );
}

function FaultControls() {
  const session = useSession();
  const on = session.world.value?.bot.faults ?? [];
  return (
    <section aria-labelledby="faults-head">
      <h3 id="faults-head">What goes wrong</h3>
      <div class="stack">
        {faults.map(({ name, label, about }) => (
          <div key={name}>
            <button
              type="button" class="switch" role="switch" aria-checked={on.includes(name)} aria-describedby={`${name}-about`} data-control={name}
              title={about} onClick={() => session.ask({ do: "fault", fault: name, on: !on.includes(name) })}
            >
              <span>{label}</span><span class="track" aria-hidden="true"><i /></span>
            </button>
            <p class="about" id={`${name}-about`}>{about}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

type Theme = "system" | "light" | "dark";

/** Which look was chosen the last time. */
export function keptTheme(): Theme {
  const kept = localStorage.getItem("theme");
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Gives the page its look. */
export function wear(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function Look() {
  const [theme, setTheme] = useState<Theme>(keptTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    localStorage.setItem("theme", next);
    wear(next);
  };
  return (
    <section aria-labelledby="look-head">
      <h3 id="look-head">Look</h3>
      <div class="segments" role="group" aria-labelledby="look-head">
        {(["system", "light", "dark"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={theme === one} data-control={`theme-${one}`} onClick={() => choose(one)}>
            {{ system: "Like the system", light: "Light", dark: "Dark" }[one]}
          </button>
        ))}
      </div>
    </section>
  );
}
