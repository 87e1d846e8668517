// Drawings of our own. All are ornaments: what they stand for is said in words.

const paths = {
  hash: "M9 3 7 21M17 3l-2 18M4 8h17M3 16h17",
  thread: "M4 5h16v10H10l-5 4v-4H4z",
  at: "M16 8v5a3 3 0 0 0 5-1 9 9 0 1 0-4 7M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  menu: "M4 6h16M4 12h16M4 18h16",
  tools: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  eye: "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  warn: "M12 3 2 20h20zM12 10v4M12 17v.5",
  down: "M6 9l6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  send: "M4 12 20 4l-5 16-4-6z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  reply: "M4 16c0-5 3-8 8-8h7M15 4l4 4-4 4",
  check: "M5 12l5 5 9-10",
  out: "M10 5H5v14h14v-5M13 4h7v7M20 4 11 13",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** An apple, for the bot. */
export function Apple() {
  return (
    <svg class="apple" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path class="fruit" d="M12 8.200c-4.600-2.600-8 .8-7.200 5.800.8 4.400 3.800 7.200 7.200 5.400 3.400 1.800 6.400-1 7.200-5.400.8-5-2.600-8.400-7.200-5.800z" />
      <path class="leaf" d="M12 8c0-3 1.800-4.800 4.800-4.800C16.800 6.200 15 8 12 8z" />
    </svg>
  );
}
