import type { FastifyReply } from 'fastify';
import { renderButtonForm } from '../../../../../web/views/button-form.ts';
import { type Html, html } from '../../../../../web/views/html.ts';

export const renderGuestLink = (reply: FastifyReply, path: string, link: string | null): Html =>
  link === null
    ? renderButtonForm(reply, {
        action: `${path}/guest-link`,
        text: 'Show the link to the guest’s page',
        look: 'link',
      })
    : html`<p class="help">With this link the guest sees the booking, and can cancel it where your team allows that. Give it to nobody else.</p>
<p><code class="name">${link}</code></p>`;
