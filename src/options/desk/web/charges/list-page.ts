import type { FastifyReply } from 'fastify';
import type { PageOfRows } from '../../../../domain/page.ts';
import type { ChargeKind, ShownCharge } from '../../../../services/catalogue/charges.ts';
import { buildUrl, ROWS_PER_PAGE } from '../../../../web/paging.ts';
import { presentCount } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderEmpty, renderPager, renderPassedNotice, renderTable } from '../../../../web/views/parts.ts';
import { renderPricesTabs } from '../prices/tabs.ts';
import { renderShortExample, type Shown } from './example.ts';
import { TEMPLATES } from './templates.ts';
import { CHARGE_WORDS, nameOfCharge, presentChargeTerms } from './words.ts';

type View = {
  base: string;
  kind: ChargeKind;
  currency: string;
  page: number;
  charges: PageOfRows<ShownCharge>;
  /** In the order of the charges. */
  examples: readonly Shown[];
};

export const chargePath = (base: string, { kind, row }: ShownCharge): string =>
  `${base}/charges/${kind}/${encodeURIComponent(row.code)}`;

export function chargesPage(
  reply: FastifyReply,
  { base, kind, currency, page, charges, examples }: View,
): Html {
  const path = `${base}/charges`;
  const { all, one, empty } = CHARGE_WORDS[kind];
  return html`
<div class="head"><h1>${all}</h1><div class="actions"><a class="button" href="${path}/new/${kind}">Add a ${one}</a></div></div>
${renderPricesTabs(base, kind)}
${renderPassedNotice(reply)}
${renderTemplates(path, kind)}
<section class="card flush" aria-label="${all}">
${renderTable(
  { label: all, heads: ['Name', 'How it is counted', 'Places', 'For example'] },
  charges.rows.map((charge, index) => [
    html`<a class="name" href="${chargePath(base, charge)}">${nameOfCharge(charge)}</a>`,
    presentChargeTerms(charge, currency),
    presentPlaces(charge),
    renderShortExample(examples[index] ?? null),
  ]),
  renderEmpty('prices', `No ${PLURALS[kind]} yet`, empty),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: charges.total }, (to) => buildUrl(path, { kind, page: to }))}
<p class="aside">Bookings that exist keep their prices, whatever is changed here.</p>`;
}

const PLURALS = {
  fee: 'fees',
  tax: 'taxes',
  discount: 'discounts',
  coupon: 'coupons',
} satisfies Record<ChargeKind, string>;

function renderTemplates(path: string, kind: ChargeKind): Html {
  const templates = Object.entries(TEMPLATES).filter(([, template]) => template.kind === kind);
  if (templates.length === 0) return EMPTY_HTML;
  return html`<ul class="choices small">${templates.map(
    ([template, { title, text }]) =>
      html`<li><a href="${buildUrl(`${path}/new/${kind}`, { template })}"><strong>Add ${title}</strong> <span>${text}</span></a></li>`,
  )}</ul>`;
}

const presentPlaces = ({ slugs }: ShownCharge): Html | string =>
  slugs === null
    ? 'All'
    : slugs.length === 0
      ? html`<span class="badge">None</span>`
      : presentCount(slugs.length, 'place');
