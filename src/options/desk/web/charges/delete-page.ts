import type { FastifyReply } from 'fastify';
import type { ChargeKind, ShownCharge } from '../../../../services/catalogue/charges.ts';
import type { Form } from '../../../../web/form.ts';
import { renderConfirmation } from '../../../../web/views/confirmation.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import { chargePath } from './list-page.ts';
import { CHARGE_WORDS, nameOfCharge, presentChargeTerms } from './words.ts';

type View = { base: string; charge: ShownCharge; currency: string; form: Form };

export function deleteChargePage(reply: FastifyReply, { base, charge, currency, form }: View): Html {
  const path = chargePath(base, charge);
  const { one } = CHARGE_WORDS[charge.kind];
  return renderConfirmation(reply, {
    back: { path, text: `Back to the ${one}` },
    question: html`Delete <span class="name">${nameOfCharge(charge)}</span>?`,
    errors: renderFormErrors(form),
    lead: LEADS[charge.kind],
    more: html`<p>${presentChargeTerms(charge, currency)}.</p>`,
    action: `${path}/delete`,
    button: `Delete ${one}`,
  });
}

const LEADS = {
  fee: 'New bookings are priced without it. Bookings that exist keep it in their price, until their dates or guests change.',
  tax: 'New bookings are priced without it. Bookings that exist keep it in their price, until their dates or guests change.',
  discount:
    'New bookings are priced without it. Bookings that exist keep it in their price, until their dates or guests change.',
  coupon:
    'Nobody can use it any more. A coupon that a booking has used is not deleted: switch it off instead.',
} satisfies Record<ChargeKind, string>;
