import type { FastifyReply } from 'fastify';
import type { BookingStatus } from '../../domain/vocabulary.ts';
import { takeNotice } from '../flash.ts';
import type { Form } from '../form.ts';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { renderIcon } from './icons.ts';
import { presentAgo, presentDate, presentExactTime } from './when.ts';

/** For an error that belongs to no single field. */
export const renderFormError = (form: Form): Html =>
  form.errors.form ? html`<p class="notice bad" role="alert">${form.errors.form}</p>` : EMPTY_HTML;

/** Each with a link to its field. */
export const renderFormErrors = ({ errors, values }: Form): Html =>
  Object.keys(errors).length === 0
    ? EMPTY_HTML
    : html`<div class="notice bad" role="alert">
${Object.entries(errors).map(
  ([name, error]) =>
    html`<p>${Object.hasOwn(values, name) ? html`<a href="#${name}">${error}</a>` : html`${error}`}</p>`,
)}
</div>`;

export const renderNotice = (text: string): Html => html`<p class="notice good" role="status">${text}</p>`;

export function renderPassedNotice(reply: FastifyReply): Html {
  const notice = takeNotice(reply);
  return notice === null ? EMPTY_HTML : renderNotice(notice.text);
}

/** It says how to begin. `action` is a link or button for the first step. */
export const renderEmpty = (
  drawing: Parameters<typeof renderIcon>[0],
  title: string,
  text: string,
  action: Html = EMPTY_HTML,
): Html =>
  html`<div class="empty">${renderIcon(drawing)}<h2>${title}</h2><p>${text}</p>${action === EMPTY_HTML ? '' : html`<p class="empty-action">${action}</p>`}</div>`;

export const renderNothingFound = (text: string, all: string): Html =>
  html`<div class="empty" role="status">${renderIcon('search')}<h2>Nothing found</h2><p>${text}</p><p class="empty-action"><a class="button quiet" href="${all}">Show all</a></p></div>`;

/** Such as "2 days ago", and the exact time on hover. */
export const renderMoment = (at: Date, now: Date, zone: string): Html =>
  html`<time datetime="${at.toISOString()}" title="${presentExactTime(at, zone)}">${presentAgo(at, now)}</time>`;

/** The exact time appears on hover. */
export const renderDay = (at: Date, zone: string): Html =>
  html`<time datetime="${at.toISOString()}" title="${presentExactTime(at, zone)}">${presentDate(at, zone)}</time>`;

/** Only its digits. Null if it has none. */
export const findDialledNumber = (phone: string): string | null => phone.replaceAll(/[^\d+]/g, '') || null;

export const renderPhone = (phone: string): Html => {
  const dialled = findDialledNumber(phone);
  return dialled === null
    ? html`<span class="name">${phone}</span>`
    : html`<a class="name" href="tel:${dialled}">${phone}</a>`;
};

const STATUS_NAMES = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const satisfies Record<BookingStatus, string>;

export const statusName = (status: BookingStatus): string => STATUS_NAMES[status];

/** With a word and a mark, so that nobody depends on its colour. */
export const renderStatusBadge = (status: BookingStatus): Html =>
  html`<span class="badge status ${status}">${STATUS_NAMES[status]}</span>`;

export function renderPager(
  { page, perPage, total }: { page: number; perPage: number; total: number },
  hrefOf: (page: number) => string,
): Html {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (total === 0 || (last === 1 && page === 1)) return EMPTY_HTML;
  const first = (page - 1) * perPage + 1;
  return html`<nav class="pager" aria-label="Pages of the list">
${page > 1 ? html`<a class="button quiet" rel="prev" href="${hrefOf(Math.min(page - 1, last))}">${renderIcon('earlier')} Previous</a>` : ''}
<span>${first <= total ? `${first}–${Math.min(page * perPage, total)} of ${total}` : `Nothing here: the list ends at ${total}`}</span>
${page < last ? html`<a class="button quiet" rel="next" href="${hrefOf(page + 1)}">Next ${renderIcon('later')}</a>` : ''}
</nav>`;
}

/** The button appears only if scripts run. */
export const renderCopyable = (label: string, text: string): Html => html`<div class="copy" data-copy>
<label for="copied">${label}</label>
<textarea id="copied" class="secret" readonly rows="2" spellcheck="false">${text}</textarea>
<div class="actions"><button type="button" hidden>Copy</button><span role="status"></span></div>
</div>`;

/** Empty above buttons, because they say what they do. */
const renderCellLabel = (head = ''): Html =>
  head === 'Actions' ? EMPTY_HTML : html`<span class="label" aria-hidden="true">${head}</span>`;

/** A narrow screen shows it as cards. ARIA roles keep it a table for screen readers. */
export function renderTable(
  { label, heads, numbers = [] }: { label: string; heads: string[]; numbers?: readonly string[] },
  rows: readonly (readonly (string | Html)[])[],
  empty: Html = EMPTY_HTML,
): Html {
  if (rows.length === 0) return empty;
  const isNumber = (index: number) => numbers.includes(heads[index] ?? '');
  return html`<table class="rows" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${heads.map((head, index) => html`<th role="columnheader" scope="col"${isNumber(index) ? html` class="number"` : ''}>${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  (cells) =>
    html`<tr role="row">${cells.map(
      (cell, index) =>
        html`<td role="cell"${isNumber(index) ? html` class="number"` : ''}>${renderCellLabel(heads[index])}<span class="cell">${cell}</span></td>`,
    )}</tr>`,
)}
</tbody>
</table>`;
}

export const renderCardOf = (id: string, title: string, body: Html): Html =>
  html`<section class="card" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${title}</h2>${body}</section>`;
