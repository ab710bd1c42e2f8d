import type { FastifyReply } from 'fastify';
import { MAX_EMAIL_LENGTH, MAX_REASON_LENGTH } from '../../../domain/limits.ts';
import type { PageOfRows } from '../../../domain/page.ts';
import type { Form } from '../../../web/form.ts';
import { field } from '../../../web/form-table.ts';
import { buildUrl, ROWS_PER_PAGE } from '../../../web/paging.ts';
import { renderButtonForm } from '../../../web/views/button-form.ts';
import { type Html, html } from '../../../web/views/html.ts';
import { renderFormToken } from '../../../web/views/layout.ts';
import {
  renderDay,
  renderEmpty,
  renderFormErrors,
  renderPager,
  renderPassedNotice,
  renderTable,
} from '../../../web/views/parts.ts';
import type { MailSuppression } from '../services/suppressions.ts';
import { SUPPRESSION } from './form.ts';

type View = {
  base: string;
  zone: string;
  page: number;
  suppressions: PageOfRows<MailSuppression>;
  form: Form;
};

export function suppressionsPage(reply: FastifyReply, { base, zone, page, suppressions, form }: View): Html {
  const path = `${base}/messages/suppressions`;
  return html`
<p class="back"><a href="${base}/messages">All messages</a></p>
<div class="head"><h1>Blocked addresses</h1><a class="button quiet" href="#new">Block an address</a></div>
<p class="lead">Nothing is sent to these addresses, because they refused a message, or somebody asked for it.</p>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<section class="card flush" aria-label="Blocked addresses">
${renderTable(
  { label: 'Blocked addresses', heads: ['Address', 'Why', 'Since', 'Actions'] },
  suppressions.rows.map(({ id, email, reason, createdAt }) => [
    html`<span class="name">${email}</span>`,
    html`<span class="name">${reason ?? ''}</span>`,
    renderDay(createdAt, zone),
    renderButtonForm(reply, {
      action: `${path}/${id}/delete`,
      text: 'Send again',
      label: `Send to ${email} again`,
      look: 'link',
    }),
  ]),
  renderEmpty(
    'messages',
    'No address is blocked',
    'An address that refuses a message for good appears here by itself.',
  ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: suppressions.total }, (to) => buildUrl(path, { page: to }))}
<section class="card" id="new" aria-labelledby="new-heading"><h2 id="new-heading">Block an address</h2>
<form method="post" action="${path}">${renderFormToken(reply)}
${field(form, SUPPRESSION, 'email', { maxLength: MAX_EMAIL_LENGTH })}
${field(form, SUPPRESSION, 'reason', { maxLength: MAX_REASON_LENGTH })}
<button type="submit">Block</button></form></section>`;
}
