// What the page and the server say to each other. The server's side of this is
// wire.go; what each thing means is written there.

export type Note = {
  kind: "world" | "create" | "update" | "delete" | "action" | "clock" | "bot";
  world?: World;
  message?: Message;
  gone?: Gone;
  action?: Action;
  clock?: Clock;
  bot?: BotNow;
};

export type World = {
  guild: string;
  me: string;
  botId: string;
  members: Person[] | null;
  channels: Channel[] | null;
  commands: Command[] | null;
  inDM: Command[] | null;
  clock: Clock;
  bot: BotNow;
  languages: Language[] | null;
  speaks: string;
  guildSpeaks: string;
};

export type Language = { locale: string; name: string };

export type Person = { id: string; name: string };

export type Channel = {
  id: string;
  name: string;
  kind: number;
  parent?: string;
  archived?: boolean;
  locked?: boolean;
};

/** Kinds of channels. */
export const ChannelKind = { text: 0, dm: 1, publicThread: 11, privateThread: 12 } as const;

export type Command = { path: string; called?: string; description: string; options: Option[] | null };

export type Option = {
  name: string;
  called?: string;
  description: string;
  type: number;
  required?: boolean;
  completes?: boolean;
  choices?: Choice[];
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  channels?: number[];
};

/** Types of options. */
export const OptionType = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

export type Choice = { name: string; value: string | number };

export type Message = {
  id: string;
  channel: string;
  author: Person;
  byBot?: boolean;
  type: number;
  at: number;
  edited?: boolean;
  ephemeral?: boolean;
  loading?: boolean;
  content?: string;
  components?: Component[] | null;
  files?: Attachment[] | null;
  lit?: boolean;
  replyTo?: string;
  thread?: string;
  by?: Person;
  command?: string;
};

/** Types of messages that look different. */
export const MessageType = { threadBegan: 18, reply: 19, command: 20 } as const;

export type Attachment = {
  id: string;
  name: string;
  url: string;
  type: string;
  size: number;
  width?: number;
  height?: number;
};

type Gone = { id: string; channel: string };

export type Action = {
  n: number;
  state: "pending" | "thinking" | "done" | "failed" | "refused" | "form" | "choices";
  message?: string;
  error?: string;
  form?: Form;
  choices?: Choice[] | null;
  history?: Message[] | null;
};

export type Form = { title: string; components: Component[] | null };

export type Clock = { now: number };

type BotNow = { online: boolean; faults: string[] | null };

/** What the page asks for, but for its number. */
export type Ask = {
  do:
    | "open" | "say" | "delete" | "dismiss" | "run" | "complete" | "press" | "submit"
    | "advance" | "restart" | "fault" | "cut" | "join" | "speak" | "guildspeak";
  channel?: string;
  message?: string;
  text?: string;
  command?: string;
  options?: Record<string, string | number | boolean>;
  typing?: string;
  customId?: string;
  values?: string[];
  formOf?: number;
  fields?: Record<string, string>;
  seconds?: number;
  fault?: string;
  on?: boolean;
};

/** A component of a message or a form, of any type. */
export type Component = {
  type: number;
  id?: number;
  custom_id?: string;
  style?: number;
  label?: string;
  emoji?: Emoji;
  url?: string;
  disabled?: boolean;
  placeholder?: string;
  min_values?: number;
  max_values?: number;
  options?: SelectOption[];
  channel_types?: number[];
  default_values?: { id: string; type?: string }[];
  content?: string;
  description?: string;
  media?: Media;
  file?: Media;
  name?: string;
  size?: number;
  items?: GalleryItem[];
  spoiler?: boolean;
  divider?: boolean;
  spacing?: number;
  accent_color?: number;
  value?: string;
  min_length?: number;
  max_length?: number;
  required?: boolean;
  default?: boolean;
  components?: Component[];
  accessory?: Component;
  component?: Component;
};

export type Emoji = { id?: string; name?: string };

type SelectOption = {
  label: string;
  value: string;
  description?: string;
  emoji?: Emoji;
  default?: boolean;
};

export type GalleryItem = { media: Media; description?: string; spoiler?: boolean };

export type Media = { url: string; width?: number; height?: number; content_type?: string };

/** Types of components. */
export const Part = {
  row: 1,
  button: 2,
  select: 3,
  input: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  upload: 19,
  radios: 21,
  checkboxes: 22,
  checkbox: 23,
} as const;
