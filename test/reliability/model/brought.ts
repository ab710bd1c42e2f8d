/** Data that a team brings from another system: bookings of another channel. */
import type { TeamDraw } from './any-team.ts';
import { dayIn, plus, stamp } from './dates.ts';
import { picked } from './drawing.ts';
import { shownPayment } from './folio.ts';
import { accommodation } from './price.ts';
import { type Booking, isFree, type State, takingsOf, todayOf } from './state.ts';

/** A booking of another channel, which has no plan here and may have one payment. */
export function bringBooking(
  state: State,
  { unit: pick, offset, nights, paid }: TeamDraw['imported'][number],
): void {
  const listings = state.team.listings.filter(({ units }) => units.length > 0);
  const listing = picked(listings, pick);
  const unit = picked(listing.units, pick);
  const check_in = plus(todayOf(state), offset);
  const check_out = plus(check_in, nights);
  const end = plus(check_out, listing.rules.preparation_days);
  if (!isFree(takingsOf(state), unit.id, check_in, end)) return;
  const number = state.bookings.length + 1;
  const id = (kind: string) => listing.id.replace(/.{6}$/, `${kind}000${number}0`);
  const created_at = stamp(state.now.subtract({ hours: 50 }));
  const guest = {
    id: id('a'),
    name: `Channel ${number}`,
    email: `channel${number}@example.com`,
    phone: null,
    notes: null,
    erased_at: null,
    created_at,
  };
  state.guests.push(guest);
  const grand_total = 10_001 * nights;
  const payment = { amount: grand_total, due_on: check_in, refunded_amount: 0, reference: null };
  state.bookings.push({
    id: id('b'),
    confirmation_code: `CH-${number}`,
    listing_id: listing.id,
    whole_building: false,
    guest_id: guest.id,
    status: 'confirmed',
    source: 'airbnb',
    check_in,
    check_out,
    number_of_guests: 2,
    accommodation_total: grand_total,
    discount_total: 0,
    fees_total: 0,
    taxes_total: 0,
    grand_total,
    price_breakdown: [accommodation(nights, grand_total)],
    coupon_code: null,
    notes: null,
    special_requests: null,
    cancellation_reason: null,
    cancellation_fee: null,
    expires_at: null,
    policy: null,
    confirmed_at: created_at,
    cancelled_at: null,
    completed_at: null,
    created_at,
    updated_at: created_at,
    unitIds: [unit.id],
    preparationDays: listing.rules.preparation_days,
    bookedOn: dayIn(state.team.team.timezone, state.now.subtract({ hours: 50 })),
    folio: {
      payments: paid ? [{ ...payment, id: id('c'), status: 'paid', paid_at: created_at, position: 0 }] : [],
      invoices: [],
      deposit: null,
    },
    events: [],
  });
}

/** The imported data as a team file. */
export function broughtFile({ team, bookings, guests }: State): object {
  const inFile = (booking: Booking) => {
    const {
      unitIds,
      policy: _p,
      preparationDays,
      price_breakdown: lines,
      folio,
      whole_building: _w,
      bookedOn: _b,
      guest_id,
      listing_id,
      accommodation_total,
      discount_total,
      fees_total,
      taxes_total,
      grand_total,
      ...own
    } = booking;
    const listing = team.listings.find(({ id }) => id === listing_id);
    return {
      ...own,
      guest: guests.find(({ id }) => id === guest_id)?.email,
      listing: listing?.slug,
      unit: listing?.units.find(({ id }) => id === unitIds[0])?.name,
      totals: { accommodation_total, discount_total, fees_total, taxes_total, grand_total },
      lines,
      preparation_days: preparationDays,
      payments: folio.payments.map(shownPayment),
    };
  };
  return { guests, bookings: bookings.map(inFile) };
}
