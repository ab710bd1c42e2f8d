/** Extras and pets that change and change back leave a price as it was (docs/rules.md, 9.13). */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { Fee, Tax } from '../../../src/domain/pricing/charges.ts';
import type { ChosenExtra } from '../../../src/domain/pricing/extras.ts';
import { isShownPriceLine, type PriceLine, sumPriceLines } from '../../../src/domain/pricing/lines.ts';
import { computeStayPrice } from '../../../src/domain/pricing/price-stay.ts';
import { repriceExtrasAndPets } from '../../../src/domain/pricing/reprice-extras.ts';
import { anyDate, chargesFrom, fewerRuns, itHolds, pricedStayFrom } from '../../helpers/arbitraries.ts';
import { roundedHalfUp } from '../exact.ts';

const isByPet = ({ basis }: Fee | Tax | PriceLine) => basis === 'pet' || basis === 'pet_night';
const isOfExtraOrPet = (charge: Fee) => charge.optional || isByPet(charge);

const choice = fc.record({
  quantities: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }),
  pets: fc.integer({ min: 0, max: 3 }),
});

const booked = anyDate.chain((date) =>
  fc.record({
    ...pricedStayFrom(date),
    first: choice,
    changes: fc.array(fc.record({ to: choice, others: chargesFrom(date) }), { minLength: 1, maxLength: 4 }),
  }),
);
type Booked = typeof booked extends fc.Arbitrary<infer Value> ? Value : never;
type Choice = Booked['first'];

/** The charges of extras and pets at the time of booking, with others for everything else. */
function withOthers({ charges }: Booked, others: Booked['charges']) {
  const keptFees = charges.fees.filter(isOfExtraOrPet);
  const keptTaxes = charges.taxes.filter(isByPet);
  const isNewCode = (kept: { code: string }[]) => (one: { code: string }) =>
    kept.every(({ code }) => code !== one.code);
  return {
    fees: [...others.fees.filter((fee) => !isOfExtraOrPet(fee)).filter(isNewCode(keptFees)), ...keptFees],
    taxes: [...others.taxes.filter((tax) => !isByPet(tax)).filter(isNewCode(keptTaxes)), ...keptTaxes],
  };
}

const extrasOf = ({ charges }: Booked, { quantities }: Choice): ChosenExtra[] =>
  charges.fees
    .filter(({ optional }) => optional)
    .flatMap(({ code }, index) => {
      const quantity = quantities[index] ?? 0;
      return quantity === 0 ? [] : [{ code, quantity }];
    });

const priceOf = (booking: Booked, { pets, ...chosen }: Choice) =>
  computeStayPrice(
    { ...booking.source, ...booking.charges, discounts: booking.discounts },
    {
      stay: booking.stay,
      party: { ...booking.party, pets },
      coupon: booking.coupon,
      bookedOn: booking.bookedOn,
      extras: extrasOf(booking, { pets, ...chosen }),
    },
  );

/** The lines after each of some changes. */
function linesAfter(booking: Booked, changes: readonly { to: Choice; others: Booked['charges'] }[]) {
  const { nightlyRates, lines: first } = priceOf(booking, booking.first);
  let lines = first;
  let extras = extrasOf(booking, booking.first);
  return changes.map(({ to, others }) => {
    const counted = {
      stay: booking.stay,
      nights: nightlyRates.length,
      party: { ...booking.party, pets: to.pets },
    };
    const chosen = extrasOf(booking, to);
    ({ lines } = repriceExtrasAndPets({ lines, extras }, withOthers(booking, others), counted, chosen));
    extras = chosen;
    return lines;
  });
}

/** Whether a tax has no base without extras and pets, so that it is gone once they are. */
const isOfExtrasAndPetsAlone = (booking: Booked, line: PriceLine): boolean => {
  if (line.basis !== 'percent' || line.type !== 'tax') return false;
  const isOfExtra = ({ type, code }: PriceLine) =>
    type === 'fee' && booking.charges.fees.some((fee) => fee.code === code && isOfExtraOrPet(fee));
  const ofExtras = priceOf(booking, booking.first)
    .lines.filter((fee) => isOfExtra(fee) && fee.taxable)
    .reduce((sum, fee) => sum + fee.amountCents, 0);
  return line.appliesTo?.includes('fees') === true && line.baseAmountCents === ofExtras;
};

describe('changes of extras and pets', () => {
  itHolds(
    'changes of extras and pets that end where they began restore every line and total, whatever else has changed',
    fc.property(booked, (booking) => {
      const before = priceOf(booking, booking.first);
      const last = { to: booking.first, others: booking.changes[0]?.others ?? booking.charges };
      const after = linesAfter(booking, [...booking.changes, last]).at(-1) ?? [];
      const isExpected = (line: PriceLine) => !isOfExtrasAndPetsAlone(booking, line);
      const expected = before.lines.filter(isExpected);
      expect(after.filter(isExpected)).toEqual(expected);
      expect(sumPriceLines(after.filter(isExpected))).toEqual(sumPriceLines(expected));
    }),
    fewerRuns,
  );

  itHolds(
    'changing extras and pets gives the lines of a booking made with them, if no charge has changed',
    fc.property(booked, choice, (booking, to) => {
      const after = linesAfter(booking, [{ to, others: booking.charges }]).at(-1) ?? [];
      const known = new Set(priceOf(booking, booking.first).lines.map(({ type, code }) => `${type} ${code}`));
      // A tax of which the booking had no line does not join.
      const joins = (line: PriceLine) =>
        line.type !== 'tax' || line.basis !== 'percent' || known.has(`tax ${line.code}`);
      expect(after.filter(isShownPriceLine)).toEqual(priceOf(booking, to).lines.filter(joins));
    }),
    fewerRuns,
  );

  itHolds(
    'changing extras and pets prices only extras, pets and the taxes on them',
    fc.property(booked, (booking) => {
      const before = priceOf(booking, booking.first).lines;
      for (const lines of linesAfter(booking, booking.changes)) {
        const isOther = (line: PriceLine) =>
          !isByPet(line) &&
          !(line.type === 'tax' && line.appliesTo?.includes('fees')) &&
          !(
            line.type === 'fee' &&
            booking.charges.fees.some(({ code, optional }) => optional && code === line.code)
          );
        expect(lines.filter(isOther)).toEqual(before.filter(isOther));
        for (const line of lines.filter(({ appliesTo }) => appliesTo?.includes('fees')))
          expect(line.amountCents).toBe(exactShare(line));
      }
    }),
    fewerRuns,
  );
});

function exactShare({ baseAmountCents, percentPpm, included }: PriceLine): number {
  const [base, ppm] = [BigInt(baseAmountCents ?? 0), BigInt(percentPpm ?? 0)];
  return roundedHalfUp(base * ppm, 1_000_000n + (included ? ppm : 0n));
}
