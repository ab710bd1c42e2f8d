import type { FastifyReply } from 'fastify';
import {
  type CustomFields,
  type CustomFieldValue,
  presentCustomFields,
} from '../../../../domain/custom-fields.ts';
import { MAX_REFERENCE_LENGTH } from '../../../../domain/limits.ts';
import type { Booking } from '../../../../services/bookings/read.ts';
import type { Form } from '../../../../web/form.ts';
import { renderField, renderHidden, renderTextArea } from '../../../../web/views/fields.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { readCustomFieldValue } from '../custom-field-values.ts';

/** To notice changes by others. */
export const listReferences = ({ booking }: Booking) => [
  booking.externalReference,
  presentCustomFields(booking.customFields),
];

export const toReferenceValues = ({ booking }: Booking) => ({
  external_reference: booking.externalReference ?? '',
  custom_fields: Object.entries(presentCustomFields(booking.customFields))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
});

export function renderReferencesCard(
  reply: FastifyReply,
  { path, form }: { path: string; form: Form },
): Html {
  const { external_reference: reference = '', custom_fields: fields = '' } = form.values;
  const isOpen = [reference, fields].some((text) => text !== '') || hasReferenceError(form);
  return html`<section class="card" aria-labelledby="references-heading"><h2 id="references-heading">References</h2>
<details class="more"${isOpen ? ' open' : ''}><summary>Its number in another system, and fields of your own</summary>
<form method="post" action="${path}/references">${renderFormToken(reply)}${renderHidden({ references_seen: form.values.references_seen ?? '' })}
${renderField(form, { name: 'external_reference', label: 'Number in another system', maxLength: MAX_REFERENCE_LENGTH, isOptional: 'unmarked' })}
${renderTextArea(form, { name: 'custom_fields', label: 'Own fields', rows: 2, isOptional: 'unmarked', help: 'One a line, such as “flight: TP 931”.' })}
<button class="quiet" type="submit">Save references</button></form></details></section>`;
}

const hasReferenceError = ({ errors }: Form): boolean =>
  errors.external_reference !== undefined || errors.custom_fields !== undefined;

const LINE = /^([^:]+):(.*)$/;

/**
 * Typed as lines "name: value". Null if a line has no name before a colon. A field that no line names is
 * removed. A stored number or boolean keeps its type.
 */
export function readCustomFields(
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
