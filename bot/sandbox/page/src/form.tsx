// Forms, which Discord calls modals.

import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { useSession } from "./here";
import { chosenIn, Picker } from "./picker";
import { Prose } from "./prose";
import type { OpenForm } from "./session";
import { type Component, Part } from "./wire";

/** The form that the bot has shown, if there is one. */
export function FormDialog() {
  const session = useSession();
  const form = session.form.value;
  return form ? <Sheet key={form.n} form={form} /> : null;
}

type Field = { part: Component; label: string; description: string };

/** The fields of a form: inputs with what is written over them. */
function fieldsOf(parts: readonly Component[]): (Field | Component)[] {
  return parts.flatMap((part): (Field | Component)[] => {
    if (part.type === Part.row) return fieldsOf(part.components ?? []);
    if (part.type === Part.label && part.component) {
      return [{ part: part.component, label: part.label ?? "", description: part.description ?? "" }];
    }
    if (part.custom_id !== undefined) return [{ part, label: part.label ?? part.placeholder ?? "", description: part.description ?? "" }];
    return [part];
  });
}

const isField = (one: Field | Component): one is Field => "part" in one;

function initial({ part }: Field): string {
  switch (part.type) {
    case Part.input:
      return part.value ?? "";
    case Part.checkbox:
      return String(!!part.default);
    case Part.radios:
    case Part.checkboxes:
      return (part.options ?? []).filter((option) => option.default).map(({ value }) => value).join("\n");
    default:
      return chosenIn(part).join("\n");
  }
}

/** What is wrong with a field, in a sentence, or nothing. */
function complaint({ part }: Field, value: string): string {
  if (part.type === Part.checkbox) return "";
  if (part.type === Part.upload) return part.required === false ? "" : "Files cannot be given in the sandbox";
  const required = part.required !== false;
  if (part.type === Part.input) {
    if (value.trim() === "") return required ? "This is required" : "";
    if (part.min_length !== undefined && value.length < part.min_length) return `At least ${part.min_length} characters`;
    if (part.max_length !== undefined && value.length > part.max_length) return `At most ${part.max_length} characters`;
    return "";
  }
  const count = value === "" ? 0 : value.split("\n").length;
  if (count === 0) return required && part.min_values !== 0 ? "Make a choice" : "";
  if (part.min_values !== undefined && count < part.min_values) return `Choose at least ${part.min_values}`;
  if (part.type === Part.checkboxes && part.max_values !== undefined && count > part.max_values) return `Choose at most ${part.max_values}`;
  return "";
}

function Sheet({ form }: { form: OpenForm }) {
  const session = useSession();
  const id = useId();
  const all = fieldsOf(form.form.components ?? []);
  const fields = all.filter(isField);
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(fields.map((field) => [field.part.custom_id ?? "", initial(field)])));
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const sheet = useRef<HTMLFormElement>(null);
  const pending = form.state === "pending";
  const close = () => (session.form.value = null);
  const submit = (event: Event) => {
    event.preventDefault();
    const found: Record<string, string> = {};
    for (const field of fields) {
      const text = complaint(field, values[field.part.custom_id ?? ""] ?? "");
      if (text) found[field.part.custom_id ?? ""] = text;
    }
    setWrong(found);
    const first = fields.findIndex(({ part }) => found[part.custom_id ?? ""]);
    if (first >= 0) sheet.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, button)`)?.focus();
    else session.submit(values);
  };
  let at = -1;
  return (
    <Dialog class="sheet" label={form.form.title} first="[data-field] :is(input, textarea, button)" onClose={close}>
      <form ref={sheet} onSubmit={submit} noValidate aria-busy={pending}>
        <h2>{form.form.title}</h2>
        {form.error && <p class="complaint" role="alert" data-state="failed">{form.error}</p>}
        <div class="sheet-body">
          {all.map((one, i) => {
            if (!isField(one)) return one.type === Part.text ? <Prose key={i} text={one.content ?? ""} /> : <p key={i} class="unknown">unknown component {one.type}</p>;
            at++;
            const key = one.part.custom_id ?? "";
            return (
              <FieldOf
                key={key} field={one} at={at} id={`${id}-${at}`} value={values[key] ?? ""} wrong={wrong[key] ?? ""} disabled={pending}
                onValue={(value) => {
                  setValues((now) => ({ ...now, [key]: value }));
                  setWrong(({ [key]: _, ...rest }) => rest);
                }}
              />
            );
          })}
        </div>
        <div class="sheet-foot">
          <button type="button" class="button secondary" onClick={close}>Cancel</button>
          <button type="submit" class="button primary" disabled={pending} data-control="submit">{pending ? "Sending…" : "Submit"}</button>
        </div>
      </form>
    </Dialog>
  );
}

type FieldProps = { field: Field; at: number; id: string; value: string; wrong: string; disabled: boolean; onValue(value: string): void };

function FieldOf({ field, at, id, value, wrong, disabled, onValue }: FieldProps) {
  const { part, label, description } = field;
  const notes = [description && `${id}-about`, wrong && `${id}-wrong`].filter(Boolean).join(" ") || undefined;
  const group = part.type === Part.radios || part.type === Part.checkboxes;
  const mark = part.type !== Part.checkbox && part.required !== false && <span class="required" aria-hidden="true"> *</span>;
  const about = (
    <>
      {description && <p class="about" id={`${id}-about`}>{description}</p>}
      {wrong && <p class="complaint" id={`${id}-wrong`}>{wrong}</p>}
    </>
  );
  if (group) {
    return (
      <fieldset class="field" data-field={at} data-custom-id={part.custom_id} disabled={disabled} aria-describedby={notes}>
        <legend>{label}{mark}</legend>
        {about}
        <Group part={part} id={id} value={value} onValue={onValue} />
      </fieldset>
    );
  }
  return (
    <div class="field" data-field={at}>
      <label for={part.type === Part.input || part.type === Part.checkbox ? id : undefined}>{label}{mark}</label>
      {about}
      <Control part={part} label={label} id={id} value={value} notes={notes} wrong={!!wrong} disabled={disabled} onValue={onValue} />
    </div>
  );
}

function Group({ part, id, value, onValue }: { part: Component; id: string; value: string; onValue(value: string): void }) {
  const chosen = value === "" ? [] : value.split("\n");
  const radios = part.type === Part.radios;
  return (
    <>
      {(part.options ?? []).map((option) => (
        <label key={option.value} class="tick">
          <input
            type={radios ? "radio" : "checkbox"} name={id} checked={chosen.includes(option.value)}
            onChange={(event) => {
              const rest = chosen.filter((one) => one !== option.value);
              onValue((radios ? [option.value] : event.currentTarget.checked ? [...rest, option.value] : rest).join("\n"));
            }}
          />
          <span>{option.label}{option.description && <small>{option.description}</small>}</span>
        </label>
      ))}
    </>
  );
}

type ControlProps = {
  part: Component; label: string; id: string; value: string; notes: string | undefined; wrong: boolean; disabled: boolean; onValue(value: string): void;
};

function Control({ part, label, id, value, notes, wrong, disabled, onValue }: ControlProps): ComponentChildren {
  const shared = {
    id, value, disabled, placeholder: part.placeholder, maxLength: part.max_length ?? 4000,
    "aria-describedby": notes, "aria-invalid": wrong, "aria-required": part.required !== false, "data-custom-id": part.custom_id,
  };
  switch (part.type) {
    case Part.input:
      return part.style === 2
        ? <textarea {...shared} rows={4} onInput={(event) => onValue(event.currentTarget.value)} />
        : <input {...shared} type="text" autocomplete="off" onInput={(event) => onValue(event.currentTarget.value)} />;
    case Part.checkbox:
      return (
        <input
          id={id} type="checkbox" checked={value === "true"} disabled={disabled} aria-describedby={notes} data-custom-id={part.custom_id}
          onChange={(event) => onValue(String(event.currentTarget.checked))}
        />
      );
    case Part.select:
    case Part.userSelect:
    case Part.roleSelect:
    case Part.mentionableSelect:
    case Part.channelSelect:
      return (
        <Picker
          part={{ ...part, disabled }} label={label || "Make a choice"} chosen={value === "" ? [] : value.split("\n")}
          described={notes} invalid={wrong} onChoose={(values) => onValue(values.join("\n"))}
        />
      );
    case Part.upload:
      return <p class="soft">Files cannot be given in the sandbox.</p>;
    default:
      return <p class="unknown">unknown component {part.type}</p>;
  }
}
