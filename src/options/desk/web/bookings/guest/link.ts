import type { FastifyReply } from 'fastify';
import { renderButtonForm } from '../../../../../web/views/button-form.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { findSitesPath } from '../../../../../web/views/navigation.ts';

export function renderGuestLink(reply: FastifyReply, path: string, link: string | null): Html {
  const { server, visit } = reply.request;
  if (findSitesPath(server, visit.root) === null) return EMPTY_HTML;
  return link === null
    ? renderButtonForm(reply, {
        action: `${path}/guest-link`,
        text: 'Show the link to the guest’s page',
        look: 'link',
      })
    : html`<p class="help">With this link the guest sees the booking, and can cancel it where your team allows that. Give it to nobody else.</p>
<p><code class="name">${link}</code></p>`;
}
