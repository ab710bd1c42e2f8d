import { describe, expect, it } from 'vitest';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import {
  buildFeeLines,
  buildTaxLines,
  countFees,
  countTaxes,
  type Fee,
  sumTaxableCents,
} from '../../../src/domain/pricing/charges.ts';
import { buildFee, buildTax, stayOf } from '../builders.ts';

const party = { stay: stayOf('2027-04-01', '2027-04-06'), nights: 5, party: buildPartyOfAdults(3) };

const feeLinesOf = (fees: readonly Fee[], discountedCents: number) =>
  buildFeeLines(countFees(fees, [], party), discountedCents);

describe('fees', () => {
  it.each([
    ['stay', 1, 1_000],
    ['night', 5, 5_000],
    ['guest', 3, 3_000],
    ['guest_night', 15, 15_000],
  ] as const)('a fee by %s is counted %i times', (basis, quantity, amountCents) => {
    const lines = feeLinesOf([buildFee({ basis, amountCents: 1_000 })], 80_000);
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

  it('a fee in percent is computed from the accommodation minus discounts, rounded half up', () => {
    const lines = feeLinesOf([buildFee({ basis: 'percent', percentPpm: 35_000 })], 37_549);
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

  it('fee lines are sorted by code, leave out zero amounts, and know which part is taxable', () => {
    const lines = feeLinesOf(
      [
        buildFee({ code: 'b', amountCents: 700, taxable: true }),
        buildFee({ code: 'Z', amountCents: 20 }),
        buildFee({ code: 'nil', amountCents: 0, taxable: true }),
        buildFee({ code: 'a', basis: 'percent', percentPpm: 100_000, taxable: true }),
      ],
      1_000,
    );
    expect(lines.map((line) => line.code)).toEqual(['Z', 'a', 'b']);
    expect(sumTaxableCents(lines)).toBe(800);
  });

  it('a fee without an amount or a percentage is an error, not free', () => {
    expect(() => feeLinesOf([buildFee({ code: 'x' })], 1_000)).toThrow('The fee x has no amount.');
    expect(() => feeLinesOf([buildFee({ code: 'x', basis: 'percent' })], 1_000)).toThrow(
      'The fee x has no percentage.',
    );
  });
});

describe('taxes', () => {
  const linesOf = (...taxes: ReturnType<typeof buildTax>[]) =>
    buildTaxLines(countTaxes(taxes, party), { accommodation: 37_549, fees: 5_000 });

  it.each([
    [['accommodation'], 37_549, 2_253], // 2252.94
    [['fees'], 5_000, 300],
    [['accommodation', 'fees'], 42_549, 2_553], // 2552.94
  ] as const)('a tax in percent on %j is computed on %i', (appliesTo, baseAmountCents, amountCents) => {
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
  ] as const)('a tax by %s with max_nights %s is counted %i times', (basis, maxNights, quantity) => {
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

  it('an included tax is the part of its base that it makes up', () => {
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

  it('included taxes do not reduce each other’s base', () => {
    const lines = linesOf(
      buildTax({ code: 'a', percentPpm: 100_000, included: true, appliesTo: ['fees'] }),
      buildTax({ code: 'b', percentPpm: 100_000, included: true, appliesTo: ['fees'] }),
    );
    expect(lines.map((line) => line.amountCents)).toEqual([455, 455]);
  });

  it('a tax of a fixed amount is added even if it is marked as included', () => {
    const [line] = linesOf(buildTax({ basis: 'stay', amountCents: 200, included: true }));
    expect(line).toMatchObject({ amountCents: 200, included: false });
  });

  it('tax lines are sorted by code, and leave out zero amounts', () => {
    const lines = linesOf(
      buildTax({ code: 'vat', percentPpm: 60_000 }),
      buildTax({ code: 'none', percentPpm: 0 }),
      buildTax({ code: 'capped', basis: 'night', amountCents: 200, maxNights: 0 }),
      buildTax({ code: 'city', basis: 'guest', amountCents: 200 }),
    );
    expect(lines.map((line) => line.code)).toEqual(['city', 'vat']);
  });
});
