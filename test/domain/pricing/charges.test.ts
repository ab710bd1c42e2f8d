import { describe, expect, it } from 'vitest';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import { buildFeeLines, buildTaxLines, sumTaxableCents } from '../../../src/domain/pricing/charges.ts';
import { buildFee, buildTax, stayOf } from '../builders.ts';

const party = { stay: stayOf('2027-04-01', '2027-04-06'), nights: 5, party: buildPartyOfAdults(3) };

describe('fees', () => {
  it.each([
    ['stay', 1, 1_000],
    ['night', 5, 5_000],
    ['guest', 3, 3_000],
    ['guest_night', 15, 15_000],
  ] as const)('fees by the %s are counted %i times', (basis, quantity, amountCents) => {
    const lines = buildFeeLines([buildFee({ basis, amountCents: 1_000 })], [], 80_000, party);
    expect(lines).toEqual([
      {
        type: 'fee',
        code: 'fee',
        name: 'Fee',
        basis,
        quantity,
        unitAmountCents: 1_000,
        percentPpm: null,
        baseAmountCents: null,
        amountCents,
        included: false,
        taxable: false,
      },
    ]);
  });

  it('fees with a percentage are computed from accommodation minus discounts, rounded half up', () => {
    const lines = buildFeeLines([buildFee({ basis: 'percent', percentPpm: 35_000 })], [], 37_549, party);
    expect(lines).toEqual([
      {
        type: 'fee',
        code: 'fee',
        name: 'Fee',
        basis: 'percent',
        quantity: null,
        unitAmountCents: null,
        percentPpm: 35_000,
        baseAmountCents: 37_549,
        amountCents: 1_314,
        included: false,
        taxable: false,
      },
    ]);
  });

  it('fees come in the order of their codes, leave out those of 0, and know their taxable part', () => {
    const lines = buildFeeLines(
      [
        buildFee({ code: 'b', amountCents: 700, taxable: true }),
        buildFee({ code: 'Z', amountCents: 20 }),
        buildFee({ code: 'nil', amountCents: 0, taxable: true }),
        buildFee({ code: 'a', basis: 'percent', percentPpm: 100_000, taxable: true }),
      ],
      [],
      1_000,
      party,
    );
    expect(lines.map((line) => line.code)).toEqual(['Z', 'a', 'b']);
    expect(sumTaxableCents(lines)).toBe(800);
  });

  it('fees without an amount or a percentage throw, and are not free', () => {
    expect(() => buildFeeLines([buildFee({ code: 'x' })], [], 1_000, party)).toThrow(
      'The fee x has no amount.',
    );
    expect(() => buildFeeLines([buildFee({ code: 'x', basis: 'percent' })], [], 1_000, party)).toThrow(
      'The fee x has no percentage.',
    );
  });
});

describe('taxes', () => {
  const linesOf = (...taxes: ReturnType<typeof buildTax>[]) => buildTaxLines(taxes, 37_549, 5_000, party);

  it.each([
    [['accommodation'], 37_549, 2_253], // 2252.94
    [['fees'], 5_000, 300],
    [['accommodation', 'fees'], 42_549, 2_553], // 2552.94
  ] as const)('taxes of a percentage on %j are of %i', (appliesTo, baseAmountCents, amountCents) => {
    const [line] = linesOf(buildTax({ percentPpm: 60_000, appliesTo }));
    expect(line).toMatchObject({ baseAmountCents, amountCents, quantity: null, included: false });
  });

  it.each([
    ['stay', null, 1],
    ['night', null, 5],
    ['guest', null, 3],
    ['guest_night', null, 15],
    ['stay', 2, 1],
    ['night', 2, 2],
    ['guest', 2, 3],
    ['guest_night', 2, 6],
    ['guest_night', 7, 15],
  ] as const)('taxes by the %s with max_nights %s are counted %i times', (basis, maxNights, quantity) => {
    const [line] = linesOf(buildTax({ basis, amountCents: 200, maxNights }));
    expect(line).toEqual({
      type: 'tax',
      code: 'tax',
      name: 'Tax',
      basis,
      quantity,
      unitAmountCents: 200,
      percentPpm: null,
      baseAmountCents: null,
      amountCents: quantity * 200,
      included: false,
    });
  });

  it('taxes that are included say how much of their base they are', () => {
    const [line] = linesOf(buildTax({ percentPpm: 60_000, included: true }));
    // 42549 - 42549 / 1.06 = 2408.43
    expect(line).toEqual({
      type: 'tax',
      code: 'tax',
      name: 'Tax',
      basis: 'percent',
      quantity: null,
      unitAmountCents: null,
      percentPpm: 60_000,
      baseAmountCents: 42_549,
      amountCents: 2_408,
      included: true,
      appliesTo: ['accommodation', 'fees'],
    });
  });

  it("taxes that are included do not lower each other's base", () => {
    const lines = linesOf(
      buildTax({ code: 'a', percentPpm: 100_000, included: true, appliesTo: ['fees'] }),
      buildTax({ code: 'b', percentPpm: 100_000, included: true, appliesTo: ['fees'] }),
    );
    expect(lines.map((line) => line.amountCents)).toEqual([455, 455]);
  });

  it('taxes of fixed amounts are added even if they are marked as included', () => {
    const [line] = linesOf(buildTax({ basis: 'stay', amountCents: 200, included: true }));
    expect(line).toMatchObject({ amountCents: 200, included: false });
  });

  it('taxes come in the order of their codes, and leave out those of 0', () => {
    const lines = linesOf(
      buildTax({ code: 'vat', percentPpm: 60_000 }),
      buildTax({ code: 'none', percentPpm: 0 }),
      buildTax({ code: 'capped', basis: 'night', amountCents: 200, maxNights: 0 }),
      buildTax({ code: 'city', basis: 'guest', amountCents: 200 }),
    );
    expect(lines.map((line) => line.code)).toEqual(['city', 'vat']);
  });
});
