import type { FastifyReply } from 'fastify';
import { MAX_MAIL_BODY_LENGTH, MAX_MAIL_SUBJECT_LENGTH } from '../../../domain/limits.ts';
import type { Form } from '../../../web/form.ts';
import { field } from '../../../web/form-table.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { renderFormToken } from '../../../web/views/layout.ts';
import type { MailOfBooking } from '../services/mails.ts';
import { MESSAGE } from './form.ts';
import { MAIL_KIND_WORDS, MAIL_STATUS_LOOKS, MAIL_STATUS_WORDS } from './words.ts';

/** Named by addresses that lead to the form of a new message. */
export const NEW_MESSAGE = 'write';

type View = {
  base: string;
  /** Of the booking's page. */
  path: string;
  mails: readonly MailOfBooking[];
  /** The guest has an address to which something can be sent. */
  hasEmail: boolean;
  form: Form;
  presentMoment: (moment: Date) => string;
};

export const renderMessagesCard = (
  reply: FastifyReply,
  { base, path, mails, hasEmail, form, presentMoment }: View,
): Html => html`<section class="card" id="messages" aria-labelledby="messages-heading">
<h2 id="messages-heading">Messages</h2>
${
  mails.length === 0
    ? html`<p class="faint">None yet.</p>`
    : html`<ul class="parts letters">${mails.map(
        ({ id, kind, toEmail, status, createdAt }) =>
          html`<li><span class="name"><a href="${base}/messages/${id}">${MAIL_KIND_WORDS[kind]}</a> <span class="faint">to ${toEmail}</span></span><span class="faint">${presentMoment(createdAt)}</span><span class="badge hook-${MAIL_STATUS_LOOKS[status]}">${MAIL_STATUS_WORDS[status]}</span></li>`,
      )}</ul>`
}
${hasEmail ? renderWriting(reply, { path, form }) : html`<p class="help">The guest has no email, so you cannot write.</p>`}
</section>`;

const renderWriting = (
  reply: FastifyReply,
  { path, form }: Pick<View, 'path' | 'form'>,
): Html => html`<details class="more"${form.errors.subject || form.errors.body || form.errors.guest ? html` open` : ''}><summary>Write</summary>
<form method="post" action="${path}/messages" id="${NEW_MESSAGE}">
${renderFormToken(reply)}
${field(form, MESSAGE, 'subject', { maxLength: MAX_MAIL_SUBJECT_LENGTH })}
${field(form, MESSAGE, 'body', { rows: 8, maxLength: MAX_MAIL_BODY_LENGTH, help: 'A blank line begins a paragraph, **two stars** make words bold.' })}
<button type="submit">Send</button>
</form></details>`;
