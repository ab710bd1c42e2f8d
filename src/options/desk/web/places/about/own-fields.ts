/** Custom fields, which the team has defined itself: a row with name and value for each. */

import type { CustomFields } from '../../../../../domain/custom-fields.ts';
import {
  MAX_CUSTOM_FIELD_NAME_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_TEXT_LENGTH,
} from '../../../../../domain/limits.ts';
import { isCustomFieldName } from '../../../../../schemas/fields/own-fields.ts';
import type { Form } from '../../../../../web/form.ts';
import type { FormPart } from '../../../../../web/form-table/join.ts';
import { defineRows } from '../../../../../web/form-table/rows.ts';
import { required, unmarked } from '../../../../../web/form-table.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { readCustomFieldValue } from '../../custom-field-values.ts';

/** The group of rows. It shows the errors about all custom fields together. */
const ALL = 'own_fields';

const ROWS = defineRows(
  ALL,
  (number) => ({
    name: unmarked(required(`Your own field ${number}`)),
    value: unmarked(required(`The value of your own field ${number}`)),
  }),
  { max: MAX_CUSTOM_FIELDS },
);

/** A stored field without a row is removed. A value keeps the type that is stored. */
export const buildOwnFieldsPart = (stored: CustomFields | null) =>
  ({
    labels: { [ALL]: 'Your own fields', ...ROWS.labels },
    toValues(presented) {
      const { custom_fields: fields } = presented as { custom_fields: CustomFields };
      return ROWS.toValues({ [ALL]: Object.entries(fields).map(([name, value]) => ({ name, value })) });
    },
    read(form) {
      // As a field of the form, so that the link of an error message leads to it.
      form.text(ALL);
      const sent = ROWS.readItems(form).map(({ row, item }) => ({
        row,
        name: String(item.name),
        value: String(item.value),
      }));
      const seen = new Set<string>();
      for (const { row, name, value } of sent) {
        const isNew = stored?.[name] === undefined;
        if (name === '') form.errors[ROWS.nameOf(row, 'name')] = 'A field of your own needs a name.';
        else if (seen.has(name))
          form.errors[ROWS.nameOf(row, 'name')] = 'You have another field of this name.';
        else if (value === '' && isNew)
          form.errors[ROWS.nameOf(row, 'value')] = 'A new field of your own needs a value.';
        seen.add(name);
      }
      const removed = Object.keys(stored ?? {}).map((name) => [name, null] as const);
      const typed = sent.map(
        ({ name, value }) => [name, readCustomFieldValue(value, stored?.[name])] as const,
      );
      return { custom_fields: Object.fromEntries([...removed, ...typed]) };
    },
    findName(path, values) {
      const [, name = ''] = /^custom_fields\b\.?(.*)$/s.exec(path) ?? [];
      if (!path.startsWith('custom_fields')) return undefined;
      const row = ROWS.findFilled(values).find((one) => values[ROWS.nameOf(one, 'name')]?.trim() === name);
      return row === undefined ? ALL : ROWS.nameOf(row, isCustomFieldName(name) ? 'value' : 'name');
    },
  }) satisfies FormPart;

export function renderOwnFields(form: Form): Html {
  const error = form.errors[ALL];
  return html`<fieldset class="field" data-rows aria-describedby="${ALL}-help${error ? ` ${ALL}-error` : ''}"><legend id="${ALL}" tabindex="-1">Fields of your own</legend>
<p class="help" id="${ALL}-help">What your other programs keep about it, such as key_box and its place. A name has small letters, digits and underscores. To take a field away, empty its row. Guests do not see them.</p>
${error ? html`<p class="error" id="${ALL}-error">${error}</p>` : ''}
${ROWS.findShown(form.values).map(
  (row) => html`<div class="fields own-field" data-row>
${ROWS.field(form, row, 'name', { label: `Name of field ${row + 1}`, maxLength: MAX_CUSTOM_FIELD_NAME_LENGTH })}
${ROWS.field(form, row, 'value', { label: `Value of field ${row + 1}`, maxLength: MAX_CUSTOM_TEXT_LENGTH })}</div>`,
)}
<button class="quiet" type="button" data-more hidden>One more field</button></fieldset>`;
}
