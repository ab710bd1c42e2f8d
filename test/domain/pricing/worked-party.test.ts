import { describe, expect, it } from 'vitest';
import { resolveParty } from '../../../src/domain/party.ts';
import { priceStay, type Tariff } from '../../../src/domain/pricing/price-stay.ts';
import { buildFee, buildTariff, buildTax, buildTerms, stayOf } from '../builders.ts';

// The worked party of docs/rules.md, 23.
const tariff: Tariff = buildTariff({
  terms: buildTerms({
    nightlyCents: 10_000,
    includedGuests: 2,
    extraGuestNightlyCents: 1_500,
    extraChildNightlyCents: 500,
  }),
  fees: [
    buildFee({ code: 'pets', basis: 'pet_night', amountCents: 700 }),
    buildFee({
      code: 'breakfast',
      basis: 'guest_night',
      amountCents: 1_200,
      optional: true,
      maxQuantity: 1,
    }),
  ],
  taxes: [
    buildTax({
      code: 'city-a',
      basis: 'guest_night',
      amountCents: 200,
      agesFrom: 13,
      maxNights: 7,
      validUntil: '2027-12-31',
    }),
    buildTax({
      code: 'city-b',
      basis: 'guest_night',
      amountCents: 300,
      agesFrom: 13,
      maxNights: 7,
      validFrom: '2028-01-01',
    }),
    buildTax({ code: 'child', basis: 'guest_night', amountCents: 100, agesFrom: 0, agesTo: 9 }),
  ],
});
const request = {
  stay: stayOf('2027-12-30', '2028-01-02'),
  party: resolveParty({ numberOfGuests: 4, adults: 2, childrenAges: [9, 4, 1], pets: 1 }, { infantAge: 2 }),
  coupon: null,
  extras: [{ code: 'breakfast', quantity: 1 }],
  bookedOn: '2027-01-01',
};

describe('the worked party', () => {
  it('is right to the cent', () => {
    const price = priceStay(tariff, request);
    expect(price.lines.map(({ code, quantity, amountCents }) => [code, quantity, amountCents])).toEqual([
      ['accommodation', 3, 33_000],
      ['breakfast', 12, 14_400],
      ['pets', 3, 2_100],
      ['child', 9, 900],
      ['city-a', 4, 800],
      ['city-b', 2, 600],
    ]);
    expect(price.grandTotalCents).toBe(51_800);
  });

  it.each([
    [400, 110, 660],
    [null, 110, 660],
    [60, 60, 360],
  ])('owes a percentage of one person’s night, at most %j each', (maxAmountCents, unit, amount) => {
    const tax = buildTax({
      code: 'person-night',
      basis: 'percent_guest_night',
      percentPpm: 50_000,
      maxAmountCents,
      agesFrom: 18,
    });
    const line = priceStay({ ...tariff, fees: [], taxes: [tax] }, request).lines.at(-1);
    expect(line).toEqual({
      type: 'tax',
      code: 'person-night',
      name: 'Tax',
      basis: 'guest_night',
      quantity: 6,
      unitAmountCents: unit,
      percentPpm: 50_000,
      baseAmountCents: 33_000,
      amountCents: amount,
      included: false,
    });
  });
});
