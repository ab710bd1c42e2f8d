/** The address at which the channel of a feed reads when its unit is taken (docs/rules.md, 18.8). */

import type { FastifyReply } from 'fastify';
import type { CalendarFeed } from '../../services/calendar-feeds/feeds.ts';
import { renderConfirmation } from '../views/confirmation.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderCopyable, renderMoment, renderPassedNotice } from '../views/parts.ts';

/** When a channel last read its address: null if it never did, undefined if it has none. */
export type LastFetch = Date | null | undefined;

export const renderLastFetch = (fetchedAt: LastFetch, now: Date, zone: string): Html => {
  if (fetchedAt === undefined) return html`<span class="faint">no address yet</span>`;
  return fetchedAt === null ? html`<strong class="error">never</strong>` : renderMoment(fetchedAt, now, zone);
};

type View = { base: string; feed: CalendarFeed };
type AddressView = View & {
  /** Of the place and the unit. */
  unitName: string;
  lastFetch: LastFetch;
  /** The address, if it is shown. */
  address: string | null;
  now: Date;
  zone: string;
};

const buildPath = ({ base, feed }: View): string => `${base}/calendar-feeds/${feed.id}`;

export function channelAddressPage(reply: FastifyReply, view: AddressView): Html {
  const { feed, unitName, lastFetch } = view;
  const path = buildPath(view);
  const name = html`<span class="name">${feed.name}</span>`;
  return html`
<p class="back"><a href="${path}">Back to the feed</a></p>
${renderPassedNotice(reply)}
<section class="card">
<h1>Our calendar for ${name}</h1>
<p class="lead"><span class="name">${unitName}</span>: ${name} reads here when this unit is taken, and closes these nights in its own calendar. It learns nothing about guests.</p>
${
  lastFetch === undefined
    ? html`<p>There is no address for it yet. Until it has one, it can sell nights that are taken here.</p>
<form class="actions" method="post" action="${path}/address">${renderFormToken(reply)}<button type="submit">Make an address</button></form>`
    : renderAddress(reply, view, name)
}
</section>`;
}

function renderAddress(reply: FastifyReply, view: AddressView, name: Html): Html {
  const { lastFetch, address, now, zone } = view;
  const path = buildPath(view);
  return html`
${
  lastFetch
    ? html`<p>${name} last read it ${renderMoment(lastFetch, now, zone)}.</p>`
    : html`<p class="warning">${name} has never read it. Until it does, it can sell nights that are taken here.</p>`
}
${
  address === null
    ? html`<form class="actions" method="post" action="${path}/address/show">${renderFormToken(reply)}<button type="submit">Show the address</button></form>`
    : renderCopyable('Address', address)
}
<p>Copy the address, and paste it where the other system asks for a calendar to import:</p>
<ul>
<li>Airbnb: the listing, Availability, Connect to another website, “Other website link”</li>
<li>Booking.com: the property, Rates &amp; Availability, Sync calendars, “Add calendar connection”</li>
<li>Vrbo: the property, Calendar, Import &amp; export, “Import calendar”</li>
</ul>
<p class="help">Give it to ${name} alone, and do not open it yourself: whoever reads it counts as ${name}. It has all that takes the unit, nights of your other channels too, save those that ${name} has told us itself.</p>
<div class="actions"><a class="button quiet danger" href="${path}/address/withdraw">Withdraw the address</a></div>`;
}

export function withdrawChannelAddressPage(reply: FastifyReply, view: View): Html {
  const path = `${buildPath(view)}/address`;
  return renderConfirmation(reply, {
    back: { path, text: 'Back to the address' },
    question: html`Withdraw the address for <span class="name">${view.feed.name}</span>?`,
    lead: 'It learns of no more bookings. If you make an address again later, it is another one.',
    action: `${path}/withdraw`,
    button: 'Withdraw address',
  });
}
