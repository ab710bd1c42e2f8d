import type { AuditRow } from '../../services/access/audit.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, toFilterForm } from '../paging.ts';
import { type Choice, renderField, renderSelect, toChoices } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { renderEmpty, renderNothingFound, renderPager, renderTable } from '../views/parts.ts';
import { presentExactTime } from '../views/when.ts';
import { ACTION_WORDS, ACTOR_WORDS, presentDetails, presentTarget } from './words.ts';

/** As in the page's address. */
export const LOG_FILTERS = ['action', 'actor', 'from', 'to'];

type LogView = {
  base: string;
  zone: string;
  query: Query;
  errors: Record<string, string>;
  page: number;
  rows: readonly AuditRow[];
  total: number;
};

const ACTION_CHOICES: readonly Choice[] = [{ value: '', name: 'Any' }, ...toChoices(ACTION_WORDS)];

export function logPage({ base, zone, query, errors, page, rows, total }: LogView): Html {
  const path = `${base}/log`;
  const isFiltered = Object.keys(query).length > 0;
  return html`
<div class="head"><h1>Log <span class="count">${total.toLocaleString('en-GB')}</span></h1><div class="actions"><a class="button quiet" href="${buildUrl(`${path}.csv`, query)}" download>Download CSV</a></div></div>
<p class="lead">Who signed in, what changed about people, roles, tokens, settings and webhooks, what was exported or shown, and who was refused. Entries stay for 400 days, internet addresses for 90.</p>
${renderFilters(path, query, errors, isFiltered)}
<section class="card flush dense" aria-label="The log">
${renderTable(
  { label: 'The log', heads: ['When', 'Who', 'What', 'About', 'From', 'Times'], numbers: ['Times'] },
  rows.map((row) => renderRow(row, zone)),
  isFiltered
    ? renderNothingFound('No entry matches. Try fewer filters.', path)
    : renderEmpty('log', 'Nothing yet', 'The next sign-in will be here.'),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total }, (to) => buildUrl(path, { ...query, page: to }))}`;
}

function renderFilters(
  path: string,
  query: Query,
  errors: Record<string, string>,
  isFiltered: boolean,
): Html {
  const form = toFilterForm(query, errors);
  return html`<form class="filters" method="get" action="${path}" role="search" aria-label="The log">
${renderSelect(form, { name: 'action', label: 'What', choices: ACTION_CHOICES, isOptional: 'unmarked' })}
${renderField(form, { name: 'actor', label: 'Who, by the whole name', isOptional: 'unmarked' })}
${renderField(form, { name: 'from', label: 'From', type: 'date', isOptional: 'unmarked' })}
${renderField(form, { name: 'to', label: 'To', type: 'date', isOptional: 'unmarked' })}
<div class="actions"><button class="quiet" type="submit">Show</button>${isFiltered ? html`<a href="${path}">Show all</a>` : ''}</div>
</form>`;
}

function renderRow(row: AuditRow, zone: string): (string | Html)[] {
  const about = [presentTarget(row.target), ...presentDetails(row.details)].filter((text) => text !== null);
  return [
    html`<time datetime="${row.at.toISOString()}">${presentExactTime(row.at, zone)}</time>`,
    row.actorName === null
      ? html`<span class="faint">${ACTOR_WORDS[row.actorType]}</span>`
      : html`<span class="name">${row.actorName}</span>${row.actorType === 'token' ? html` <span class="faint">token</span>` : ''}`,
    ACTION_WORDS[row.action],
    html`<span class="name">${about.join(' · ')}</span>`,
    html`<span class="name code">${row.ip ?? ''}</span>`,
    String(row.count),
  ];
}
