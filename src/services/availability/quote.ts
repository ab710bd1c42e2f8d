import type { Database } from '../../db/client.ts';
import {
  findCalendarOffer,
  findOfferedListing,
  findQuoteOffer,
  type ListingName,
  type OfferedListing,
  type TakenUnit,
} from '../../db/queries/offers/offers.ts';
import { spanOfAlternatives } from '../../domain/availability/alternatives.ts';
import type { Offer } from '../../domain/availability/offer.ts';
import { type CalendarDay, type CalendarWindow, calendarOf } from '../../domain/calendar.ts';
import { type CancellationTerms, policyOf, termsOfQuote } from '../../domain/cancellation.ts';
import { checkCoupon } from '../../domain/coupon.ts';
import { addDays, type Stay, todayIn } from '../../domain/dates.ts';
import {
  type Inventory,
  type NightSpan,
  type Occupancy,
  occupiedSpan,
  type Unit,
} from '../../domain/inventory.ts';
import { isBookable, isBuilding } from '../../domain/listing.ts';
import { AmountOutOfRangeError } from '../../domain/money.ts';
import { quoteStay, type Quote as StayQuote } from '../../domain/pricing/quote.ts';
import { foldCase } from '../../domain/text.ts';
import type { Clock } from '../clock.ts';
import { Invalid } from '../errors.ts';
import { withMovableStays } from './movable-stays.ts';

export type { ListingName, OfferedListing };
export { findOfferedListing };

export type StayRequest = {
  stay: Stay;
  guests: number;
  couponCode: string | null;
  /** The maximum number of other stays to name if this one is not available. */
  alternatives: number;
};
export type Quote = StayQuote & { currency: string; cancellation: CancellationTerms | null };

/**
 * Whether a stay is available, and its price in either case. Refused if the coupon does not apply or the price is too
 * large. Null if there is no such listing. If no bookings can move for the stay, this is one statement.
 */
export async function quoteListing(
  { db, clock }: { db: Database; clock: Clock },
  teamId: number,
  named: ListingName,
  { couponCode, ...request }: StayRequest,
): Promise<Quote | null> {
  const now = clock();
  const couponKey = couponCode === null ? null : foldCase(couponCode);
  // The statement adds the preparation nights, because only it knows them.
  const found = await findQuoteOffer(db, teamId, named, { ...spansOf(request, 0), couponKey, now });
  if (!found) return null;
  const { taken, seasons, days, fees, taxes, discounts, coupon, ...listing } = found;
  const today = todayIn(listing.timezone, now);
  const { nights: span } = spansOf(request, listing.preparationDays);
  const seated = await withMoves(
    db,
    { teamId, listing, inventory: inventoryOf(listing, taken), now },
    { span, isOfManyStays: request.alternatives > 0 },
  );
  const refusal = couponCode === null ? null : checkCoupon(coupon, request.stay, today);
  if (refusal) throw new Invalid({ coupon_code: [refusal.message] });
  const offer = { ...offerOf(listing, seated, { seasons, days }), fees, taxes, discounts };
  try {
    const quote = quoteStay(offer, { ...request, coupon }, today);
    const cancellation = termsOfQuote(policyOf(listing), request.stay.checkIn);
    return { ...quote, currency: listing.currency, cancellation };
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw new Invalid({ guests: [error.message] });
  }
}

/**
 * The listing's calendar, one entry per day of the window, both ends included. Null if there is no such listing.
 */
export async function readCalendar(
  { db, clock }: { db: Database; clock: Clock },
  teamId: number,
  named: ListingName,
  window: CalendarWindow,
): Promise<CalendarDay[] | null> {
  const now = clock();
  const shown = { startDate: window.startDate, endDate: addDays(window.endDate, 1) };
  const found = await findCalendarOffer(db, teamId, named, { nights: shown, days: shown, now });
  if (!found) return null;
  const { taken, seasons, days, ...listing } = found;
  const inventory = inventoryOf(listing, taken);
  const span = { ...shown, endDate: addDays(shown.endDate, listing.preparationDays) };
  // A single night never depends on moves, only a night with preparation nights after it.
  const seated =
    listing.preparationDays === 0
      ? inventory
      : await withMoves(db, { teamId, listing, inventory, now }, { span, isOfManyStays: true });
  return calendarOf(offerOf(listing, seated, { seasons, days }), window, todayIn(listing.timezone, now));
}

/** The inventory, read again if answers about it may depend on moves of bookings. */
async function withMoves(
  db: Database,
  { teamId, listing, inventory, now }: Loaded,
  { span, isOfManyStays }: { span: NightSpan; isOfManyStays: boolean },
): Promise<Inventory> {
  const requested = [{ listing, inventory, span }];
  const moved = await withMovableStays(db, teamId, requested, { now, isOfManyStays });
  return moved.get(listing) ?? inventory;
}

type Loaded = { teamId: number; listing: OfferedListing; inventory: Inventory; now: Date };

/** The nights and days that decide about a stay, and about the other stays if they are requested. */
export function spansOf(
  { stay, alternatives }: Pick<StayRequest, 'stay' | 'alternatives'>,
  preparationDays: number,
): Record<'nights' | 'days', NightSpan> {
  if (alternatives > 0) {
    const { startDate, endDate } = spanOfAlternatives(stay);
    const whole = { startDate, endDate: addDays(endDate, preparationDays + 1) };
    return { nights: whole, days: whole };
  }
  return {
    nights: occupiedSpan(stay, preparationDays),
    // Nobody sleeps on the check-out day, but its override may close departure.
    days: { startDate: stay.checkIn, endDate: addDays(stay.checkOut, 1) },
  };
}

function offerOf(
  listing: OfferedListing,
  inventory: Inventory,
  rates: Pick<Offer, 'seasons' | 'days'>,
): Offer {
  return { terms: listing, ...rates, inventory, bookable: isBookable(listing) };
}

function inventoryOf(listing: Pick<OfferedListing, 'kind'>, taken: readonly TakenUnit[]): Inventory {
  const units = new Map<string, Unit>();
  const occupancies: Occupancy[] = [];
  for (const { id, name, startDate, endDate } of taken) {
    if (!units.has(id)) units.set(id, { id, name });
    if (startDate !== null && endDate !== null) occupancies.push({ unitId: id, startDate, endDate });
  }
  return { units: [...units.values()], wholeBuilding: isBuilding(listing.kind), occupancies };
}
