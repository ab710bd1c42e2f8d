import { type ListingFilter, listListingIds } from '../../db/queries/listings/listings.ts';
import { listListingsToOffer, type SearchedRow } from '../../db/queries/offers/many-offers.ts';
import { findCalendarOffer, type ListingKey } from '../../db/queries/offers/offers.ts';
import { readInOrder } from '../../db/queries/paging.ts';
import { buildListingCalendar, type CalendarDateRange, type CalendarDay } from '../../domain/calendar.ts';
import { addDays, todayInZone } from '../../domain/dates.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import type { ListingKind } from '../../domain/vocabulary.ts';
import { eachWithPauses } from '../../pauses.ts';
import type { SystemScope } from '../team-scope.ts';
import { buildOffer, buildSourceWithMoves, loadOffers } from './many-offers.ts';
import { isReseated } from './movable-stays.ts';
import { loadOfferOfRow } from './offer.ts';

export type ListingCalendar = {
  listingId: string;
  slug: string;
  publicTitle: string;
  kind: ListingKind;
  days: CalendarDay[];
};

type CalendarsRequest = {
  filter: ListingFilter;
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

/** The calendars of a page of the team's listings, in the order of their list. */
export async function listCalendars(
  { db, clock, teamId }: SystemScope,
  { filter, window, page }: CalendarsRequest,
): Promise<PageOfRows<ListingCalendar>> {
  const { ids, total } = await listListingIds(db, teamId, filter, page);
  if (ids.length === 0) return { rows: [], total };
  const listings = await readInOrder(ids, (ids) => listListingsToOffer(db, teamId, ids));
  const days = { startDate: window.startDate, endDate: addDays(window.endDate, 1) };
  const preparationDays = Math.max(...listings.map((listing) => listing.preparationDays));
  const nights = { ...days, endDate: addDays(days.endDate, preparationDays) };
  const now = clock();
  // For a whole team, the taken nights of all units are read by one scan, but for some listings unit by unit.
  const isWholeTeam = ids.length === total && !Object.values(filter).some((one) => one !== undefined);
  const named = isWholeTeam ? null : ids;
  const source = await loadOffers(db, teamId, { nights, days }, { named, now });
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
  return { rows, total };
}
