/** Other systems read the calendar at this address, which is secret. */

import type { FastifyReply } from 'fastify';
import type { UnitLabel } from '../../../services/unit-labels.ts';
import { renderConfirmation } from '../../../web/views/confirmation.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { renderFormToken } from '../../../web/views/layout.ts';
import { renderCopyable, renderPassedNotice } from '../../../web/views/parts.ts';
import { presentListingName } from '../../../web/views/place-name.ts';

type View = { base: string; unit: UnitLabel };
type AddressView = View & {
  hasAddress: boolean;
  /** Null as long as it is not shown. */
  address: string | null;
};

export function addressPage(reply: FastifyReply, view: AddressView): Html {
  const { base, unit, hasAddress, address } = view;
  const path = `${base}/calendar/units/${unit.id}/address`;
  return html`
<p class="back"><a href="${base}/calendar-feeds">All calendar feeds</a></p>
${renderPassedNotice(reply)}
<section class="card">
<h1>Calendar of <span class="name">${unit.name}</span></h1>
<p class="lead"><span class="name">${presentListingName(unit)}</span>: other systems, such as the calendar of a phone, read at an address when this unit is taken. They learn nothing about guests. A channel with a calendar feed, such as Airbnb, has <a href="${base}/calendar-feeds?unit=${unit.id}">an address of its own</a>.</p>
${hasAddress ? renderAddress(reply, path, address) : renderWithoutAddress(reply, path)}
</section>`;
}

const renderWithoutAddress = (reply: FastifyReply, path: string): Html =>
  html`<p>The unit has no address yet.</p>
<form class="actions" method="post" action="${path}">${renderFormToken(reply)}<button type="submit">Make an address</button></form>`;

const renderAddress = (reply: FastifyReply, path: string, address: string | null): Html => html`
${
  address === null
    ? html`<form class="actions" method="post" action="${path}/show">${renderFormToken(reply)}<button type="submit">Show the address</button></form>`
    : renderCopyable('Address', address)
}
<p class="help">Anyone with the address can read the calendar. Nights that came from a calendar feed are left out, so that two systems do not hand one stay back and forth. With <code>?include=imported</code> at its end the calendar has them too, for people who read it.</p>
<div class="actions"><a class="button quiet danger" href="${path}/withdraw">Withdraw the address</a></div>`;

export const withdrawPage = (reply: FastifyReply, { base, unit }: View): Html => {
  const path = `${base}/calendar/units/${unit.id}/address`;
  return renderConfirmation(reply, {
    back: { path, text: 'Back to the address' },
    question: html`Withdraw the address of <span class="name">${unit.name}</span>?`,
    lead: 'Systems that read it learn of no more bookings. If you make an address again later, it is another one.',
    action: `${path}/withdraw`,
    button: 'Withdraw address',
  });
};
