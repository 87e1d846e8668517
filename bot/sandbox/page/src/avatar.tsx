import { Apple } from "./icon";
import type { Person } from "./wire";

const hues = 8;

/** A person's picture: the first letter on a colour that stays theirs. */
export function Avatar({ person, bot, small }: { person: Person; bot?: boolean | undefined; small?: boolean }) {
  let sum = 0;
  for (const c of person.name) sum = (sum * 31 + c.codePointAt(0)!) % 9973;
  const letter = [...person.name][0]?.toLocaleUpperCase() ?? "?";
  return (
    <span class={`avatar${small ? " small" : ""}`} data-hue={bot ? "bot" : sum % hues} aria-hidden="true">
      {bot ? <Apple /> : letter}
    </span>
  );
}
