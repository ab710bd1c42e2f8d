import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { addDays, daysBetween } from '../../../src/domain/dates.ts';
import type { PriceLine } from '../../../src/domain/pricing/lines.ts';
import {
  type Price,
  type PriceRequest,
  priceStay,
  type Tariff,
} from '../../../src/domain/pricing/pricing.ts';
import {
  anyDate,
  dateBetween,
  discounts,
  fees,
  itHolds,
  percentPpm,
  rateSourceFrom,
  stayFrom,
  taxes,
  unconditionalCoupon,
} from '../../helpers/arbitraries.ts';
import { buildCoupon, buildDiscount } from '../builders.ts';
import { roundedHalfUp } from '../exact.ts';

const quote: fc.Arbitrary<{ tariff: Tariff; request: PriceRequest }> = anyDate.chain((date) =>
  fc.record({
    tariff: fc
      .tuple(rateSourceFrom(date), fees, taxes, discounts)
      .map(([source, allFees, allTaxes, allDiscounts]) => ({
        ...source,
        fees: allFees,
        taxes: allTaxes,
        discounts: allDiscounts,
      })),
    request: fc.record({
      stay: stayFrom(fc.constant(date), 20),
      guests: fc.integer({ min: 1, max: 12 }),
      coupon: fc.option(unconditionalCoupon, { nil: null }),
      bookedOn: dateBetween(addDays(date, -40), date),
    }),
  }),
);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const linesOf = (price: Price, type: PriceLine['type']) => price.lines.filter((line) => line.type === type);
const amountsOf = (lines: readonly PriceLine[]) => lines.map((line) => line.amountCents);

/** A percentage of a base, computed with fractions. */
const shareOf = (baseCents: number, ppm: number) =>
  roundedHalfUp(BigInt(baseCents) * BigInt(ppm), 1_000_000n);

/** The part of a base that is an included percentage: the base minus the base without it. */
const shareInside = (baseCents: number, ppm: number) => {
  const whole = 1_000_000n + BigInt(ppm);
  return roundedHalfUp(BigInt(baseCents) * whole - BigInt(baseCents) * 1_000_000n, whole);
};

const timesOf = (basis: string, guests: number, nights: number) =>
  ({ stay: 1, night: nights, guest: guests, guest_night: guests * nights })[basis] ?? 0;

describe('every price', () => {
  itHolds(
    'is the sum of its lines, and its totals are theirs',
    fc.property(quote, ({ tariff, request }) => {
      const price = priceStay(tariff, request);
      const added = price.lines.filter((line) => !line.included);
      expect(price.grandTotalCents).toBe(sum(amountsOf(added)));
      expect(price.grandTotalCents).toBe(
        price.accommodationTotalCents -
          price.discountTotalCents +
          price.feesTotalCents +
          price.taxesTotalCents,
      );
      expect(price.grandTotalCents).toBeGreaterThanOrEqual(0);
      expect(price.accommodationTotalCents).toBe(sum(price.nightlyRates.map((night) => night.rateCents)));
      expect(price.nightlyRates).toHaveLength(daysBetween(request.stay.checkIn, request.stay.checkOut));
      expect(price.lines.slice(1).every((line) => line.amountCents !== 0)).toBe(true);
      expect(price.lines.every((line) => Number.isSafeInteger(line.amountCents))).toBe(true);
    }),
  );

  itHolds(
    'has in every percentage line the exact fraction rounded half up',
    fc.property(quote, ({ tariff, request }) => {
      for (const line of priceStay(tariff, request).lines) {
        if (line.percentPpm === null || line.baseAmountCents === null) continue;
        const share = line.included ? shareInside : shareOf;
        expect(Math.abs(line.amountCents)).toBe(share(line.baseAmountCents, line.percentPpm));
        expect(line.amountCents < 0).toBe(line.type === 'discount');
      }
    }),
  );

  itHolds(
    'takes the discount that no other beats, then the coupon on what is left',
    fc.property(quote, ({ tariff, request }) => {
      const price = priceStay(tariff, request);
      const total = price.accommodationTotalCents;
      const nights = price.nightlyRates.length;
      const leadDays = daysBetween(request.bookedOn, request.stay.checkIn);
      const savings = tariff.discounts
        .filter((discount) =>
          discount.kind === 'length_of_stay'
            ? nights >= (discount.minNights ?? 0)
            : discount.kind === 'early_bird'
              ? leadDays >= (discount.daysBefore ?? 0)
              : leadDays <= (discount.daysBefore ?? 0),
        )
        .map((discount) => shareOf(total, discount.percentPpm));
      const saved = Math.max(0, ...savings);
      const left = total - saved;
      const { coupon } = request;
      const redeemed =
        coupon?.percentPpm == null
          ? Math.min(coupon?.amountCents ?? 0, left)
          : shareOf(left, coupon.percentPpm);
      expect(amountsOf(linesOf(price, 'discount'))).toEqual(
        [-saved, -redeemed].filter((amount) => amount !== 0),
      );
    }),
  );

  itHolds(
    'charges each fee and tax on its own base, and no other',
    fc.property(quote, ({ tariff, request }) => {
      const price = priceStay(tariff, request);
      const { guests } = request;
      const nights = price.nightlyRates.length;
      const discounted = price.accommodationTotalCents - price.discountTotalCents;
      const feeOf = (fee: Tariff['fees'][number]) =>
        fee.percentPpm === null
          ? (fee.amountCents ?? 0) * timesOf(fee.basis, guests, nights)
          : shareOf(discounted, fee.percentPpm);
      const taxable = sum(tariff.fees.filter((fee) => fee.taxable).map(feeOf));
      const taxOf = (tax: Tariff['taxes'][number]) => {
        if (tax.percentPpm === null) {
          return (tax.amountCents ?? 0) * timesOf(tax.basis, guests, Math.min(nights, tax.maxNights ?? 999));
        }
        const base =
          (tax.appliesTo.includes('accommodation') ? discounted : 0) +
          (tax.appliesTo.includes('fees') ? taxable : 0);
        return (tax.included ? shareInside : shareOf)(base, tax.percentPpm);
      };
      const expected = (charges: { code: string; amount: number }[]) =>
        charges
          .filter(({ amount }) => amount !== 0)
          .sort((a, b) => (a.code < b.code ? -1 : 1))
          .map(({ code, amount }) => [code, amount]);
      const actual = (type: PriceLine['type']) =>
        linesOf(price, type).map((line) => [line.code, line.amountCents]);
      expect(actual('fee')).toEqual(
        expected(tariff.fees.map((fee) => ({ code: fee.code, amount: feeOf(fee) }))),
      );
      expect(actual('tax')).toEqual(
        expected(tariff.taxes.map((tax) => ({ code: tax.code, amount: taxOf(tax) }))),
      );
    }),
  );

  itHolds(
    'does not depend on the order in which fees, taxes and discounts are defined',
    fc.property(quote, ({ tariff, request }) => {
      const turned = {
        ...tariff,
        fees: tariff.fees.toReversed(),
        taxes: tariff.taxes.toReversed(),
        discounts: tariff.discounts.toReversed(),
        seasons: tariff.seasons.toReversed(),
        days: tariff.days.toReversed(),
      };
      expect(priceStay(turned, request)).toEqual(priceStay(tariff, request));
    }),
  );
});

describe('a price moves the right way', () => {
  const percents = fc.tuple(percentPpm, percentPpm).map((both) => both.toSorted((a, b) => a - b));
  itHolds(
    'a higher discount or coupon never raises the total',
    fc.property(quote, percents, ({ tariff, request }, [low = 0, high = 0]) => {
      const totalWith = (percent: number) =>
        priceStay({ ...tariff, discounts: [buildDiscount({ percentPpm: percent, minNights: 1 })] }, request)
          .grandTotalCents;
      expect(totalWith(high)).toBeLessThanOrEqual(totalWith(low));
      const totalWithCoupon = (percent: number) =>
        priceStay(tariff, { ...request, coupon: buildCoupon({ percentPpm: percent }) }).grandTotalCents;
      expect(totalWithCoupon(high)).toBeLessThanOrEqual(totalWithCoupon(low));
    }),
  );

  itHolds(
    'one more night never lowers the accommodation, nor does one more guest',
    fc.property(quote, ({ tariff, request }) => {
      const { stay, guests } = request;
      const accommodationOf = (changed: Partial<PriceRequest>) =>
        priceStay(tariff, { ...request, ...changed }).accommodationTotalCents;
      const longer = { ...stay, checkOut: addDays(stay.checkOut, 1) };
      expect(accommodationOf({ stay: longer })).toBeGreaterThanOrEqual(accommodationOf({}));
      expect(accommodationOf({ guests: guests + 1 })).toBeGreaterThanOrEqual(accommodationOf({}));
    }),
  );
});
