/** Dense lists: a table of a desk, a list of cards on a phone, and the way to its other pages. */
import { html } from 'ghtml';
import type { Form } from '../form.ts';
import { type Query, ROWS_PER_PAGE, withQuery } from '../paging.ts';
import type { Html } from './layout.ts';

/** A column. Amounts and numbers are at the right. `label` is for a phone, if the head says too little there. */
export type Column = { head: string; right?: boolean };

/** The roles keep it a table for screen readers where a phone shows cards. */
export const denseTable = (
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Html[])[],
): Html => html`<table class="dense" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">!${columns.map(
  ({ head, right }) =>
    html`<th role="columnheader" scope="col"!${right ? ' class="right"' : ''}>${head}</th>`,
)}</tr></thead>
<tbody role="rowgroup">
!${rows.map(
  (cells) =>
    html`<tr role="row">!${cells.map(
      (cell, index) =>
        html`<td role="cell"!${columns[index]?.right ? ' class="right"' : ''}><span class="label" aria-hidden="true">${columns[index]?.head ?? ''}</span><span class="cell">!${cell}</span></td>`,
    )}</tr>`,
)}
</tbody>
</table>`;

type Paged = { path: string; query: Query; page: number; total: number; noun: string };

/** How many there are, and links to the pages before and after. */
export function pager({ path, query, page, total, noun }: Paged): Html {
  const last = Math.max(1, Math.ceil(total / ROWS_PER_PAGE));
  const from = (page - 1) * ROWS_PER_PAGE + 1;
  const to = Math.min(total, page * ROWS_PER_PAGE);
  const shown =
    total === 0 || from > total
      ? `${total} ${noun}`
      : `${from}–${to} of ${total.toLocaleString('en-GB')} ${noun}`;
  const link = (target: number, text: string) =>
    target < 1 || target > last || target === page
      ? ''
      : html`<a href="${withQuery(path, { ...query, page: target })}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages"><span>${shown}</span>
!${link(Math.min(page - 1, last), 'Previous')}!${last > 1 ? html`<span class="faint">Page ${page} of ${last}</span>` : ''}!${link(page + 1, 'Next')}</nav>`;
}

/** The form that holds a query's values. */
export const formOf = (query: Query): Form => ({ values: { ...query }, errors: {} });
