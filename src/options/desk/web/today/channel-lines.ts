/** Of a stay that a channel has sold, only the calendar is known (docs/rules.md, 18.12). */

import { presentChannelClass, sayGone } from '../../../../web/views/channel.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import type { ChannelStayOfDay } from '../../services/today.ts';

/** It leads to what is known of the stay. */
export const renderChannelName = (base: string, { id, channel }: ChannelStayOfDay): Html =>
  html`<a class="name" href="${base}/calendar/blocks/${id}">${channel}</a>`;

export const renderChannel = (base: string, stay: ChannelStayOfDay): Html =>
  html`${renderChannelName(base, stay)} <span class="badge ${presentChannelClass(stay.source)}">guest unknown</span>`;

/** The channel's calendar may have no link to the stay. */
export const renderChannelLinks = (base: string, { id, link, channel, feedId }: ChannelStayOfDay): Html =>
  html`${link === null ? '' : html`<a href="${link}" rel="noopener noreferrer">Open on ${channel}</a>`}${feedId === null ? '' : html` <a href="${base}/calendar/blocks/${id}/guest">Enter the guest</a>`}`;

/** If the last reading of the channel's calendar did not have the stay any more. */
export function renderGone({ freeAgainAt, timezone }: ChannelStayOfDay, now: Date): Html {
  if (freeAgainAt === null) return EMPTY_HTML;
  return html` · <strong class="error">${sayGone(freeAgainAt, now, timezone)}</strong>`;
}
