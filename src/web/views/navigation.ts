import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Access, FULL_ACCESS } from '../../services/access/access.ts';
import { mayOpen } from '../page-routes.ts';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { type Icon, renderIcon } from './icons.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** In the order of the side bar. */
    navigation: readonly Required<NavigationEntry>[];
  }
}

/** A phone always shows the daily pages, and the others in a menu. */
const GROUPS = ['daily', 'business', 'developers'] as const;

/** An entry of the side bar of a team's pages. */
export type NavigationEntry = {
  group: (typeof GROUPS)[number];
  /** Entries of a group are shown by rising position. */
  position: number;
  tab: Tab;
  name: string;
  /** Below the team's. By default the tab. */
  path?: string;
};

/** Pages name the entry that they belong to. It is also the name of its icon. */
export type Tab = Icon;

/**
 * Of entries with the same tab, a visitor is shown the first that they may open. An option's entry comes before the core's
 * in the same place.
 */
export const joinNavigation = (
  own: readonly NavigationEntry[],
  ofOptions: readonly NavigationEntry[],
): Required<NavigationEntry>[] =>
  [...ofOptions, ...own]
    .map((entry) => ({ ...entry, path: entry.path ?? entry.tab }))
    .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.position - b.position);

function listEntries(
  { navigation, teamPageRoutes }: FastifyInstance,
  access: Pick<Access, 'permissions' | 'listings'>,
) {
  const open = navigation.filter(({ path }) => mayOpen(teamPageRoutes, access, `/${path}`));
  return open.filter((entry) => open.find(({ tab }) => tab === entry.tab) === entry);
}

/** The first page of the side bar that the visitor may open, which they see after they sign in. */
export function firstPagePath(
  { visit, server }: FastifyRequest,
  { slug, access = FULL_ACCESS }: { slug: string; access?: Pick<Access, 'permissions'> },
): string {
  const [first = server.navigation[0]] = listEntries(server, { ...access, listings: null });
  return `${visit.root}/teams/${slug}/${first?.path ?? ''}`;
}

/** What a phone shows as a menu. */
const MENU = 'menu';

export function renderNavigation(request: FastifyRequest, current: Tab, account: Html): Html {
  const { visit, teamVisit, server } = request;
  const { root } = visit;
  const { team, hasOtherTeams } = teamVisit;
  const service = toServiceRoot(root);
  const entriesOf = Map.groupBy(listEntries(server, team.access), ({ group }) => group);
  const renderTabs = (group: NavigationEntry['group'], more: Html = EMPTY_HTML) =>
    html`<ul class="tabs">${(entriesOf.get(group) ?? []).map(
      ({ tab, name, path }) =>
        html`<li><a href="${root}/teams/${team.slug}/${path}"${tab === current ? html` aria-current="page"` : ''}>${renderIcon(tab)} ${name}</a></li>`,
    )}${more}</ul>`;
  return html`<p class="team">
<span class="name">${team.name}</span>
${hasOtherTeams ? html`<a href="${root}">Switch team</a>` : ''}
</p>
<button class="quiet small open-menu" type="button" popovertarget="${MENU}">Menu</button>
<nav aria-label="${team.name}">
${renderTabs('daily')}
</nav>
<div class="menu" id="${MENU}" popover>
${
  entriesOf.has('business')
    ? html`<nav aria-label="More pages">
${renderTabs('business')}
</nav>`
    : ''
}
${
  entriesOf.has('developers')
    ? html`<nav class="apart" aria-labelledby="for-developers">
<p id="for-developers">For developers</p>
${renderTabs('developers', html`<li><a href="${service}/docs">${renderIcon('reference')} Reference</a></li>`)}
</nav>`
    : ''
}
${account}
</div>`;
}

/** Without `/app`, the path of the team's pages. */
export const toServiceRoot = (root: string): string => root.replace(/\/app$/, '');

/** A team's booking site is below it. Null if the installation has no booking sites. Known once the app is ready. */
export const findSitesPath = (app: FastifyInstance, root: string): string | null =>
  app.hasRoute({ method: 'GET', url: '/site/:teamSlug' }) ? `${toServiceRoot(root)}/site` : null;
