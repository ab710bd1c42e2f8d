/** The price of a booking of which nothing but extras or pets changes (docs/rules.md, 9.13 to 9.15). */
import { compareCodePoints } from '../text/text.ts';
import { PRICE_LINE_TYPES } from '../vocabulary.ts';
import {
  buildFeeLines,
  buildTaxLines,
  countFees,
  countTaxes,
  type Fee,
  sumTaxableCents,
  type Tax,
} from './charges.ts';
import { type ChargedStay, IS_COUNTED_BY_PET } from './counting.ts';
import type { ChosenExtra } from './extras.ts';
import { type PriceLine, type PriceTotals, sumPriceLines } from './lines.ts';
import { isPercentageTax, isTaxOn, moveBase } from './tax-base.ts';

/** A booking's price lines and extras before a change of its extras or pets. */
interface BookedPrice {
  readonly lines: readonly PriceLine[];
  readonly extras: readonly ChosenExtra[];
}

/** Today's fees and taxes of the booking's listing. */
export interface Charges {
  readonly fees: readonly Fee[];
  readonly taxes: readonly Tax[];
}

/**
 * The price of a booking after a change of only its extras and pets, in cents. The lines of extras, and of
 * charges by pet, are computed again from today's charges. A percentage tax on lines that change is computed
 * again, at the percentage that the booking was made with. Price lines that have nothing to do with extras or
 * pets stay as they are, and no other charge is added. A total of a repriced booking may be below 0 if its
 * lines came from another system and depend on each other.
 */
export function repriceExtrasAndPets(
  booked: BookedPrice,
  { fees, taxes }: Charges,
  counted: ChargedStay,
  extras: readonly ChosenExtra[],
): PriceTotals & { lines: PriceLine[] } {
  const before = addOrigins(booked.lines, { fees, taxes });
  const replaced = findLinesOfExtrasAndPets(before, booked.extras);
  const feesAnew = fees.filter(({ optional, basis }) => optional || IS_COUNTED_BY_PET[basis]);
  const taxesAnew = taxes.filter(({ basis }) => IS_COUNTED_BY_PET[basis]);
  const added = [
    // Neither extras nor charges by pet are percentages, so any accommodation amount can be passed.
    ...buildFeeLines(countFees(feesAnew, extras, counted), 0),
    ...buildTaxLines(countTaxes(taxesAnew, counted), { accommodation: 0, fees: 0 }),
  ];
  const movedCents = sumTaxableCents(added) - sumTaxableCents([...replaced]);
  const kept = before
    .filter((line) => !replaced.has(line))
    .map((line) => (isTaxOn(line, 'fees') ? moveBase(line, movedCents) : line))
    // A tax with no base left goes. One that is only rounded to 0 stays stored, because it is due again if its base grows.
    .filter((line) => movedCents === 0 || !isTaxOn(line, 'fees') || line.baseAmountCents !== 0);
  const lines = added.reduce<PriceLine[]>(insertInOrder, kept);
  return { ...sumPriceLines(lines), lines };
}

/**
 * Price lines of which each says whether it was taxable, or what it was a tax on. A price line of an earlier
 * version does not say it, so today's charge with the same code decides.
 */
export const addOrigins = (lines: readonly PriceLine[], charges: Charges): PriceLine[] =>
  lines.map((line) => withOrigin(line, charges));

function withOrigin(line: PriceLine, { fees, taxes }: Charges): PriceLine {
  const hasCode = ({ code }: Fee | Tax) => code === line.code;
  if (line.type === 'fee' && line.taxable === undefined)
    return { ...line, taxable: fees.find(hasCode)?.taxable ?? false };
  if (isPercentageTax(line) && line.appliesTo === undefined)
    return { ...line, appliesTo: taxes.find(hasCode)?.appliesTo ?? [] };
  return line;
}

/**
 * Of several price lines with the code of an extra, the last is the extra's. An earlier line with an extra's
 * code belongs to a mandatory fee that had the code at the time of booking.
 */
function findLinesOfExtrasAndPets(
  lines: readonly PriceLine[],
  extras: readonly ChosenExtra[],
): ReadonlySet<PriceLine> {
  const ofExtras = extras.flatMap(
    ({ code }) => lines.findLast((line) => line.type === 'fee' && line.code === code) ?? [],
  );
  const isByPet = ({ type, basis }: PriceLine) =>
    (type === 'fee' || type === 'tax') && IS_COUNTED_BY_PET[basis];
  return new Set([...ofExtras, ...lines.filter(isByPet)]);
}

/** Inserts a price line where it belongs by type and code, after other lines of the same type and code. */
function insertInOrder(lines: PriceLine[], line: PriceLine): PriceLine[] {
  const index = lines.findIndex((other) => comparePlaces(other, line) > 0);
  return lines.toSpliced(index === -1 ? lines.length : index, 0, line);
}

const comparePlaces = (one: PriceLine, other: PriceLine): number =>
  PRICE_LINE_TYPES.indexOf(one.type) - PRICE_LINE_TYPES.indexOf(other.type) ||
  compareCodePoints(one.code, other.code);
