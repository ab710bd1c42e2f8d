import { describe, expect, it } from 'vitest';
import { AmountOutOfRangeError } from '../../../src/domain/money.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import { computeStayPrice } from '../../../src/domain/pricing/price-stay.ts';
import {
  buildCoupon,
  buildDiscount,
  buildFee,
  buildTariff,
  buildTax,
  buildTerms,
  stayOf,
} from '../builders.ts';

const bookedOn = '2026-12-01';

describe('a price', () => {
  const stay = stayOf('2027-04-05', '2027-04-07');
  const request = { stay, party: buildPartyOfAdults(1), coupon: null, extras: [], bookedOn };

  it('a price always has an accommodation line, and leaves out other lines of 0', () => {
    const free = buildTariff({
      terms: buildTerms({ nightlyCents: 0 }),
      fees: [buildFee({ basis: 'percent', percentPpm: 100_000 })],
      taxes: [buildTax({ percentPpm: 60_000 })],
      discounts: [buildDiscount()],
    });
    const price = computeStayPrice(free, { ...request, coupon: buildCoupon({ amountCents: 500 }) });
    expect(price.lines.map((line) => [line.type, line.amountCents])).toEqual([['accommodation', 0]]);
    expect(price.couponCode).toBe('COUPON');
    // The totals of nothing are 0 and not -0, which JSON readers could take for another number.
    expect(Object.is(price.discountTotalCents, 0)).toBe(true);
  });

  it('lead times of discounts count from the day of booking', () => {
    const tariff = buildTariff({
      discounts: [buildDiscount({ kind: 'last_minute', minNights: null, daysBefore: 3 })],
    });
    expect(computeStayPrice(tariff, { ...request, bookedOn: '2027-04-02' }).discountTotalCents).toBe(2_000);
    expect(computeStayPrice(tariff, { ...request, bookedOn: '2027-04-01' }).discountTotalCents).toBe(0);
  });

  it('a tax on fees is computed on taxable fees only, and a tax on accommodation after discounts', () => {
    const tariff = buildTariff({
      fees: [
        buildFee({ code: 'linen', amountCents: 1_000, taxable: true }),
        buildFee({ code: 'pet', amountCents: 5_000 }),
      ],
      taxes: [buildTax({ percentPpm: 100_000 })],
      discounts: [buildDiscount({ percentPpm: 500_000 })],
    });
    const price = computeStayPrice(tariff, request);
    expect(price.taxesTotalCents).toBe(1_100);
    expect(price.grandTotalCents).toBe(20_000 - 10_000 + 6_000 + 1_100);
  });

  it('an included tax does not add to the total', () => {
    const tariff = buildTariff({ taxes: [buildTax({ percentPpm: 250_000, included: true })] });
    const price = computeStayPrice(tariff, request);
    expect(price.lines.at(-1)).toMatchObject({ type: 'tax', amountCents: 4_000, included: true });
    expect(price).toMatchObject({ taxesTotalCents: 0, grandTotalCents: 20_000 });
  });

  it('in a currency without decimals amounts are whole: 5 % of 310 yen is 16', () => {
    const tariff = buildTariff({
      terms: buildTerms({ nightlyCents: 155 }),
      taxes: [buildTax({ percentPpm: 50_000 })],
    });
    expect(computeStayPrice(tariff, request)).toMatchObject({ taxesTotalCents: 16, grandTotalCents: 326 });
  });

  it('prices are exact at the limits, and refused with the name of the amount beyond exact numbers', () => {
    const terms = buildTerms({
      nightlyCents: 100_000_000_000,
      includedGuests: 0,
      extraGuestNightlyCents: 100_000_000_000,
    });
    const yearLong = { ...request, stay: stayOf('2027-01-01', '2028-01-01') };
    const taxes = [buildTax({ percentPpm: 88_750 })];
    const price = computeStayPrice(buildTariff({ terms, taxes }), {
      ...yearLong,
      party: buildPartyOfAdults(9),
    });
    expect(price.accommodationTotalCents).toBe(365_000_000_000_000);
    expect(price.taxesTotalCents).toBe(32_393_750_000_000);
    expect(() =>
      computeStayPrice(buildTariff({ terms }), { ...yearLong, party: buildPartyOfAdults(1_000) }),
    ).toThrow(AmountOutOfRangeError);
  });
});
