/** Custom fields, which the team has defined itself: a row with name and value for each. */

import { type CustomFields, presentCustomFields } from '../../../../../domain/custom-fields.ts';
import {
  MAX_CUSTOM_FIELD_NAME_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_TEXT_LENGTH,
} from '../../../../../domain/limits.ts';
import { isCustomFieldName } from '../../../../../schemas/fields/own-fields.ts';
import type { Form } from '../../../../../web/form.ts';
import type { Labels, SentForm } from '../../../../../web/sent-form.ts';
import { renderField } from '../../../../../web/views/fields.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { readCustomFieldValue } from '../../custom-field-values.ts';

/**
 * One more than allowed, so that the API refuses the last one with a message, instead of the form losing it.
 */
const MAX_ROWS = MAX_CUSTOM_FIELDS + 1;

/** The group of rows. It shows the errors about all custom fields together. */
const ALL = 'own_fields';
type Part = 'name' | 'value';
const nameOf = (row: number, part: Part): string => `${ALL}_${row}_${part}`;

export const OWN_FIELDS_LABELS: Labels = {
  [ALL]: 'Your own fields',
  ...Object.fromEntries(
    Array.from({ length: MAX_ROWS }, (_, row) => [
      [nameOf(row, 'name'), `Your own field ${row + 1}`],
      [nameOf(row, 'value'), `The value of your own field ${row + 1}`],
    ]).flat(),
  ),
};

export const toOwnFieldValues = (stored: CustomFields | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(presentCustomFields(stored)).flatMap(([name, value], row) => [
      [nameOf(row, 'name'), name],
      [nameOf(row, 'value'), String(value)],
    ]),
  );

type SentField = { row: number; name: string; value: string };

/** With the rows that are filled in. A stored field without a row is removed. */
export function readOwnFields(form: SentForm, stored: CustomFields | null) {
  const rows: SentField[] = Array.from({ length: MAX_ROWS }, (_, row) => ({
    row,
    name: form.text(nameOf(row, 'name')).trim(),
    value: form.text(nameOf(row, 'value')).trim(),
  })).filter(({ name, value }) => name !== '' || value !== '');
  // As a field of the form, so that the link of an error message leads to it.
  form.text(ALL);
  const seen = new Set<string>();
  for (const { row, name, value } of rows) {
    const isNew = stored?.[name] === undefined;
    if (name === '') form.errors[nameOf(row, 'name')] = 'A field of your own needs a name.';
    else if (seen.has(name)) form.errors[nameOf(row, 'name')] = 'You have another field of this name.';
    else if (value === '' && isNew)
      form.errors[nameOf(row, 'value')] = 'A new field of your own needs a value.';
    seen.add(name);
  }
  const removed = Object.keys(stored ?? {}).map((name) => [name, null] as const);
  const typed = rows.map(({ name, value }) => [name, readCustomFieldValue(value, stored?.[name])] as const);
  return { rows, body: { custom_fields: Object.fromEntries([...removed, ...typed]) } };
}

export function toOwnFieldName(path: string, rows: readonly SentField[]): string {
  const name = path.replace(/^custom_fields\.?/, '');
  const sent = rows.find((one) => one.name === name);
  return sent === undefined ? ALL : nameOf(sent.row, isCustomFieldName(name) ? 'value' : 'name');
}

/** Up to the last one that is filled in, and an empty one. */
function countRows(values: Form['values']): number {
  const filled = Array.from({ length: MAX_ROWS }, (_, row) => row).filter(
    (row) => values[nameOf(row, 'name')]?.trim() || values[nameOf(row, 'value')]?.trim(),
  );
  return Math.min((filled.at(-1) ?? -1) + 2, MAX_ROWS);
}

export function renderOwnFields(form: Form): Html {
  const error = form.errors[ALL];
  return html`<fieldset class="field" data-rows aria-describedby="${ALL}-help${error ? ` ${ALL}-error` : ''}"><legend id="${ALL}" tabindex="-1">Fields of your own</legend>
<p class="help" id="${ALL}-help">What your other programs keep about it, such as key_box and its place. A name has small letters, digits and underscores. To take a field away, empty its row. Guests do not see them.</p>
${error ? html`<p class="error" id="${ALL}-error">${error}</p>` : ''}
${Array.from(
  { length: countRows(form.values) },
  (_, row) => html`<div class="fields own-field" data-row>
${renderField(form, { name: nameOf(row, 'name'), label: `Name of field ${row + 1}`, maxLength: MAX_CUSTOM_FIELD_NAME_LENGTH, isOptional: 'unmarked' })}
${renderField(form, { name: nameOf(row, 'value'), label: `Value of field ${row + 1}`, maxLength: MAX_CUSTOM_TEXT_LENGTH, isOptional: 'unmarked' })}</div>`,
)}
<button class="quiet" type="button" data-more hidden>One more field</button></fieldset>`;
}
