/** The team's pages, as the side of every page lists them. */

import type { MemberTeam } from '../../services/people/sessions.ts';
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

/** The last part of a page's path. */
export type TeamPage = (typeof DAILY | typeof SETTINGS)[number][0];

/** A page's team, and its place among the team's pages. */
export type TeamPlace = { team: MemberTeam; hasOtherTeams: boolean; current: TeamPage };

/** The id of the part that a phone shows as a menu. */
const MENU = 'menu';

type Navigation = {
  root: string;
  place: TeamPlace;
  /** The name of the person who is signed in, with the button to sign out. */
  account: Html;
};

export function renderNavigation({ root, place, account }: Navigation): Html {
  const tabs = (pages: readonly (readonly [TeamPage, string])[]) =>
    pages.map(([page, name]) => renderTab(root, place, page, name));
  return html`<p class="team">
<span class="name">${place.team.name}</span>
${place.hasOtherTeams ? html`<a href="${root}">Switch team</a>` : ''}
</p>
<button class="quiet small open-menu" type="button" popovertarget="${MENU}">Menu</button>
<nav aria-label="${place.team.name}">
<ul class="tabs">${tabs(DAILY)}</ul>
</nav>
<div class="menu" id="${MENU}" popover>
<nav aria-label="Settings">
<ul class="tabs">${tabs(SETTINGS)}</ul>
<ul class="tabs">
<li><a href="${toHomePath(root)}/site/${place.team.slug}">${renderIcon('site')} Booking page</a></li>
<li><a href="${toHomePath(root)}/docs">${renderIcon('reference')} API reference</a></li>
</ul>
</nav>
${account}
</div>`;
}

const renderTab = (root: string, { team, current }: TeamPlace, page: TeamPage, name: string): Html =>
  html`<li><a href="${root}/teams/${team.slug}/${page}"${page === current ? html` aria-current="page"` : ''}>${renderIcon(page)} ${name}</a></li>`;

/** The service's own address: the pages are in a folder of it. */
export const toHomePath = (root: string): string => root.replace(/\/app$/, '');
