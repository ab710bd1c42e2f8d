import type { FastifyReply } from 'fastify';
import { html } from 'ghtml';
import type { MemberTeam } from '../../services/sessions.ts';
import { assetPath } from '../assets.ts';
import { FORM_TOKEN_FIELD, formTokenFor } from '../form-guard.ts';

/** HTML whose values are escaped already. In `html`, only such text may follow `!$`. */
export type Html = string;

export type Page = {
  title: string;
  body: Html;
  status?: number;
  /** The team whose page it is, and which of its pages. */
  team?: TeamPlace;
};

export type TeamPlace = { team: MemberTeam; hasOtherTeams: boolean; current: 'tokens' | 'members' | 'usage' };

const TABS = { tokens: 'Tokens', members: 'Members', usage: 'Using a token' } as const;

/** Answers with a whole page. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(layout(reply, page));
}

/** The hidden field that every form needs to be accepted. */
export const formToken = (reply: FastifyReply): Html =>
  html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${formTokenFor(reply)}">`;

function layout(reply: FastifyReply, { title, body, team }: Page): Html {
  const { root } = reply.request.visit;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${team ? `${team.team.name} · ` : ''}Innkeep</title>
<link rel="icon" href="${root + assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${root + assetPath('style.css')}">
<script src="${root + assetPath('copy.js')}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
!${header(reply, team)}
<main id="content" tabindex="-1" class="${team ? 'wide' : 'narrow'}">
!${body}
</main>
<footer>Innkeep keeps the bookings of teams that let places to stay. <a href="${homeOf(root)}/docs">API reference</a></footer>
</body>
</html>
`;
}

function header(reply: FastifyReply, place: TeamPlace | undefined): Html {
  const { root, person } = reply.request.visit;
  return html`<header class="top">
<div class="bar">
<a class="brand" href="${root}"><img src="${root + assetPath('icon.svg')}" alt="" width="28" height="28"> Innkeep</a>
!${place ? teamName(root, place) : ''}
!${person ? account(reply, person) : ''}
</div>
!${place ? tabs(root, place) : ''}
</header>`;
}

const teamName = (root: string, { team, hasOtherTeams }: TeamPlace): Html => html`<p class="team">
<span class="name">${team.name}</span>
!${hasOtherTeams ? html`<a href="${root}">Switch team</a>` : ''}
</p>`;

const account = (reply: FastifyReply, person: { name: string; email: string }): Html => html`<form
class="account" method="post" action="${reply.request.visit.root}/sign-out">
!${formToken(reply)}
<a class="name" href="${reply.request.visit.root}/account" title="Your account: ${person.email}">${person.name}</a>
<button class="quiet" type="submit">Sign out</button>
</form>`;

const tabs = (root: string, { team, current }: TeamPlace): Html => html`<nav aria-label="${team.name}">
<ul class="tabs">
!${Object.entries(TABS).map(
  ([tab, name]) =>
    html`<li><a href="${root}/teams/${team.slug}/${tab}" data-name="${name}"!${tab === current ? ' aria-current="page"' : ''}>${name}</a></li>`,
)}
<li class="away-from-here"><a href="${homeOf(root)}/site/${team.slug}">Booking page</a></li>
</ul>
</nav>`;

/** Where the service is, as the pages are in a folder of it. */
const homeOf = (root: string): string => root.replace(/\/app$/, '');
