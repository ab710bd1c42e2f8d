import { addDays, type Stay, type StayDate } from '../src/domain/dates.ts';
import type { PriceLine } from '../src/domain/pricing/lines.ts';
import type { Price } from '../src/domain/pricing/pricing.ts';
import { policyAsGiven } from '../src/schemas/cancellation-policy.ts';
import { datesOf } from './dates.ts';
import type { BookingEntry, CouponEntry, ListingEntry } from './entries.ts';
import { eventsOf } from './events.ts';
import { type FolioFacts, folioOf } from './folio.ts';
import { referenceOf } from './guests.ts';
import { idFor } from './identity.ts';
import { momentOf } from './moments.ts';
import { priceOf } from './pricing.ts';
import type { DemoStay } from './stays.ts';
import { feeOf, termsOf } from './terms.ts';

const PPM_PER_PERCENT = 10_000;
/** When the office handles requests, changes and cancellations. */
const OFFICE_HOUR = '10:10:00';
/** When a hold ends on its day. */
const HELD_UNTIL = '18:00:00';

export type DatedBooking = BookingEntry & { created_at: string; updated_at: string };

type Surroundings = {
  listing: ListingEntry;
  building: ListingEntry | null;
  coupon: CouponEntry | null;
  today: StayDate;
};

/** A stay of the demo as a booking of the team file, with its price, folio and history as of yesterday evening. */
export function bookingOf(stay: DemoStay, { listing, building, coupon, today }: Surroundings): DatedBooking {
  const dates = datesOf(stay, listing, today);
  const bookedOn = addDays(today, stay.from - stay.bookedBefore);
  const priceFor = (guests: number) => priceOf(listing, { stay: dates, guests, bookedOn, coupon });
  const price = priceFor(stay.guests);
  const moments = momentsOf(stay, bookedOn);
  const policy = stay.paidElsewhere ? null : termsOf(listing, building);
  const made = {
    policy,
    checkIn: dates.checkIn,
    grandTotal: price.grandTotalCents,
    isPending: stay.pending === true,
  };
  const facts: FolioFacts = {
    stay,
    dates,
    today,
    listing,
    bookedOn,
    totals: totalsOf(price),
    formerTotals: stay.changed ? totalsOf(priceFor(stay.changed.guestsBefore)) : null,
    moments,
    fee: moments.cancelled ? feeOf(made, { created: moments.created, cancelled: moments.cancelled }) : null,
  };
  const { created, confirmed, cancelled } = moments;
  const status = statusOf(stay, dates, today);
  const completed =
    status === 'completed' ? momentOf(dates.checkOut, listing.check_out_time ?? '11:00') : null;
  const folio = folioOf(facts);
  const events = eventsOf(facts, folio, completed);
  return {
    id: idFor(`booking ${stay.code}`),
    confirmation_code: stay.code,
    listing: stay.listing,
    unit: stay.unit,
    guest: referenceOf(stay.guest),
    status,
    source: stay.source,
    check_in: dates.checkIn,
    check_out: dates.checkOut,
    number_of_guests: stay.guests,
    coupon_code: coupon?.code ?? null,
    notes: stay.notes ?? null,
    special_requests: stay.requests ?? null,
    totals: facts.totals,
    lines: price.lines.map(lineOf),
    preparation_days: listing.rules?.preparation_days ?? 0,
    cancellation_policy: policyAsGiven(policy),
    cancellation_reason: stay.cancelled?.reason ?? null,
    cancellation_fee: facts.fee,
    expires_at: stay.heldUntil === undefined ? null : momentOf(addDays(today, stay.heldUntil), HELD_UNTIL),
    confirmed_at: confirmed,
    cancelled_at: cancelled,
    completed_at: completed,
    ...folio,
    events,
    created_at: created,
    updated_at: events.at(-1)?.created_at ?? created,
  };
}

function statusOf(stay: DemoStay, { checkOut }: Stay, today: StayDate): BookingEntry['status'] {
  if (stay.cancelled) return 'cancelled';
  if (stay.pending === true) return 'pending';
  return checkOut < today ? 'completed' : 'confirmed';
}

function momentsOf(stay: DemoStay, bookedOn: StayDate): FolioFacts['moments'] {
  const created = momentOf(bookedOn, stay.bookedAt);
  const inTheOffice = (daysLater: number) => momentOf(addDays(bookedOn, daysLater), OFFICE_HOUR);
  return {
    created,
    confirmed: confirmedAt(stay, created, inTheOffice),
    changed: stay.changed ? inTheOffice(stay.changed.daysAfterBooking) : null,
    cancelled: stay.cancelled ? inTheOffice(stay.cancelled.daysAfterBooking) : null,
  };
}

function confirmedAt(
  { pending }: DemoStay,
  created: string,
  inTheOffice: (daysLater: number) => string,
): string | null {
  if (pending === true) return null;
  return pending === undefined ? created : inTheOffice(pending);
}

export const totalsOf = (price: Price): FolioFacts['totals'] => ({
  accommodation_total: price.accommodationTotalCents,
  discount_total: price.discountTotalCents,
  fees_total: price.feesTotalCents,
  taxes_total: price.taxesTotalCents,
  grand_total: price.grandTotalCents,
});

export const lineOf = (line: PriceLine): NonNullable<BookingEntry['lines']>[number] => ({
  type: line.type,
  code: line.code,
  name: line.name,
  basis: line.basis,
  quantity: line.quantity,
  unit_amount: line.unitAmountCents,
  percent: line.percentPpm === null ? null : line.percentPpm / PPM_PER_PERCENT,
  base_amount: line.baseAmountCents,
  amount: line.amountCents,
  included: line.included,
});
