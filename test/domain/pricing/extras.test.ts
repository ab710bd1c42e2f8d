import { describe, expect, it } from 'vitest';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import {
  areEqualExtras,
  findExtraProblems,
  limitExtrasToOffered,
} from '../../../src/domain/pricing/extras.ts';
import { computeStayPrice } from '../../../src/domain/pricing/price-stay.ts';
import { buildFee, buildTariff, stayOf } from '../builders.ts';

const breakfast = buildFee({
  code: 'breakfast',
  basis: 'guest_night',
  amountCents: 1_200,
  optional: true,
  maxQuantity: 2,
});
const parking = buildFee({ code: 'parking', amountCents: 900, optional: true, maxQuantity: 1 });
const cleaning = buildFee({ code: 'cleaning', amountCents: 5_000 });
const fees = [breakfast, parking, cleaning];

describe('extras', () => {
  it('an extra is charged only if it is chosen, as often as it is chosen', () => {
    const linesWith = (...extras: { code: string; quantity: number }[]) =>
      computeStayPrice(buildTariff({ fees }), {
        stay: stayOf('2027-04-05', '2027-04-08'),
        party: buildPartyOfAdults(2),
        coupon: null,
        extras,
        bookedOn: '2027-01-01',
      })
        .lines.slice(1)
        .map(({ code, quantity, amountCents }) => [code, quantity, amountCents]);
    const always = ['cleaning', 1, 5_000];
    expect(linesWith()).toEqual([always]);
    expect(linesWith({ code: 'parking', quantity: 1 })).toEqual([always, ['parking', 1, 900]]);
    expect(linesWith({ code: 'breakfast', quantity: 2 })).toEqual([['breakfast', 12, 14_400], always]);
    expect(linesWith({ code: 'cleaning', quantity: 3 })).toEqual([always]);
  });

  it('an extra is refused if it is unknown, not optional, or chosen too often', () => {
    const problems = findExtraProblems(fees, [
      { code: 'breakfast', quantity: 3 },
      { code: 'cleaning', quantity: 1 },
      { code: 'parking', quantity: 1 },
      { code: 'sauna', quantity: 1 },
    ]);
    expect(problems.map(({ index, field }) => [index, field])).toEqual([
      [0, 'quantity'],
      [1, 'code'],
      [3, 'code'],
    ]);
  });

  it('when a stay changes, its extras are kept as far as they are still offered', () => {
    expect(
      limitExtrasToOffered(fees, [
        { code: 'breakfast', quantity: 9 },
        { code: 'cleaning', quantity: 1 },
        { code: 'sauna', quantity: 1 },
      ]),
    ).toEqual([{ code: 'breakfast', quantity: 2 }]);
  });

  it('two choices of extras are equal if their codes and quantities are', () => {
    const one = [{ code: 'parking', quantity: 1 }];
    expect(areEqualExtras(one, [{ code: 'parking', quantity: 1 }])).toBe(true);
    expect(areEqualExtras(one, [{ code: 'parking', quantity: 2 }])).toBe(false);
    expect(areEqualExtras(one, [])).toBe(false);
  });
});
