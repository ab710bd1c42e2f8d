import type { FastifyReply } from 'fastify';
import type { CustomFields, CustomFieldValue } from '../../../../domain/custom-fields.ts';
import { MAX_REFERENCE_LENGTH } from '../../../../domain/limits.ts';
import type { Form } from '../../../../web/form.ts';
import { defineForm, field, longText, optional, unmarked } from '../../../../web/form-table.ts';
import type { SentForm } from '../../../../web/sent-form.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { readCustomFieldValue } from '../custom-field-values.ts';

const showCustomFields = (presented: unknown): string =>
  Object.entries((presented ?? {}) as Record<string, CustomFieldValue>)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

export const REFERENCES = defineForm({
  external_reference: unmarked(optional('The number in another system')),
  custom_fields: { ...unmarked(longText('Own fields')), show: showCustomFields },
});

export function renderReferencesCard(
  reply: FastifyReply,
  { path, form }: { path: string; form: Form },
): Html {
  return html`<section class="card" id="references" aria-labelledby="references-heading">
<p class="help">Its number in another system, and fields of your own</p>
<form method="post" action="${path}/references">${renderFormToken(reply)}${renderHidden({ references_seen: form.values.references_seen ?? '' })}
${field(form, REFERENCES, 'external_reference', { label: 'Number in another system', maxLength: MAX_REFERENCE_LENGTH })}
${field(form, REFERENCES, 'custom_fields', { rows: 2, help: 'One a line, such as “flight: TP 931”.' })}
<button class="quiet" type="submit">Save references</button></form></section>`;
}

const LINE = /^([^:]+):(.*)$/;

const NOT_A_FIELD = 'Each line of the own fields needs a name and a value, such as “flight: TP 931”.';

/** The body of the request. What is stored decides which fields are removed, and which types stay. */
export function readReferences(form: SentForm, stored: CustomFields | null): Record<string, unknown> {
  const custom_fields = readCustomFields(form.text('custom_fields'), stored);
  if (custom_fields === null) form.errors.custom_fields = NOT_A_FIELD;
  return { ...REFERENCES.read(form), custom_fields };
}

/**
 * Typed as lines "name: value". Null if a line has no name before a colon. A field that no line names is
 * removed. A stored number or boolean keeps its type.
 */
function readCustomFields(
  text: string,
  stored: CustomFields | null,
): Record<string, CustomFieldValue | null> | null {
  const removed = Object.keys(stored ?? {}).map((name) => [name, null] as const);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const typed = lines.map((line) => LINE.exec(line));
  if (typed.includes(null)) return null;
  const fields = typed.map((found) => {
    const name = (found?.[1] ?? '').trim();
    return [name, readCustomFieldValue((found?.[2] ?? '').trim(), stored?.[name])] as const;
  });
  return Object.fromEntries([...removed, ...fields]);
}
