import type { FastifyReply } from 'fastify';
import type { PageOfRows } from '../../../domain/page.ts';
import type { Form } from '../../../web/form.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, toFilterForm } from '../../../web/paging.ts';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { renderSelect, toChoices } from '../../../web/views/fields.ts';
import { nameLanguage } from '../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';
import {
  renderEmpty,
  renderFormErrors,
  renderMoment,
  renderNothingFound,
  renderPager,
  renderPassedNotice,
  renderTable,
} from '../../../web/views/parts.ts';
import { presentExactTime } from '../../../web/views/when.ts';
import type { Mail } from '../services/mails.ts';
import { renderMailFrame } from './mail-frame.ts';
import { MAIL_KIND_WORDS, MAIL_STATUS_LOOKS, MAIL_STATUS_WORDS } from './words.ts';

const ANY = { value: '', name: 'Any' };

const renderMailBadge = ({ status }: Mail): Html =>
  html`<span class="badge hook-${MAIL_STATUS_LOOKS[status]}">${MAIL_STATUS_WORDS[status]}</span>`;

type ListView = {
  base: string;
  zone: string;
  query: Query;
  page: number;
  mails: PageOfRows<Mail>;
  now: Date;
  /** The installation can send emails. */
  isSending: boolean;
};

export function messagesPage(
  reply: FastifyReply,
  { base, zone, query, page, mails, now, isSending }: ListView,
): Html {
  const path = `${base}/messages`;
  const form = toFilterForm(query);
  return html`
<div class="head"><h1>Messages <span class="count">${mails.total.toLocaleString('en-GB')}</span></h1>
<div class="actions"><a class="button" href="${path}/kinds">Rules and texts</a><a class="button quiet" href="${path}/suppressions">Blocked addresses</a></div></div>
${isSending ? '' : html`<p class="lead">This server sends no email: messages are kept here for you to read.</p>`}
${renderPassedNotice(reply)}
<form class="filters" method="get" action="${path}" role="search" aria-label="Messages">
${renderSelect(form, { name: 'kind', label: 'Message', choices: [ANY, ...toChoices(MAIL_KIND_WORDS)], isOptional: 'unmarked' })}
${renderSelect(form, { name: 'status', label: 'Status', choices: [ANY, ...toChoices(MAIL_STATUS_WORDS)], isOptional: 'unmarked' })}
<div class="actions"><button class="quiet" type="submit">Show</button>${Object.keys(query).length > 0 ? html`<a href="${path}">Show all</a>` : ''}</div>
</form>
<section class="card flush dense" aria-label="Messages">
${renderTable(
  { label: 'Messages', heads: ['Subject', 'To', 'Message', 'Status', 'Written'] },
  mails.rows.map((mail) => [
    html`<a class="name clip" href="${path}/${mail.id}">${mail.rendered.subject}</a>`,
    html`<span class="clip">${mail.toName} <span class="faint">${mail.toEmail}</span></span>`,
    MAIL_KIND_WORDS[mail.kind],
    renderMailBadge(mail),
    renderMoment(mail.createdAt, now, zone),
  ]),
  Object.keys(query).length > 0
    ? renderNothingFound('No message matches. Try fewer filters.', path)
    : renderEmpty('messages', 'No messages yet', 'Guests hear of their bookings by the rules that you set.'),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: mails.total }, (to) => buildUrl(path, { ...query, page: to }))}`;
}

type MessageView = { base: string; zone: string; mail: Mail; now: Date; form: Form };

export function messagePage(reply: FastifyReply, { base, zone, mail, form }: MessageView): Html {
  const path = `${base}/messages/${mail.id}`;
  const { subject, text, html: document } = mail.rendered;
  const mayWithdraw = mail.status === 'pending' || mail.status === 'kept';
  return html`
<p class="back"><a href="${base}/messages">All messages</a></p>
<div class="head"><h1 class="name">${subject}</h1>
<div class="actions">
${mail.status === 'pending' ? '' : renderButtonForm(reply, { action: `${path}/resend`, text: 'Send again' })}
${mayWithdraw ? renderButtonForm(reply, { action: `${path}/withdraw`, text: 'Withdraw', look: 'quiet' }) : ''}
</div></div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<div class="columns">
<section class="card" aria-labelledby="seen-heading"><h2 id="seen-heading">As its reader sees it</h2>
${renderMailFrame(document)}
${
  mail.bookingId !== null && mail.values !== null
    ? html`<p class="help">The link to the guest’s own page gets its key only while the message is sent.</p>`
    : ''
}
<details><summary>As plain text</summary><p class="lines-kept">${text}</p></details>
</section>
<section class="card" aria-labelledby="facts-heading"><h2 id="facts-heading">About it</h2>
<dl>
<div><dt>Message</dt><dd>${MAIL_KIND_WORDS[mail.kind]}</dd></div>
<div><dt>To</dt><dd class="name">${mail.toName}, ${mail.toEmail}</dd></div>
<div><dt>Language</dt><dd>${nameLanguage(mail.language)}</dd></div>
<div><dt>Status</dt><dd>${renderMailBadge(mail)}</dd></div>
${mail.error === null ? '' : html`<div><dt>Why</dt><dd class="name">${mail.error}</dd></div>`}
<div><dt>Written</dt><dd>${presentExactTime(mail.createdAt, zone)}</dd></div>
${mail.sentAt === null ? '' : html`<div><dt>Sent</dt><dd>${presentExactTime(mail.sentAt, zone)}</dd></div>`}
${mail.nextAttemptAt === null ? '' : html`<div><dt>Next try</dt><dd>${presentExactTime(mail.nextAttemptAt, zone)}</dd></div>`}
<div><dt>Tries</dt><dd>${mail.attempts}</dd></div>
${mail.attachments.length === 0 ? '' : html`<div><dt>Attached</dt><dd>${mail.attachments.map(({ name }) => html`${name} `)}</dd></div>`}
</dl>
${renderAbout(base, mail)}
</section>
</div>`;
}

function renderAbout(base: string, { bookingId, guestId }: Mail): Html {
  if (bookingId === null && guestId === null) return EMPTY_HTML;
  return html`<p class="ways">${bookingId === null ? '' : html`<a href="${base}/bookings/${bookingId}">The booking</a> `}${guestId === null ? '' : html`<a href="${base}/guests/${guestId}">The guest</a>`}</p>`;
}
