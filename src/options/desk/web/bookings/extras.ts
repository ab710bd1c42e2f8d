/** Extras are optional fees that guests choose. */

import type { ChosenExtra } from '../../../../domain/pricing/extras.ts';
import type { ChargeBasis } from '../../../../domain/vocabulary.ts';
import type { OfferedExtra } from '../../../../services/availability/stay-options.ts';
import type { Booking } from '../../../../services/bookings/read.ts';
import type { Form } from '../../../../web/form.ts';
import { type FieldKind, optional } from '../../../../web/form-table.ts';
import { presentMoney } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { parseNumber } from './party.ts';

/** Such as "breakfast, parking × 2". */
export const presentExtrasInWords = (
  extras: readonly ChosenExtra[],
  nameOf = (code: string): string => code,
): string =>
  extras
    .map(({ code, quantity }) => (quantity === 1 ? nameOf(code) : `${nameOf(code)} × ${quantity}`))
    .join(', ');

/** With the names from the lines of the booking's price, or the code of an extra that has no line. */
export function presentExtrasOfBooking({ booking: { extras, priceLines } }: Booking): string {
  const findExtraName = (code: string) =>
    priceLines.find((line) => line.type === 'fee' && line.code === code)?.name ?? code;
  return presentExtrasInWords(extras, findExtraName);
}

/** Such as “a night”, after the price. */
const PAID_WORDS = {
  stay: 'a stay',
  night: 'a night',
  guest: 'a guest',
  guest_night: 'a guest and night',
  pet: 'a pet',
  pet_night: 'a pet and night',
  percent: '',
} satisfies Record<ChargeBasis, string>;

/**
 * All fields have the same name, and their values together are the list `extras` of the API. A chosen extra
 * that is no longer offered remains a choice, because sending it back changes nothing.
 */
export function renderExtraFields(form: Form, extras: readonly OfferedExtra[], currency: string): Html {
  const chosen = new Map(
    [...(form.values.extras ?? '').matchAll(/([^,:]+)(?::(\d{1,3}))?/g)].map(
      ([, code = '', quantity = '1']) => [code, Number(quantity)],
    ),
  );
  const gone = chosen.keys().filter((code) => extras.every((extra) => extra.code !== code));
  const choices = [
    ...extras.map(({ code, name, basis, amountCents, maxQuantity }) => ({
      code,
      label: html`<span class="name">${name}</span>, ${presentMoney(amountCents ?? 0, currency)} ${PAID_WORDS[basis]}`,
      most: maxQuantity ?? 1,
    })),
    ...gone.map((code) => ({ code, label: html`<span class="name">${code}</span>, not offered`, most: 0 })),
  ];
  return html`${choices.map(({ code, label, most }, index) => {
    const now = chosen.get(code) ?? 0;
    return renderExtraField(index, label, [
      { value: '', name: 'None', isChosen: now === 0 },
      ...Array.from({ length: most }, (_, before) => buildQuantityChoice(code, before + 1, now)),
      ...(now > most ? [buildQuantityChoice(code, now, now)] : []),
    ]);
  })}`;
}

const buildQuantityChoice = (code: string, quantity: number, now: number) => ({
  value: `${code}:${quantity}`,
  name: String(quantity),
  isChosen: quantity === now,
});

function renderExtraField(
  index: number,
  label: Html,
  choices: ReturnType<typeof buildQuantityChoice>[],
): Html {
  // The link of an error message about extras leads to the id `extras`.
  const id = index === 0 ? 'extras' : `extras-${index}`;
  return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="extras">
${choices.map(({ value, name, isChosen }) => html`<option value="${value}"${isChosen ? ' selected' : ''}>${name}</option>`)}
</select></div>`;
}

/** Such as `breakfast:2,parking:1`. */
export const toExtrasValue = (extras: readonly ChosenExtra[]): string =>
  extras.map(({ code, quantity }) => `${code}:${quantity}`).join(',');

/** The template draws it by `renderExtraFields`. Undefined if the form has no fields for extras. */
export const extras = (label: string): FieldKind => ({
  ...optional(label),
  read: (form, name) =>
    form.isSent(name)
      ? form
          .list(name)
          .flatMap((list) => list.split(','))
          .map((one) => {
            const [code = '', quantity = '1'] = one.split(':');
            return { code, quantity: parseNumber(quantity) };
          })
          .toSorted((one, other) => (one.code < other.code ? -1 : 1))
      : undefined,
  show: (value) => toExtrasValue(value as readonly ChosenExtra[]),
});
