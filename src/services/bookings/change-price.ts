/** The price of a booking that changes. */

import type { BookingRecord } from '../../db/queries/bookings/booking-writes.ts';
import type { StayOfParty } from '../../domain/availability/rules.ts';
import { type Coupon, findCouponStayRefusal } from '../../domain/coupon.ts';
import { countDaysBetween, type Stay } from '../../domain/dates.ts';
import type { ChosenExtra } from '../../domain/pricing/extras.ts';
import { hasTotalBelowZero } from '../../domain/pricing/lines.ts';
import type { StayPrice } from '../../domain/pricing/price-stay.ts';
import { repriceExtrasAndPets } from '../../domain/pricing/reprice-extras.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { type LockedOffer, refuseTooLarge } from './stay.ts';

/** The coupon of a booking if its stay window and nights allow the new stay. Else it is given back. */
export function findCouponKept({ charges: { coupon } }: LockedOffer, stay: Stay): Coupon | null {
  return coupon && findCouponStayRefusal(coupon, stay) === null ? coupon : null;
}

/** Amounts of its listing in another currency would be wrong as the booking's, and its payments as theirs. */
export const findCurrencyMessages = (from: string, to: string): FieldMessages =>
  from === to
    ? {}
    : { currency: [`This booking is in ${from} and its place in ${to}, so it cannot be priced again.`] };

type ChosenStay = StayOfParty & { extras: readonly ChosenExtra[] };

/** The price of a booking of which only extras or pets change. What its nights cost each is not kept. */
export function repriceOffer(
  { charges }: LockedOffer,
  booking: Pick<BookingRecord, 'priceLines' | 'extras'>,
  { stay, party, extras }: ChosenStay,
): StayPrice {
  const booked = { lines: booking.priceLines, extras: booking.extras };
  const counted = { stay, party, nights: countDaysBetween(stay.checkIn, stay.checkOut) };
  const price = refuseTooLarge('extras', () => repriceExtrasAndPets(booked, charges, counted, extras));
  if (hasTotalBelowZero(price)) throw new Invalid({ extras: [BELOW_ZERO] });
  return { ...price, nightlyRates: [], couponCode: charges.coupon?.code ?? null };
}

const BELOW_ZERO = 'The rest of this booking’s price would be below 0, so its extras and pets stay.';
