import type { PageOfRows } from '../../../../domain/page.ts';
import type { PricedListing } from '../../../../services/catalogue/rates.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, toFilterForm } from '../../../../web/paging.ts';
import type { PresentPlace } from '../../../../web/place-names.ts';
import { renderField } from '../../../../web/views/fields.ts';
import { presentCount, presentMoney } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderEmpty, renderNothingFound, renderPager, renderTable } from '../../../../web/views/parts.ts';
import { KIND_WORDS, LISTING_STATUS_WORDS } from '../../../../web/views/words.ts';
import { renderPricesTabs } from './tabs.ts';

/** A building that is not booked as a whole has only its rooms' prices. */
const isSold = ({ kind, wholeBuildingBookable }: PricedListing['listing']): boolean =>
  kind !== 'building' || wholeBuildingBookable;

type View = {
  base: string;
  query: Query;
  page: number;
  listings: PageOfRows<PricedListing>;
  presentPlace: PresentPlace;
};

export function pricesPage({ base, query, page, listings, presentPlace }: View): Html {
  const path = `${base}/prices`;
  return html`
<div class="head"><h1>Prices <span class="count">${listings.total.toLocaleString('en-GB')}</span></h1></div>
${renderPricesTabs(base, 'places')}
<form class="filters" method="get" action="${path}" role="search" aria-label="Places">
${renderField(toFilterForm(query), { name: 'q', label: 'Part of the name', type: 'search', maxLength: 100, isOptional: 'unmarked' })}
<div class="actions"><button class="quiet" type="submit">Show</button>${query.q !== undefined ? html`<a href="${path}">Show all</a>` : ''}</div>
</form>
<section class="card flush dense" aria-label="Places">
${renderTable(
  {
    label: 'Places',
    heads: ['Place', 'Kind', 'Status', 'Tonight', 'Minimum stay', 'Price of a night', 'Weekend night'],
    numbers: ['Tonight', 'Minimum stay', 'Price of a night', 'Weekend night'],
  },
  listings.rows.map(({ listing, terms: { nightlyCents, weekendNightlyCents }, tonight }) => [
    html`<a class="name clip" href="${path}/${listing.id}">${presentPlace(listing)}</a>`,
    KIND_WORDS[listing.kind],
    html`<span class="badge listing-${listing.status}">${LISTING_STATUS_WORDS[listing.status]}</span>`,
    ...(isSold(listing)
      ? [
          presentMoney(tonight.baseRateCents, listing.currency),
          presentCount(tonight.minStay, 'night'),
          presentMoney(nightlyCents, listing.currency),
          weekendNightlyCents === null ? '' : presentMoney(weekendNightlyCents, listing.currency),
        ]
      : ['by its rooms', '', '', '']),
  ]),
  query.q !== undefined
    ? renderNothingFound(`No place has “${query.q}” in its name.`, path)
    : renderEmpty(
        'prices',
        'No places yet',
        'Add the first one. Then you set its prices here.',
        html`<a class="button" href="${base}/places/new">Add a place</a>`,
      ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: listings.total }, (to) => buildUrl(path, { ...query, page: to }))}`;
}
