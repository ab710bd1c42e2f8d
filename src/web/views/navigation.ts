/** The team's pages, as the side of every page lists them. */

import type { FastifyRequest } from 'fastify';
import { type Html, html } from './html.ts';
import { renderIcon } from './icons.ts';

/** The pages of daily work, which a phone always shows. */
const DAILY = [
  ['today', 'Today'],
  ['calendar', 'Calendar'],
  ['bookings', 'Bookings'],
  ['guests', 'Guests'],
  ['prices', 'Prices'],
] as const;

/** The pages of the team's settings, which a phone shows in its menu. */
const SETTINGS = [
  ['calendar-feeds', 'Calendar feeds'],
  ['webhooks', 'Webhooks'],
  ['tokens', 'Tokens'],
  ['members', 'Members'],
  ['usage', 'Using a token'],
] as const;

/** The last part of the path of a tab's page. */
export type Tab = (typeof DAILY | typeof SETTINGS)[number][0];

/** The id of the part that a phone shows as a menu. */
const MENU = 'menu';

export function renderNavigation({ visit, teamVisit }: FastifyRequest, current: Tab, account: Html): Html {
  const { root } = visit;
  const { team, hasOtherTeams } = teamVisit;
  const tabs = (pages: readonly (readonly [Tab, string])[]) =>
    pages.map(
      ([tab, name]) =>
        html`<li><a href="${root}/teams/${team.slug}/${tab}"${tab === current ? html` aria-current="page"` : ''}>${renderIcon(tab)} ${name}</a></li>`,
    );
  return html`<p class="team">
<span class="name">${team.name}</span>
${hasOtherTeams ? html`<a href="${root}">Switch team</a>` : ''}
</p>
<button class="quiet small open-menu" type="button" popovertarget="${MENU}">Menu</button>
<nav aria-label="${team.name}">
<ul class="tabs">${tabs(DAILY)}</ul>
</nav>
<div class="menu" id="${MENU}" popover>
<nav aria-label="Settings">
<ul class="tabs">${tabs(SETTINGS)}</ul>
<ul class="tabs">
<li><a href="${toServiceRoot(root)}/site/${team.slug}">${renderIcon('site')} Booking page</a></li>
<li><a href="${toServiceRoot(root)}/docs">${renderIcon('reference')} API reference</a></li>
</ul>
</nav>
${account}
</div>`;
}

/** The service's own address: the pages are in a folder of it. */
export const toServiceRoot = (root: string): string => root.replace(/\/app$/, '');
