import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { addDays, countDaysBetween, listNights } from '../../../src/domain/dates/dates.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import type { Fee, Tax } from '../../../src/domain/pricing/charges.ts';
import type { PriceLine } from '../../../src/domain/pricing/lines.ts';
import {
  computeStayPrice,
  type StayPrice,
  type StayPriceRequest,
  type Tariff,
} from '../../../src/domain/pricing/price-stay.ts';
import {
  anyDate,
  anyParty,
  dateBetween,
  discounts,
  feesAround,
  itHolds,
  percentPpm,
  rateSourceFrom,
  stayFrom,
  taxesAround,
  unconditionalCoupon,
} from '../../helpers/arbitraries.ts';
import { buildCoupon, buildDiscount } from '../builders.ts';
import { roundedHalfUp } from '../exact.ts';

const quote: fc.Arbitrary<{ tariff: Tariff; request: StayPriceRequest }> = anyDate
  .chain((date) =>
    fc.record({
      tariff: fc
        .tuple(rateSourceFrom(date), feesAround(date), taxesAround(date), discounts)
        .map(([source, allFees, allTaxes, allDiscounts]) => ({
          ...source,
          fees: allFees,
          taxes: allTaxes,
          discounts: allDiscounts,
        })),
      request: fc.record({
        stay: stayFrom(fc.constant(date), 20),
        party: anyParty,
        coupon: fc.option(unconditionalCoupon, { nil: null }),
        bookedOn: dateBetween(addDays(date, -40), date),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
    }),
  )
  .map(({ tariff, request: { quantity, ...request } }) => ({
    tariff,
    // Some of the fees are extras, and every other of these is chosen.
    request: {
      ...request,
      extras: tariff.fees.filter((_, index) => index % 2 === 0).map(({ code }) => ({ code, quantity })),
    },
  }));

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const linesOf = (price: StayPrice, type: PriceLine['type']) =>
  price.lines.filter((line) => line.type === type);
const amountsOf = (lines: readonly PriceLine[]) => lines.map((line) => line.amountCents);

/** A percentage of a base, computed with fractions. */
const shareOf = (baseCents: number, ppm: number) =>
  roundedHalfUp(BigInt(baseCents) * BigInt(ppm), 1_000_000n);

/** The part of a base that is an included percentage: the base minus the base without it. */
const shareInside = (baseCents: number, ppm: number) => {
  const whole = 1_000_000n + BigInt(ppm);
  return roundedHalfUp(BigInt(baseCents) * whole - BigInt(baseCents) * 1_000_000n, whole);
};

/** How often a fixed amount is due, counted night by night and person by person. */
function timesOf(
  charge: Fee | Tax,
  { party, stay }: Pick<StayPriceRequest, 'party' | 'stay'>,
  maxNights: number | null = null,
) {
  const { agesFrom, agesTo, validFrom, validUntil } = charge;
  const isInside = (date: string) =>
    (validFrom === null || validFrom <= date) && (validUntil === null || date <= validUntil);
  const nights = listNights(stay)
    .slice(0, maxNights ?? 999)
    .filter(isInside).length;
  const everybody = [...Array.from({ length: party.adults }, () => 18), ...party.childrenAges];
  const persons =
    agesFrom === null
      ? everybody.length - party.infants
      : everybody.filter((age) => age >= agesFrom && (agesTo === null || age <= agesTo)).length;
  const once = isInside(stay.checkIn) ? 1 : 0;
  return {
    stay: once,
    night: nights,
    guest: persons * once,
    guest_night: persons * nights,
    pet: party.pets * once,
    pet_night: party.pets * nights,
    percent: once,
    percent_guest_night: persons * nights,
  }[charge.basis];
}

describe('every price', () => {
  itHolds(
    'every price is the sum of its lines, and its totals are those of its lines',
    fc.property(quote, ({ tariff, request }) => {
      const price = computeStayPrice(tariff, request);
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
      expect(price.nightlyRates).toHaveLength(countDaysBetween(request.stay.checkIn, request.stay.checkOut));
      expect(price.lines.slice(1).every((line) => line.amountCents !== 0)).toBe(true);
      expect(price.lines.every((line) => Number.isSafeInteger(line.amountCents))).toBe(true);
    }),
  );

  itHolds(
    'every percentage line of a price is the exact fraction rounded half up',
    fc.property(quote, ({ tariff, request }) => {
      for (const line of computeStayPrice(tariff, request).lines) {
        if (line.basis !== 'percent' || line.percentPpm === null || line.baseAmountCents === null) continue;
        const share = line.included ? shareInside : shareOf;
        expect(Math.abs(line.amountCents)).toBe(share(line.baseAmountCents, line.percentPpm));
        expect(line.amountCents < 0).toBe(line.type === 'discount');
      }
    }),
  );

  itHolds(
    'every price has the best automatic discount, then the coupon on what is left',
    fc.property(quote, ({ tariff, request }) => {
      const price = computeStayPrice(tariff, request);
      const total = price.accommodationTotalCents;
      const nights = price.nightlyRates.length;
      const leadDays = countDaysBetween(request.bookedOn, request.stay.checkIn);
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
    'every price has each fee and tax computed on its own base',
    fc.property(quote, ({ tariff, request }) => {
      const price = computeStayPrice(tariff, request);
      const { party } = request;
      const nights = price.nightlyRates.length;
      const discounted = price.accommodationTotalCents - price.discountTotalCents;
      const feeOf = (fee: Fee) => {
        const chosen = request.extras.find(({ code }) => code === fee.code)?.quantity ?? 0;
        const times = timesOf(fee, request) * (fee.optional ? chosen : 1);
        if (fee.percentPpm === null) return (fee.amountCents ?? 0) * times;
        return times === 0 ? 0 : shareOf(discounted, fee.percentPpm);
      };
      const taxable = sum(tariff.fees.filter((fee) => fee.taxable).map(feeOf));
      const taxOf = (tax: Tax) => {
        const isExempt = tax.exemptFromNights !== null && nights >= tax.exemptFromNights;
        const times = isExempt ? 0 : timesOf(tax, request, tax.maxNights);
        if (tax.percentPpm === null) return (tax.amountCents ?? 0) * times;
        if (tax.basis === 'percent_guest_night') {
          const shares = BigInt(nights * (party.adults + party.childrenAges.length));
          const each = roundedHalfUp(BigInt(discounted) * BigInt(tax.percentPpm), 1_000_000n * shares);
          return times * Math.min(each, tax.maxAmountCents ?? each);
        }
        if (times === 0) return 0;
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
    'a price does not depend on the order in which fees, taxes and discounts are defined',
    fc.property(quote, ({ tariff, request }) => {
      const turned = {
        ...tariff,
        fees: tariff.fees.toReversed(),
        taxes: tariff.taxes.toReversed(),
        discounts: tariff.discounts.toReversed(),
        seasons: tariff.seasons.toReversed(),
        days: tariff.days.toReversed(),
      };
      expect(computeStayPrice(turned, request)).toEqual(computeStayPrice(tariff, request));
    }),
  );
});

describe('how a price rises and falls', () => {
  const percents = fc.tuple(percentPpm, percentPpm).map((both) => both.toSorted((a, b) => a - b));
  itHolds(
    'a higher discount or coupon never raises the total',
    fc.property(quote, percents, ({ tariff, request }, [low = 0, high = 0]) => {
      const totalWith = (percent: number) =>
        computeStayPrice(
          { ...tariff, discounts: [buildDiscount({ percentPpm: percent, minNights: 1 })] },
          request,
        ).grandTotalCents;
      expect(totalWith(high)).toBeLessThanOrEqual(totalWith(low));
      const totalWithCoupon = (percent: number) =>
        computeStayPrice(tariff, { ...request, coupon: buildCoupon({ percentPpm: percent }) })
          .grandTotalCents;
      expect(totalWithCoupon(high)).toBeLessThanOrEqual(totalWithCoupon(low));
    }),
  );

  itHolds(
    'one more night, or one more guest, never lowers the accommodation',
    fc.property(quote, ({ tariff, request }) => {
      const { stay, party } = request;
      const accommodationOf = (changed: Partial<StayPriceRequest>) =>
        computeStayPrice(tariff, { ...request, ...changed }).accommodationTotalCents;
      const longer = { ...stay, checkOut: addDays(stay.checkOut, 1) };
      expect(accommodationOf({ stay: longer })).toBeGreaterThanOrEqual(accommodationOf({}));
      const { adults } = party;
      expect(accommodationOf({ party: { ...party, adults: adults + 1 } })).toBeGreaterThanOrEqual(
        accommodationOf({}),
      );
    }),
  );

  itHolds(
    'one more child never lowers the total, except through taxes on each person’s share of a night',
    fc.property(
      quote,
      fc.integer({ min: 0, max: 17 }),
      fc.boolean(),
      ({ tariff, request }, age, isInfant) => {
        const { party } = request;
        const more = {
          ...party,
          childrenAges: [...party.childrenAges, age].toSorted((a, b) => a - b),
          infants: party.infants + (isInfant ? 1 : 0),
        };
        const taxes = tariff.taxes.filter(({ basis }) => basis !== 'percent_guest_night');
        const totalOf = (changed: StayPriceRequest['party']) =>
          computeStayPrice({ ...tariff, taxes }, { ...request, party: changed }).grandTotalCents;
        expect(totalOf(more)).toBeGreaterThanOrEqual(totalOf(party));
      },
    ),
  );

  itHolds(
    'a party of adults costs what the same number of guests cost before there were children',
    fc.property(quote, fc.integer({ min: 1, max: 12 }), ({ tariff, request }, guests) => {
      const { includedGuests, extraGuestNightlyCents } = tariff.terms;
      const extra =
        includedGuests === null ? 0 : Math.max(0, guests - includedGuests) * extraGuestNightlyCents;
      const { nightlyRates } = computeStayPrice(tariff, { ...request, party: buildPartyOfAdults(guests) });
      expect(nightlyRates.map(({ extraGuestsCents }) => extraGuestsCents)).toEqual(
        nightlyRates.map(() => extra),
      );
    }),
  );
});
