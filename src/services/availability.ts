import type { Database } from '../db/client.ts';
import {
  findOfferedListing,
  findOfferedSiteListing,
  listTakenUnits,
  loadCharges,
  loadSeasonsAndDays,
  type OfferedListing,
} from '../db/queries/offers.ts';
import { type Availability, decideAvailability } from '../domain/availability.ts';
import { isBookable } from '../domain/bookable.ts';
import { type CalendarDay, type CalendarWindow, calendarOf } from '../domain/calendar.ts';
import { type CouponRefusal, checkCoupon } from '../domain/coupon.ts';
import { foldCase } from '../domain/fold-case.ts';
import {
  type Inventory,
  type NightSpan,
  type Occupancy,
  occupiedSpan,
  type Unit,
} from '../domain/inventory.ts';
import { isBuilding } from '../domain/listing-kind.ts';
import { AmountOutOfRangeError } from '../domain/money.ts';
import type { Offer } from '../domain/offer.ts';
import { type Price, priceStay } from '../domain/pricing.ts';
import { addDays, type Stay, todayIn } from '../domain/stay.ts';
import type { Clock } from './clock.ts';

export type { OfferedListing };

export type StayRequest = { stay: Stay; guests: number; couponCode: string | null };
export type Quote = Availability & { price: Price; currency: string };
export type QuoteRefusal = CouponRefusal | { reason: 'amount_out_of_range'; message: string };

export type AvailabilityService = ReturnType<typeof createAvailabilityService>;

/**
 * Answers whether a stay can be had, what it costs, and what a listing's calendar is: the same for the team and for
 * its booking site (contract, sections 5 to 7).
 */
export function createAvailabilityService({ db, clock }: { db: Database; clock: Clock }) {
  const todayOf = (listing: OfferedListing) => todayIn(listing.timezone, clock());

  return {
    /** A team's listing in any status; null if it has none with that id. */
    findListing: (teamId: number, id: string): Promise<OfferedListing | null> =>
      findOfferedListing(db, teamId, id),

    /** A listing that the team's booking site shows; null if it shows none with that slug. */
    findSiteListing: (teamId: number, slug: string): Promise<OfferedListing | null> =>
      findOfferedSiteListing(db, teamId, slug),

    /** Whether a stay can be had and what it costs, which it is told in either case; or why the coupon is refused. */
    async quote(
      teamId: number,
      listing: OfferedListing,
      { stay, guests, couponCode }: StayRequest,
    ): Promise<{ ok: true; quote: Quote } | { ok: false; refusal: QuoteRefusal }> {
      const today = todayOf(listing);
      // The check-out day is no night, but its override may close departure.
      const days = { startDate: stay.checkIn, endDate: addDays(stay.checkOut, 1) };
      const [inventory, rates, charges] = await Promise.all([
        loadInventory(db, teamId, listing, occupiedSpan(stay, listing.preparationDays)),
        loadSeasonsAndDays(db, teamId, listing.id, days),
        loadCharges(db, teamId, listing.id, couponCode === null ? null : foldCase(couponCode)),
      ]);
      const { coupon } = charges;
      const refusal = couponCode === null ? null : checkCoupon(coupon, stay, today);
      if (refusal) return { ok: false, refusal };
      const offer = offerOf(listing, inventory, rates);
      try {
        const price = priceStay({ ...offer, ...charges }, { stay, guests, coupon, bookedOn: today });
        const availability = decideAvailability(offer, { stay, guests }, today);
        return { ok: true, quote: { ...availability, price, currency: listing.currency } };
      } catch (error) {
        if (!(error instanceof AmountOutOfRangeError)) throw error;
        return { ok: false, refusal: { reason: 'amount_out_of_range', message: error.message } };
      }
    },

    /** The listing's calendar, a day each from the window's start to its end, both included. */
    async calendar(teamId: number, listing: OfferedListing, window: CalendarWindow): Promise<CalendarDay[]> {
      const days = { startDate: window.startDate, endDate: addDays(window.endDate, 1) };
      const span = { ...days, endDate: addDays(days.endDate, listing.preparationDays) };
      const [inventory, rates] = await Promise.all([
        loadInventory(db, teamId, listing, span),
        loadSeasonsAndDays(db, teamId, listing.id, days),
      ]);
      return calendarOf(offerOf(listing, inventory, rates), window, todayOf(listing));
    },
  };
}

function offerOf(
  listing: OfferedListing,
  inventory: Inventory,
  rates: Pick<Offer, 'seasons' | 'days'>,
): Offer {
  return { terms: listing, ...rates, inventory, bookable: isBookable(listing) };
}

async function loadInventory(
  db: Database,
  teamId: number,
  listing: OfferedListing,
  span: NightSpan,
): Promise<Inventory> {
  const units = new Map<string, Unit>();
  const occupancies: Occupancy[] = [];
  for (const { id, name, startDate, endDate } of await listTakenUnits(db, teamId, listing.id, span)) {
    if (!units.has(id)) units.set(id, { id, name });
    if (startDate !== null && endDate !== null) occupancies.push({ unitId: id, startDate, endDate });
  }
  return { units: [...units.values()], wholeBuilding: isBuilding(listing.kind), occupancies };
}
