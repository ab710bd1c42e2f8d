/** The list of places with their base rates. */
import { html } from 'ghtml';
import type { PricedListing } from '../../../services/catalogue/rates.ts';
import type { Page } from '../../../services/page.ts';
import { counted } from '../../days.ts';
import { money } from '../../money.ts';
import type { Query } from '../../paging.ts';
import { KIND_WORDS, LISTING_STATUS_WORDS } from '../../words.ts';
import { entry } from '../entry.ts';
import type { Html } from '../layout.ts';
import { denseTable, formOf, pager } from '../lists.ts';
import { empty } from '../parts.ts';

type View = { base: string; query: Query; page: number; listings: Page<PricedListing> };

export function pricesPage({ base, query, page, listings }: View): Html {
  const path = `${base}/prices`;
  const isFiltered = query.q !== undefined;
  return html`
<h1>Prices</h1>
<form class="filters" method="get" action="${path}" role="search" aria-label="Places">
!${entry(formOf(query), { name: 'q', label: 'Part of the name', type: 'search', maxLength: 100 })}
<div class="actions"><button type="submit">Show</button>!${isFiltered ? html`<a href="${path}">Show all</a>` : ''}</div>
</form>
<section class="card flush" aria-label="Places">
!${
    listings.rows.length > 0
      ? denseTable(
          'Places',
          [
            { head: 'Place' },
            { head: 'Kind' },
            { head: 'Status' },
            { head: 'A night', right: true },
            { head: 'Weekend', right: true },
            { head: 'Minimum stay', right: true },
          ],
          listings.rows.map(({ listing, nightlyCents, weekendNightlyCents, minStay }) => [
            html`<a class="name clip" href="${path}/${listing.id}">${listing.publicTitle}</a>`,
            KIND_WORDS[listing.kind],
            html`<span class="badge listing-${listing.status}">${LISTING_STATUS_WORDS[listing.status]}</span>`,
            html`${money(nightlyCents, listing.currency)}`,
            html`${weekendNightlyCents === null ? '' : money(weekendNightlyCents, listing.currency)}`,
            counted(minStay ?? 1, 'night'),
          ]),
        )
      : isFiltered || listings.total > 0
        ? empty('prices', 'Nothing found', 'No place has this in its name.')
        : empty(
            'prices',
            'No places yet',
            'Add your first place through the API or with a team file. Then you set its prices here.',
          )
  }
</section>
!${pager({ path, query, page, total: listings.total, noun: listings.total === 1 ? 'place' : 'places' })}`;
}
