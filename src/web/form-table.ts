/** A form that sends a body of the API is a table: its fields by their paths in the body. */

import type { Form } from './form.ts';
import { computeFormVersion, readForm, type SentForm } from './sent-form.ts';
import {
  type Choice,
  type FieldOptions,
  renderCheckbox,
  renderCheckboxes,
  renderField,
  renderSelect,
  renderTextArea,
  toChoices,
} from './views/fields.ts';
import { toAmountField } from './views/format.ts';
import type { Html } from './views/html.ts';
import { readPercent } from './views/percent.ts';

/** What a template says beside the field. */
export type Drawn = Omit<FieldOptions, 'name' | 'label' | 'isOptional'> & {
  /** If the page says more than an error message does. */
  label?: string;
  rows?: number;
  isOptional?: boolean | 'unmarked';
  /** In place of the kind's, if they depend on what is stored. */
  choices?: readonly Choice[];
};

export type FieldKind = {
  /** As error messages name the field. */
  label: string;
  /** What the body has. What a browser cannot send is converted; anything else is left to the body's schema. */
  read: (form: SentForm, name: string) => unknown;
  /** From what the API presents. */
  show: (value: unknown) => string;
  draw: (form: Form, input: Drawn & { name: string; label: string }) => Html;
};

const showText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const drawInput =
  (fixed: Partial<Drawn> = {}): FieldKind['draw'] =>
  (form, input) =>
    renderField(form, { ...fixed, ...input });

/** An empty text is sent as it is, because null would clear some fields instead of being refused. */
export const required = (label: string): FieldKind => ({
  label,
  read: (form, name) => form.text(name).trim(),
  show: showText,
  draw: drawInput(),
});

/** Null if it is empty. */
export const optional = (label: string): FieldKind => ({
  label,
  read: (form, name) => form.optional(name),
  show: showText,
  draw: drawInput({ isOptional: true }),
});

/** An optional text of several lines. */
export const longText = (label: string): FieldKind => ({
  ...optional(label),
  draw: (form, input) => renderTextArea(form, { isOptional: true, ...input }),
});

/** Null if it is empty, which the schema refuses unless the field is optional. Amounts and percentages likewise. */
export const integer = (label: string): FieldKind => ({
  label,
  read: (form, name) => form.integer(name),
  show: showText,
  draw: drawInput({ keys: 'numeric' }),
});

export const optionalInteger = (label: string): FieldKind => ({
  ...integer(label),
  draw: drawInput({ keys: 'numeric', isOptional: true }),
});

export const email = (label: string): FieldKind => ({
  ...orNull(required(label)),
  draw: drawInput({ type: 'email' }),
});

/** It may begin or end with spaces. */
export const password = (label: string): FieldKind => ({
  label,
  read: (form, name) => form.password(name),
  show: () => '',
  draw: drawInput({ type: 'password' }),
});

export const percent = (label: string): FieldKind => ({
  label,
  read: readPercent,
  show: showText,
  draw: drawInput({ keys: 'decimal', unit: '%' }),
});

/** In cents of the currency, so a table with an amount is made for a currency. */
export const amount = (label: string, currency: string): FieldKind => ({
  label,
  read: (form, name) => form.cents(name, currency),
  show: (value) => (typeof value === 'number' ? toAmountField(value, currency) : ''),
  draw: drawInput({ keys: 'decimal' }),
});

export const optionalAmount = (label: string, currency: string): FieldKind => ({
  ...amount(label, currency),
  draw: drawInput({ keys: 'decimal', isOptional: true }),
});

export const date = (label: string): FieldKind => ({
  ...required(label),
  draw: drawInput({ type: 'date' }),
});

export const optionalDate = (label: string): FieldKind => ({
  ...optional(label),
  draw: drawInput({ type: 'date', isOptional: true }),
});

export const tick = (label: string): FieldKind => ({
  label,
  read: (form, name) => form.isChecked(name),
  show: (value) => (value === true ? 'on' : ''),
  draw: renderCheckbox,
});

export const ticks = (label: string, choices: readonly Choice[] = []): FieldKind => ({
  label,
  read: (form, name) => form.list(name),
  show: (value) => ((value ?? []) as readonly string[]).join(','),
  draw: (form, input) => renderCheckboxes(form, { choices, ...input }),
});

/** None ticked means all, for which the API has null. */
export const ticksOrAll = (label: string, choices?: readonly Choice[]): FieldKind => ({
  ...ticks(label, choices),
  read(form, name) {
    const chosen = form.list(name);
    return chosen.length === 0 ? null : chosen;
  },
});

export const oneOf = (label: string, choices: readonly Choice[] = []): FieldKind => ({
  label,
  read: (form, name) => form.text(name),
  show: showText,
  draw: (form, input) => renderSelect(form, { choices, ...input }),
});

/** A choice between yes and no, or neither, which is null. */
export const yesNo = (label: string, words: Readonly<Record<'' | 'yes' | 'no', string>>): FieldKind => ({
  ...unmarked(oneOf(label, toChoices(words))),
  read(form, name) {
    const word = form.text(name);
    return word === '' ? null : word === 'yes' ? true : word === 'no' ? false : word;
  },
  show: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''),
});

/** Null if nothing is typed or chosen: a required field is then said to be required, not what it must be like. */
export const orNull = (kind: FieldKind): FieldKind => ({
  ...kind,
  read: (form, name) => form.optional(name),
});

/** For a page on which most fields are optional: the label does not say so. */
export const unmarked = (kind: FieldKind): FieldKind => ({
  ...kind,
  draw: (form, input) => kind.draw(form, { isOptional: 'unmarked', ...input }),
});

/** The path of a field in the body, such as `invoice_details.name`, and the name of its input. */
export const toFieldName = (path: string): string => path.replaceAll('.', '_');

export type Values = Form['values'];
export type FormTable<Path extends string = string> = ReturnType<typeof defineForm<Path>>;

/** `names` are of the inputs that are not named by their paths. */
export function defineForm<Path extends string>(
  fields: Readonly<Record<Path, FieldKind>>,
  names?: Readonly<Partial<Record<Path, string>>>,
) {
  const entries = Object.entries<FieldKind>(fields).map(([path, kind]) => ({
    ...kind,
    path: path as Path,
    name: names?.[path as Path] ?? toFieldName(path),
  }));
  const labels = Object.fromEntries(entries.map(({ name, label }) => [name, label]));
  const toValues = (presented: unknown): Values =>
    Object.fromEntries(entries.map(({ path, name, show }) => [name, show(findAt(presented, path))]));
  /** An error about a part of a field, such as `types.0`, is shown at the field, and one about all of `ages` at its first. */
  function findName(path: string): string | undefined {
    const own = entries.find((entry) => path === entry.path || path.startsWith(`${entry.path}.`));
    return (own ?? entries.find((entry) => entry.path.startsWith(`${path}.`)))?.name;
  }
  const nameOf = (path: string): string => findName(path) ?? toFieldName(path);
  return {
    fields,
    /** By the names of the inputs. */
    labels,
    findName,
    nameOf,
    /** `toPath` is for a body of which the table is a part: it finds the path in the table. */
    open: (sent: unknown, toPath = (path: string): string => path): SentForm =>
      readForm(sent, labels, (path) => nameOf(toPath(path))),
    toValues,
    /** To notice that others have changed what the form shows. */
    computeVersion: (presented: unknown): string => computeFormVersion(toValues(presented)),
    /** The body of the API's request, without the fields that the page does not show. */
    read(form: SentForm, isLeftOut: (path: Path) => boolean = () => false): Record<string, unknown> {
      const body: Record<string, unknown> = {};
      for (const { path, name, read } of entries) if (!isLeftOut(path)) setAt(body, path, read(form, name));
      return body;
    },
  };
}

/** Label, input, help and error of one field of the table. */
export function field<Path extends string>(
  form: Form,
  { fields, nameOf }: Pick<FormTable<Path>, 'fields' | 'nameOf'>,
  path: Path,
  drawn: Drawn = {},
): Html {
  const { label, draw } = fields[path];
  return draw(form, { label, ...drawn, name: nameOf(path) });
}

export function findAt(presented: unknown, path: string): unknown {
  let value = presented;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}

function setAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let parent = body;
  for (const key of keys) {
    parent[key] ??= {};
    parent = parent[key] as Record<string, unknown>;
  }
  parent[last] = value;
}
