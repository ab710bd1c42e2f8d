import type { FastifyRequest } from 'fastify';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { renderIcon } from './icons.ts';

/** A phone always shows these. */
const DAILY = [
  ['today', 'Today'],
  ['calendar', 'Calendar'],
  ['bookings', 'Bookings'],
  ['guests', 'Guests'],
  ['places', 'Places'],
] as const;

/** A phone shows these in the menu. */
const BUSINESS = [
  ['prices', 'Prices'],
  ['site', 'Site'],
  ['money', 'Money'],
  ['messages', 'Messages'],
  ['team', 'Team'],
] as const;

const FOR_DEVELOPERS = [
  ['tokens', 'Tokens'],
  ['webhooks', 'Webhooks'],
  ['usage', 'Using a token'],
] as const;

type Entries = readonly (readonly [tab: Tab, name: string])[];

/** The last part of the page's path. */
export type Tab = (typeof DAILY | typeof BUSINESS | typeof FOR_DEVELOPERS)[number][0];

/** What a phone shows as a menu. */
const MENU = 'menu';

export function renderNavigation({ visit, teamVisit }: FastifyRequest, current: Tab, account: Html): Html {
  const { root } = visit;
  const { team, hasOtherTeams } = teamVisit;
  const service = toServiceRoot(root);
  const renderTabs = (entries: Entries, more: Html = EMPTY_HTML) =>
    html`<ul class="tabs">${entries.map(
      ([tab, name]) =>
        html`<li><a href="${root}/teams/${team.slug}/${tab}"${tab === current ? html` aria-current="page"` : ''}>${renderIcon(tab)} ${name}</a></li>`,
    )}${more}</ul>`;
  return html`<p class="team">
<span class="name">${team.name}</span>
${hasOtherTeams ? html`<a href="${root}">Switch team</a>` : ''}
</p>
<button class="quiet small open-menu" type="button" popovertarget="${MENU}">Menu</button>
<nav aria-label="${team.name}">
${renderTabs(DAILY)}
</nav>
<div class="menu" id="${MENU}" popover>
<nav aria-label="More pages">
${renderTabs(BUSINESS)}
</nav>
<nav class="apart" aria-labelledby="for-developers">
<p id="for-developers">For developers</p>
${renderTabs(FOR_DEVELOPERS, html`<li><a href="${service}/docs">${renderIcon('reference')} Reference</a></li>`)}
</nav>
${account}
</div>`;
}

/** Without `/app`, the path of the team's pages. */
export const toServiceRoot = (root: string): string => root.replace(/\/app$/, '');
