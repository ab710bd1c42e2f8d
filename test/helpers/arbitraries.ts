import fc from 'fast-check';
import { it } from 'vitest';
import type { Coupon } from '../../src/domain/coupon.ts';
import {
  addDays,
  fromDayNumber,
  type Stay,
  type StayDate,
  toDayNumber,
} from '../../src/domain/dates/dates.ts';
import type { Inventory, Occupancy } from '../../src/domain/inventory/inventory.ts';
import { countGuestsOfParty, type Party, resolvePartyRequest } from '../../src/domain/party.ts';
import type { Fee, Tax } from '../../src/domain/pricing/charges.ts';
import { IS_COUNTED_BY_PERSON } from '../../src/domain/pricing/counting.ts';
import type { Discount } from '../../src/domain/pricing/discounts.ts';
import type {
  DayOverride,
  DayTermsSource,
  RatesAndStayRules,
  Season,
} from '../../src/domain/pricing/nightly-rates.ts';
import {
  CHARGE_BASES,
  type ChargeBasis,
  DISCOUNT_KINDS,
  TAX_BASES,
  type TaxBasis,
} from '../../src/domain/vocabulary.ts';
import { seed } from './random.ts';

/** Runs of every property: 1,000, or as many as PROPERTY_RUNS says. */
export const propertyRuns = Number(process.env.PROPERTY_RUNS ?? 1_000);

/** Of properties whose runs are dear: a quarter, but as many as PROPERTY_RUNS says if that asks for more. */
export const fewerRuns = { numRuns: propertyRuns > 1_000 ? propertyRuns : Math.ceil(propertyRuns / 4), seed };

/** Grows with the runs, so that 100,000 of them are not cut off. */
const propertyTimeoutMs = 30_000 + propertyRuns * 60;

/**
 * A test that a property holds in that many runs. After a failure, fast-check prints the seed and path that repeat it.
 */
export function itHolds<T>(
  name: string,
  property: fc.IProperty<T>,
  runs: { numRuns: number; seed: number } = { numRuns: propertyRuns, seed },
): void {
  it(name, () => fc.assert(property, runs), propertyTimeoutMs);
}

// Rules are missing as often as set, so that enough stays break a single rule, or none.
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });

// Defined by ranges, because fast-check's own `binary` takes seconds to create.
const character = fc
  .oneof(
    fc.integer({ min: 0x01, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Any valid text: without NUL and lone surrogates, one in three characters ASCII. */
export const textUpTo = (maxLength: number) => fc.string({ unit: character, maxLength });

/** Small amounts, which show rounding, as often as large ones. */
export const amountCents = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: 10_000_000 }),
);

/** 0 to 100 %, with up to four decimals. */
export const percentPpm = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((percent) => percent * 10_000),
  fc.integer({ min: 0, max: 1_000_000 }),
);

const dayMs = 86_400_000;

/** Real dates, made without the code under test. */
export function dateBetween(from: StayDate, to: StayDate): fc.Arbitrary<StayDate> {
  return fc
    .integer({ min: Date.parse(from) / dayMs, max: Date.parse(to) / dayMs })
    .map((day) => new Date(day * dayMs).toISOString().slice(0, 10));
}

/** Every date that the service accepts. */
export const anyDate = dateBetween('2000-01-01', '2199-12-31');

export function stayFrom(checkIn: fc.Arbitrary<StayDate>, nightsMax: number): fc.Arbitrary<Stay> {
  return fc
    .tuple(checkIn, fc.integer({ min: 1, max: nightsMax }))
    .map(([date, nights]) => ({ checkIn: date, checkOut: addDays(date, nights) }));
}

export const listingTerms: fc.Arbitrary<RatesAndStayRules> = fc.record({
  nightlyCents: amountCents,
  weekendNightlyCents: orNull(amountCents),
  weekendDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
  includedGuests: orNull(fc.integer({ min: 0, max: 6 })),
  extraGuestNightlyCents: amountCents,
  extraChildNightlyCents: orNull(amountCents),
  maxGuests: fc.integer({ min: 1, max: 8 }),
  maxChildren: orNull(fc.integer({ min: 0, max: 4 })),
  maxInfants: orNull(fc.integer({ min: 0, max: 2 })),
  maxPets: fc.integer({ min: 0, max: 2 }),
  minStay: orNull(fc.integer({ min: 1, max: 4 })),
  maxStay: orNull(fc.integer({ min: 1, max: 9 })),
  advanceNoticeDays: orNull(fc.integer({ min: 0, max: 6 })),
  bookingWindowDays: orNull(fc.integer({ min: 0, max: 30 })),
  preparationDays: fc.integer({ min: 0, max: 3 }),
});

/** Day numbers of spans that do not overlap, in order: gaps and lengths one after the other. */
function spansFrom(date: StayDate, most: number, lengthMax: number): fc.Arbitrary<[StayDate, StayDate][]> {
  const piece = fc.record({
    gap: fc.integer({ min: 0, max: 8 }),
    length: fc.integer({ min: 1, max: lengthMax }),
  });
  return fc.array(piece, { maxLength: most }).map((pieces) => {
    let start = toDayNumber(date);
    return pieces.map(({ gap, length }) => {
      const from = start + gap;
      start = from + length;
      return [fromDayNumber(from), fromDayNumber(start)];
    });
  });
}

function seasonsFrom(date: StayDate): fc.Arbitrary<Season[]> {
  const terms = fc.record({
    nightlyCents: orNull(amountCents),
    weekendNightlyCents: orNull(amountCents),
    minStay: orNull(fc.integer({ min: 1, max: 4 })),
    maxStay: orNull(fc.integer({ min: 1, max: 9 })),
  });
  return fc
    .tuple(spansFrom(date, 3, 8), fc.array(terms, { minLength: 3, maxLength: 3 }))
    .map(([spans, all]) =>
      spans.flatMap(([startDate, end], index) => {
        const own = all[index];
        return own ? [{ startDate, endDate: addDays(end, -1), ...own }] : [];
      }),
    );
}

/** Overrides of some of the days after a date, with more closed days than in reality. */
function overridesFrom(date: StayDate, days: number): fc.Arbitrary<DayOverride[]> {
  const seldom = fc.integer({ min: 0, max: 6 }).map((dice) => dice === 0);
  return fc.uniqueArray(
    fc.record({
      date: fc.integer({ min: 0, max: days }).map((offset) => addDays(date, offset)),
      nightlyCents: orNull(amountCents),
      minStay: orNull(fc.integer({ min: 1, max: 4 })),
      maxStay: orNull(fc.integer({ min: 1, max: 9 })),
      closedForArrival: seldom,
      closedForDeparture: seldom,
      closed: seldom,
    }),
    { selector: (day) => day.date, maxLength: 6 },
  );
}

/** Rates and rules with seasons and overrides in the weeks after a date. */
export function rateSourceFrom(date: StayDate): fc.Arbitrary<DayTermsSource> {
  return fc.record({ terms: listingTerms, seasons: seasonsFrom(date), days: overridesFrom(date, 20) });
}

/** Units with stays in the weeks after a date. Those of one unit never overlap, as the database ensures. */
export function inventoryFrom(
  date: StayDate,
  unitCount: { min: number; max: number },
): fc.Arbitrary<Inventory> {
  return fc.integer(unitCount).chain((count) => {
    const units = Array.from({ length: count }, (_, index) => ({
      id: `unit-${index}`,
      name: `Unit ${index}`,
    }));
    const occupancies: fc.Arbitrary<Occupancy[]> = fc
      .tuple(...units.map(() => spansFrom(date, 3, 5)))
      .map((perUnit) =>
        perUnit.flatMap((spans, index) =>
          spans.map(([startDate, endDate]) => ({ unitId: `unit-${index}`, startDate, endDate })),
        ),
      );
    return fc.record({
      units: fc.constant(units),
      wholeBuilding: fc.constant(false),
      // In any order, as a database may return them.
      occupancies: occupancies.chain((all) =>
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      ),
    });
  });
}

const code = fc.stringMatching(/^[a-z]{1,4}$/);

/** Any party of a few, with the youngest children as infants. Some guest is no infant. */
export const anyParty: fc.Arbitrary<Party> = fc
  .record({
    adults: fc.integer({ min: 0, max: 6 }),
    childrenAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 4 }),
    pets: fc.integer({ min: 0, max: 3 }),
    infantAge: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ infantAge, ...party }) => resolvePartyRequest({ numberOfGuests: null, ...party }, { infantAge }))
  .filter((party) => countGuestsOfParty(party) > 0);

type ChargeAmount<Basis> = { basis: Basis; amountCents: number | null; percentPpm: number | null };

function chargeAmount<Basis extends TaxBasis>(basis: Basis): fc.Arbitrary<ChargeAmount<Basis>> {
  return basis === 'percent' || basis === 'percent_guest_night'
    ? fc.record({ basis: fc.constant(basis), amountCents: fc.constant(null), percentPpm })
    : fc.record({ basis: fc.constant(basis), amountCents, percentPpm: fc.constant(null) });
}

const feeBasis = fc.constantFrom<ChargeBasis>(...CHARGE_BASES, 'percent', 'percent');
const taxBasis = fc.constantFrom<TaxBasis>(...TAX_BASES, 'percent', 'percent');

/** For everybody on any day as often as for some ages or dates. */
const ages = fc.oneof(
  fc.constant({ agesFrom: null, agesTo: null }),
  fc
    .tuple(fc.integer({ min: 0, max: 18 }), orNull(fc.integer({ min: 0, max: 17 })))
    .map(([agesFrom, to]) => ({ agesFrom, agesTo: to !== null && to < agesFrom ? null : to })),
);
const noDates = { validFrom: null, validUntil: null };
const datesAround = (date: StayDate) =>
  fc
    .tuple(orNull(fc.integer({ min: -5, max: 15 })), orNull(fc.integer({ min: 0, max: 15 })))
    .map(([from, length]) => ({
      validFrom: from === null ? null : addDays(date, from),
      validUntil: length === null ? null : addDays(date, (from ?? -5) + length),
    }));
const withDates = <Charge extends Fee | Tax>(charges: fc.Arbitrary<Charge[]>, date: StayDate) =>
  charges.chain((all) =>
    fc
      .array(fc.oneof(fc.constant(noDates), datesAround(date)), {
        minLength: all.length,
        maxLength: all.length,
      })
      .map((dates) => all.map((charge, index): Charge => ({ ...charge, ...dates[index] }))),
  );
/** Fees and taxes, some of which are for nights around a date. */
export const feesAround = (date: StayDate): fc.Arbitrary<Fee[]> => withDates(fees, date);
export const taxesAround = (date: StayDate): fc.Arbitrary<Tax[]> => withDates(taxes, date);

const agesIfCounted = (basis: TaxBasis, liable: { agesFrom: number | null; agesTo: number | null }) =>
  IS_COUNTED_BY_PERSON[basis] ? liable : { agesFrom: null, agesTo: null };

export const fees: fc.Arbitrary<Fee[]> = fc.uniqueArray(
  fc
    .tuple(code, feeBasis.chain(chargeAmount), fc.boolean(), ages, orNull(fc.integer({ min: 1, max: 5 })))
    .map(([feeCode, charge, taxable, liable, maxQuantity]) => {
      const optional = maxQuantity !== null && charge.basis !== 'percent';
      return {
        code: feeCode,
        name: `Fee ${feeCode}`,
        ...charge,
        taxable,
        optional,
        maxQuantity: optional ? maxQuantity : null,
        ...noDates,
        ...agesIfCounted(charge.basis, liable),
      };
    }),
  { selector: (fee) => fee.code, maxLength: 4 },
);

export const taxes: fc.Arbitrary<Tax[]> = fc.uniqueArray(
  fc
    .tuple(
      code,
      taxBasis.chain(chargeAmount),
      fc.subarray(['accommodation', 'fees'] as const, { minLength: 1 }),
      fc.record({
        maxNights: orNull(fc.integer({ min: 0, max: 10 })),
        exemptFromNights: orNull(fc.integer({ min: 2, max: 12 })),
      }),
      fc.boolean(),
      ages,
      orNull(amountCents),
    )
    .map(([taxCode, charge, appliesTo, nights, included, liable, maxAmountCents]) => ({
      code: taxCode,
      name: `Tax ${taxCode}`,
      ...charge,
      appliesTo,
      ...nights,
      included: included && charge.basis === 'percent',
      maxAmountCents: charge.basis === 'percent_guest_night' ? maxAmountCents : null,
      ...noDates,
      ...agesIfCounted(charge.basis, liable),
    })),
  { selector: (tax) => tax.code, maxLength: 4 },
);

export const discounts: fc.Arbitrary<Discount[]> = fc.uniqueArray(
  fc
    .tuple(code, fc.constantFrom(...DISCOUNT_KINDS), percentPpm, fc.integer({ min: 0, max: 30 }))
    .map(([discountCode, kind, percent, days]) => ({
      code: discountCode,
      name: `Discount ${discountCode}`,
      kind,
      percentPpm: percent,
      minNights: kind === 'length_of_stay' ? days : null,
      daysBefore: kind === 'length_of_stay' ? null : days,
    })),
  { selector: (discount) => discount.code, maxLength: 4 },
);

/** A coupon without conditions, because they are checked before the price. */
export const unconditionalCoupon: fc.Arbitrary<Coupon> = fc
  .oneof(
    fc.record({ percentPpm, amountCents: fc.constant(null) }),
    fc.record({ percentPpm: fc.constant(null), amountCents }),
  )
  .map((worth) => ({
    code: 'COUPON',
    ...worth,
    active: true,
    validFrom: null,
    validUntil: null,
    stayFrom: null,
    stayUntil: null,
    minNights: null,
    maxRedemptions: null,
    redemptions: 0,
    appliesToListing: true,
  }));

/** What a team may have charged: at the time of booking, and at each later change. */
export const chargesFrom = (date: StayDate) =>
  fc.record({ fees: feesAround(date), taxes: taxesAround(date) });

export const maybeCoupon = fc.option(unconditionalCoupon, { nil: null });

/** A booking of a stay from a date on, and what it was priced by. */
export const pricedStayFrom = (date: StayDate) => ({
  source: rateSourceFrom(date),
  charges: chargesFrom(date),
  discounts,
  stay: stayFrom(fc.constant(date), 10),
  party: anyParty,
  coupon: maybeCoupon,
  bookedOn: dateBetween(addDays(date, -40), date),
});
