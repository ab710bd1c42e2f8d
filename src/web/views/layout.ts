import type { FastifyReply } from 'fastify';
import { html } from 'ghtml';
import type { MemberTeam } from '../../services/sessions.ts';
import { assetPath } from '../assets.ts';
import { FORM_TOKEN_FIELD, formTokenFor } from '../form-guard.ts';
import { icon } from './icons.ts';

/** HTML whose values are already escaped. In `html`, only such text may follow `!$`. */
export type Html = string;

export type Page = {
  title: string;
  body: Html;
  status?: number;
  /** The page's team, and its place among the team's pages. */
  team?: TeamPlace;
};

export type TeamPlace = { team: MemberTeam; hasOtherTeams: boolean; current: (typeof TABS)[number][0] };

const TABS = [
  ['tokens', 'Tokens'],
  ['members', 'Members'],
  ['usage', 'Using a token'],
] as const;

/** Pages of a team have a side bar with its pages. All others show one thing in the middle. */
type Frame = 'within' | 'alone';

/** Answers with a whole page. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(layout(reply, page));
}

/** The hidden field that every form needs. */
export const formToken = (reply: FastifyReply): Html =>
  html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${formTokenFor(reply)}">`;

const layout = (reply: FastifyReply, { title, body, team }: Page): Html =>
  wholePage(reply.request.visit.root, {
    title: `${title} · ${team ? `${team.team.name} · ` : ''}Innkeep`,
    frame: team ? 'within' : 'alone',
    side: side(reply, team),
    body,
  });

/** A page with its side bar and body. `root` is the path of the team's pages, which have every page's style. */
export const wholePage = (
  root: string,
  { title, frame, side, body }: { title: string; frame: Frame; side: Html; body: Html },
): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${root + assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${root + assetPath('style.css')}">
<script src="${root + assetPath('copy.js')}" defer></script>
</head>
<body class="${frame}">
<a class="skip" href="#content">Skip to the content</a>
<header class="side">
!${side}
</header>
<main id="content" tabindex="-1">
!${body}
</main>
!${
  frame === 'alone'
    ? html`<footer>Innkeep keeps the bookings of teams that let places to stay. <a href="${homeOf(root)}/docs">API reference</a></footer>`
    : ''
}
</body>
</html>
`;

/** The name of the service, as a link. */
export const brand = (root: string, href: string): Html =>
  html`<a class="brand" href="${href}"><img src="${root + assetPath('icon.svg')}" alt="" width="28" height="28"> Innkeep</a>`;

function side(reply: FastifyReply, place: TeamPlace | undefined): Html {
  const { root, person } = reply.request.visit;
  return html`!${brand(root, root)}
!${place ? teamName(root, place) + tabs(root, place) : ''}
!${person ? account(reply, person) : ''}`;
}

const teamName = (root: string, { team, hasOtherTeams }: TeamPlace): Html => html`<p class="team">
<span class="name">${team.name}</span>
!${hasOtherTeams ? html`<a href="${root}">Switch team</a>` : ''}
</p>`;

const account = (reply: FastifyReply, person: { name: string; email: string }): Html => html`<form
class="account" method="post" action="${reply.request.visit.root}/sign-out">
!${formToken(reply)}
<a class="name" href="${reply.request.visit.root}/account" title="Your account: ${person.email}">!${icon('account')} <span>${person.name}</span></a>
<button class="quiet" type="submit">Sign out</button>
</form>`;

const tabs = (root: string, { team, current }: TeamPlace): Html => html`<nav aria-label="${team.name}">
<ul class="tabs">
!${TABS.map(
  ([tab, name]) =>
    html`<li><a href="${root}/teams/${team.slug}/${tab}"!${tab === current ? ' aria-current="page"' : ''}>!${icon(tab)} ${name}</a></li>`,
)}
<li class="away-from-here"><a href="${homeOf(root)}/site/${team.slug}">!${icon('site')} Booking page</a></li>
<li><a href="${homeOf(root)}/docs">!${icon('reference')} API reference</a></li>
</ul>
</nav>`;

/** The service's own address: the pages are in a folder of it. */
export const homeOf = (root: string): string => root.replace(/\/app$/, '');
