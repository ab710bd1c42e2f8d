import type { ListingFilter } from '../../db/queries/listings/listings.ts';
import type { SearchedRow } from '../../db/queries/offers/many-offers.ts';
import { findCalendarOffer, type ListingKey } from '../../db/queries/offers/offers.ts';
import { buildListingCalendar, type CalendarDateRange, type CalendarDay } from '../../domain/calendar.ts';
import { addDays, todayInZone } from '../../domain/dates/dates.ts';
import { type PageOfRows, type PageRequest, toLimitAndOffset } from '../../domain/page.ts';
import type { ListingKind } from '../../domain/vocabulary.ts';
import { eachWithPauses } from '../../pauses.ts';
import type { Catalogue } from '../kept-catalogues/catalogue.ts';
import type { SystemScope, TeamScope } from '../team-scope.ts';
import { readChosenOffers } from './catalogue-offers.ts';
import { buildOffer, buildSourceWithMoves } from './many-offers.ts';
import { isReseated } from './movable-stays.ts';
import { loadOfferOfRow } from './offer.ts';

export type ListingCalendar = {
  listingId: string;
  slug: string;
  publicTitle: string;
  kind: ListingKind;
  days: CalendarDay[];
};

type CalendarsFilter = Pick<ListingFilter, 'statuses' | 'kinds' | 'ids'>;
type CalendarsRequest = {
  filter: CalendarsFilter;
  window: CalendarDateRange;
  page: PageRequest;
};

/**
 * A listing's calendar, one entry per day of the window, both ends included, or null if the listing does not
 * exist.
 */
export async function readListingCalendar(
  { db, clock, teamId }: SystemScope,
  named: ListingKey,
  window: CalendarDateRange,
): Promise<CalendarDay[] | null> {
  const now = clock();
  const days = { startDate: window.startDate, endDate: addDays(window.endDate, 1) };
  const found = await findCalendarOffer(db, teamId, named, { nights: days, days, now });
  if (!found) return null;
  const { preparationDays, timezone } = found;
  // Without preparation nights, moving bookings never frees a single night of a calendar, so moves are not
  // searched.
  const span = preparationDays === 0 ? null : { ...days, endDate: addDays(days.endDate, preparationDays) };
  const offer = await loadOfferOfRow(db, teamId, found, { span, isOfManyStays: true, now });
  return buildListingCalendar(offer, window, todayInZone(timezone, now));
}

/** The calendars of a page of the team's listings, by title and then slug. */
export async function listCalendars(
  scope: TeamScope,
  { filter, window, page }: CalendarsRequest,
): Promise<PageOfRows<ListingCalendar>> {
  const { db, clock, teamId } = scope;
  const now = clock();
  const { limit, offset } = toLimitAndOffset(page);
  const days = { startDate: window.startDate, endDate: addDays(window.endDate, 1) };
  const choose = async (catalogue: Catalogue) =>
    listMatching(catalogue, filter)
      .slice(offset, offset + limit)
      .map(({ row }) => ({ listing: row }));
  const { catalogue, chosen, source } = await readChosenOffers(
    scope,
    { nights: days, days },
    { choose, now },
  );
  const listings = chosen.map(({ listing }) => listing);
  // Without preparation nights, moving bookings never frees a single night of a calendar, so moves are not
  // searched.
  const reseated = listings.filter((listing) => isReseated(listing) && listing.preparationDays > 0);
  const nightsOf = (listing: SearchedRow) => ({
    ...days,
    endDate: addDays(days.endDate, listing.preparationDays),
  });
  const withStays = await buildSourceWithMoves(
    db,
    teamId,
    { listings: reseated, source, nightsOf, now },
    true,
  );
  const rows: ListingCalendar[] = [];
  await eachWithPauses(listings, (listing) => {
    const { id: listingId, slug, publicTitle, kind } = listing;
    const today = todayInZone(listing.timezone, now);
    const offer = buildOffer(withStays, listing);
    rows.push({ listingId, slug, publicTitle, kind, days: buildListingCalendar(offer, window, today) });
  });
  return { rows, total: listMatching(catalogue, filter).length };
}

function listMatching({ listings }: Catalogue, { statuses, kinds, ids }: CalendarsFilter) {
  const isNamed = ids && new Set(ids);
  return listings.filter(
    ({ row }) =>
      (statuses?.includes(row.status) ?? true) &&
      (kinds?.includes(row.kind) ?? true) &&
      (isNamed?.has(row.id) ?? true),
  );
}
