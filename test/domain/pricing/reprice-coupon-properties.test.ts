/** A coupon that a booking gets or loses later gives the price of a booking made so (docs/rules.md, 9.19). */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Coupon } from '../../../src/domain/coupon.ts';
import { isShownPriceLine, type PriceLine, sumPriceLines } from '../../../src/domain/pricing/lines.ts';
import { computeStayPrice } from '../../../src/domain/pricing/price-stay.ts';
import { repriceCoupon } from '../../../src/domain/pricing/reprice-coupon.ts';
import {
  anyDate,
  itHolds,
  maybeCoupon,
  pricedStayFrom,
  unconditionalCoupon,
} from '../../helpers/arbitraries.ts';

const booked = anyDate.chain((date) => fc.record(pricedStayFrom(date)));
type Booked = typeof booked extends fc.Arbitrary<infer Value> ? Value : never;

const priceWith = (
  { source, charges, discounts: offered, stay, party, bookedOn }: Booked,
  coupon: Coupon | null,
) =>
  computeStayPrice(
    { ...source, ...charges, discounts: offered },
    { stay, party, coupon, bookedOn, extras: [] },
  );

const reprice = (booking: Booked, lines: readonly PriceLine[], coupon: Coupon | null) =>
  repriceCoupon(lines, coupon, {
    nights: lines[0]?.quantity ?? 0,
    party: booking.party,
    taxes: booking.charges.taxes,
  });

/** A percentage of which the booking had no line does not join. */
const isKnownIn = (before: readonly PriceLine[]) => {
  const known = new Set(before.map(({ type, code }) => `${type} ${code}`));
  return ({ type, code, percentPpm }: PriceLine) =>
    percentPpm === null || type === 'discount' || known.has(`${type} ${code}`);
};

describe('a coupon of a booking that is replaced', () => {
  itHolds(
    'replacing the coupon gives the lines of a booking made with it, if no charge has changed',
    fc.property(booked, maybeCoupon, (booking, coupon) => {
      const before = priceWith(booking, booking.coupon).lines;
      const after = reprice(booking, before, coupon);
      const isKnown = isKnownIn(before);
      const { lines } = priceWith(booking, coupon);
      // A fee that does not join is in no base.
      fc.pre(lines.every((line) => line.type !== 'fee' || isKnown(line)));
      const expected = lines.filter(isKnown);
      expect(after.lines.filter(isShownPriceLine)).toEqual(expected);
      expect(after).toMatchObject(sumPriceLines(expected));
    }),
  );

  itHolds(
    'a coupon that is taken off again leaves every line as it was',
    fc.property(booked, unconditionalCoupon, (booking, coupon) => {
      const before = priceWith(booking, null).lines;
      const between = reprice(booking, before, coupon).lines;
      expect(reprice(booking, between, null).lines).toEqual(before);
    }),
  );
});
