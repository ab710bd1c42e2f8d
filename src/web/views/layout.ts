import type { FastifyReply } from 'fastify';
import type { Assets } from '../assets.ts';
import { createFormToken, FORM_TOKEN_FIELD } from '../form-guard.ts';
import { leaveOutForbidden } from '../permitted-parts.ts';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { renderIcon } from './icons.ts';
import { renderNavigation, type Tab, toServiceRoot } from './navigation.ts';

export type Page = {
  title: string;
  body: Html;
  status?: number;
  /**
   * The marked entry of the side bar. A page without one has no side bar and shows one thing in the middle.
   */
  tab?: Tab;
  /** A script that only this page loads. */
  script?: string;
};

/** Within the side bar of a team, or alone in the middle. */
type Frame = 'within' | 'alone';

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(renderForVisitor(reply, page));
}

/** A page of a team has only what its visitor may use. */
function renderForVisitor(reply: FastifyReply, page: Page): string {
  const whole = String(renderLayout(reply, page));
  return page.tab ? leaveOutForbidden(reply.request, whole) : whole;
}

/** Every form needs it. */
export const renderFormToken = (reply: FastifyReply): Html =>
  html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${createFormToken(reply)}">`;

const renderLayout = (reply: FastifyReply, { title, body, tab, script }: Page): Html =>
  renderWholePage(findFiles(reply), {
    title: `${title} · ${tab ? `${reply.request.teamVisit.team.name} · ` : ''}Innkeep`,
    frame: tab ? 'within' : 'alone',
    side: renderSide(reply, tab, renderAccount(reply)),
    script,
    body,
  });

/** `root` is the path of the teams' pages, their style sheet and their scripts. */
export type FilesOfPages = { root: string; assets: Assets };

const findFiles = ({ request, server }: FastifyReply): FilesOfPages => ({
  root: request.visit.root,
  assets: server.assets,
});

export const renderWholePage = (
  { root, assets }: FilesOfPages,
  {
    title,
    frame,
    side,
    script,
    body,
  }: { title: string; frame: Frame; side: Html; script?: string | undefined; body: Html },
): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${root + assets.path('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${root + assets.path('style.css')}">
<script src="${root + assets.path('every-page.js')}" defer></script>
${script ? html`<script type="module" src="${root + assets.path(script)}"></script>` : ''}
</head>
<body class="${frame}">
<a class="skip" href="#content">Skip to the content</a>
<header class="side">
${side}
</header>
<main id="content" tabindex="-1">
${body}
</main>
${
  frame === 'alone'
    ? html`<footer>Innkeep keeps the bookings of teams that let places to stay. <a href="${toServiceRoot(root)}/docs">API reference</a></footer>`
    : ''
}
</body>
</html>
`;

export const renderBrand = ({ root, assets }: FilesOfPages, href: string): Html =>
  html`<a class="brand" href="${href}"><img src="${root + assets.path('icon.svg')}" alt="" width="28" height="28"> Innkeep</a>`;

function renderSide(reply: FastifyReply, tab: Tab | undefined, account: Html): Html {
  const files = findFiles(reply);
  return html`${renderBrand(files, files.root)}
${tab ? renderNavigation(reply.request, tab, account) : account}`;
}

function renderAccount(reply: FastifyReply): Html {
  const { root, session } = reply.request.visit;
  if (!session) return EMPTY_HTML;
  const { person } = session;
  return html`<form
class="account" method="post" action="${root}/sign-out">
${renderFormToken(reply)}
<a class="name" href="${root}/account" title="Your account: ${person.email}">${renderIcon('account')} <span>${person.name}</span></a>
<button class="quiet small" type="submit">Sign out</button>
</form>`;
}
