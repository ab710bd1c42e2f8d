import type { FastifyReply } from 'fastify';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { renderConfirmation } from '../../../web/views/confirmation.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { renderCopyable, renderPassedNotice } from '../../../web/views/parts.ts';
import { presentListingName } from '../../../web/views/place-name.ts';
import type { ChannelPair } from '../services/feeds/channel-pairs.ts';
import { renderFetched } from './channel-pairs.ts';
import { presentWhereToPaste } from './channels.ts';

type View = { base: string; now: Date; pair: ChannelPair };

/** `address` is null until the visitor asks for it. */
export function channelAddressPage(reply: FastifyReply, view: View & { address: string | null }): Html {
  const { base, pair, address } = view;
  const { feed, unit, ours } = pair;
  const path = `${base}/calendar-feeds/${feed.id}/address`;
  return html`
<p class="back"><a href="${base}/calendar-feeds/${feed.id}">Back to the feed</a></p>
${renderPassedNotice(reply)}
<section class="card">
<h1>Our calendar for <span class="name">${feed.name}</span></h1>
<p class="lead"><span class="name">${presentListingName(unit)} · ${unit.name}</span>: at an address of its own, ${feed.name} reads which nights are taken here and on your other channels, and closes them. What ${feed.name} itself brought is left out. It learns nothing about guests.</p>
${ours === null ? renderMaking(reply, path) : html`${renderAddress(reply, path, address)}${renderSteps(view)}`}
</section>`;
}

const renderMaking = (
  reply: FastifyReply,
  path: string,
): Html => html`<p>There is no address for it yet. Until it has one, it can sell nights that are taken here.</p>
${renderButtonForm(reply, { action: path, text: 'Make our address' })}`;

const renderAddress = (reply: FastifyReply, path: string, address: string | null): Html =>
  address === null
    ? renderButtonForm(reply, { action: `${path}/show`, text: 'Show our address' })
    : renderCopyable('Our address', address);

const renderSteps = (view: View): Html => {
  const { base, pair } = view;
  const { feed } = pair;
  return html`<h2>What to do with it</h2>
<ol class="steps">
<li>Copy the address.</li>
<li>Paste it into ${presentWhereToPaste(feed.url)}. If an address of this unit is there already, replace it.</li>
<li>Come back in a few hours. This page then says when ${feed.name} last fetched it.</li>
</ol>
${renderFetched(view, pair)}
<p class="help">Give it to ${feed.name} alone, and do not open it yourself: Innkeep takes every look at it for one of ${feed.name}. That is how it tells a stay that was sold there from a night that ${feed.name} merely repeats from our calendar. Such an echo takes nothing here, and is no conflict.</p>
<div class="actions"><a class="button quiet danger" href="${base}/calendar-feeds/${feed.id}/address/withdraw">Withdraw the address</a></div>`;
};

export function withdrawChannelAddressPage(reply: FastifyReply, { base, pair }: Omit<View, 'now'>): Html {
  const { feed } = pair;
  const path = `${base}/calendar-feeds/${feed.id}/address`;
  return renderConfirmation(reply, {
    back: { path, text: 'Back to the address' },
    question: html`Withdraw the address for <span class="name">${feed.name}</span>?`,
    lead: `${feed.name} learns of no more bookings, and can sell nights that are taken here. If you make an address again later, it is another one, and must be pasted anew.`,
    action: `${path}/withdraw`,
    button: 'Withdraw address',
  });
}
