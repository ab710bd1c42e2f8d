/** A booking that changes is priced by what the change touches (docs/rules.md, 9.13 to 9.19 and 24). */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { PricedStay } from '../../../src/domain/booking-change.ts';
import { addDays } from '../../../src/domain/dates/dates.ts';
import {
  type BookingPrice,
  isPriceRefusal,
  type PriceRefusal,
  priceBooking,
  repriceBooking,
} from '../../../src/domain/pricing/reprice-booking.ts';
import {
  anyDate,
  anyParty,
  dateBetween,
  discounts,
  feesAround,
  fewerRuns,
  itHolds,
  rateSourceFrom,
  stayFrom,
  taxesAround,
  unconditionalCoupon,
} from '../../helpers/arbitraries.ts';

const adjustments = fc.array(
  fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('Late check-out', 'Goodwill'),
    amountCents: fc.integer({ min: 1, max: 20_000 }),
    taxable: fc.boolean(),
  }),
  { maxLength: 3 },
);

const tariffFrom = (date: string) =>
  fc.record({
    rates: rateSourceFrom(date),
    fees: feesAround(date),
    taxes: taxesAround(date),
    discounts,
    coupon: fc.option(unconditionalCoupon, { nil: null }),
    bookedOn: dateBetween(addDays(date, -40), date),
  });

const wishFrom = (date: string, couponKey: string | null): fc.Arbitrary<PricedStay> =>
  fc.record({
    listingId: fc.constant('loft'),
    stay: stayFrom(fc.constant(date), 10),
    party: anyParty,
    extras: fc.constant([]),
    couponKey: fc.constant(couponKey),
    agreed: fc.constant(null),
    adjustments,
  });

const change = anyDate.chain((date) =>
  tariffFrom(date).chain((tariff) => {
    const couponKey = tariff.coupon && 'coupon';
    const wish = wishFrom(date, couponKey);
    return fc.record({ before: wish, after: wish, tariff: fc.constant(tariff), later: tariffFrom(date) });
  }),
);

function requirePrice(priced: BookingPrice | PriceRefusal): BookingPrice {
  if (isPriceRefusal(priced)) throw new Error(`Refused: ${priced.refusal} of ${priced.part}.`);
  return priced;
}

const bookedOf = (before: PricedStay, { price }: BookingPrice) => ({ ...before, priceLines: price.lines });

describe('a booking that changes', () => {
  itHolds(
    'a booking whose people, dates or listing change costs what a new booking costs',
    fc.property(change, fc.constantFrom('regroup', 'restay', 'relist'), ({ before, after, tariff }, kind) => {
      const booked = bookedOf(before, requirePrice(priceBooking(before, tariff)));
      expect(repriceBooking(kind, booked, after, tariff)).toEqual(priceBooking(after, tariff));
    }),
    fewerRuns,
  );

  itHolds(
    'a booking whose lines by hand change costs what it would have cost with them, whatever has become dearer',
    fc.property(change, ({ before, after: { adjustments }, tariff, later }) => {
      const booked = bookedOf(before, requirePrice(priceBooking(before, tariff)));
      const adjusted = { ...before, adjustments };
      const { price } = requirePrice(repriceBooking('adjust', booked, adjusted, { ...later, rates: null }));
      const { nightlyRates: _, ...expected } = requirePrice(priceBooking(adjusted, tariff)).price;
      expect(price).toMatchObject({ lines: expected.lines, grandTotalCents: expected.grandTotalCents });
    }),
    fewerRuns,
  );

  itHolds(
    'a coupon that is taken off and added again leaves the price as it was',
    fc.property(change, unconditionalCoupon, ({ before, tariff }, coupon) => {
      const without = { ...before, couponKey: null };
      const first = requirePrice(priceBooking(without, { ...tariff, coupon: null }));
      const added = { ...without, couponKey: 'coupon' };
      const second = requirePrice(
        repriceBooking('recharge', bookedOf(without, first), added, { ...tariff, rates: null, coupon }),
      );
      expect(second.couponKey).toBe('coupon');
      const booked = bookedOf(added, second);
      const third = requirePrice(
        repriceBooking('recharge', booked, without, { ...tariff, rates: null, coupon: null }),
      );
      expect(third.price.lines).toEqual(first.price.lines);
      expect(third.couponKey).toBe(null);
    }),
    fewerRuns,
  );
});
