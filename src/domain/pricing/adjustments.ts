/**
 * Lines that a team adds to the price of a booking by hand, such as a late check-out or a goodwill
 * (docs/rules.md, 24.5).
 */
import { addCents, sumCents } from '../money.ts';
import { buildPriceLine, type PriceLine, type PriceTotals, sumPriceLines } from './lines.ts';
import { isTaxOn, moveBase, type PercentageLine } from './tax-base.ts';

/**
 * A line by hand in the form in which a booking stores it. Its amount, in cents, is below 0 if it lowers the
 * price. A taxable one is in the base of the booking's percentage taxes on accommodation.
 */
export type PriceAdjustment = { id: string; name: string; amountCents: number; taxable: boolean };

/** All lines by hand as one: the first one's name, and their sum. */
export type AdjustmentSum = { name: string; amountCents: number };

const ADJUSTMENT_CODE = 'adjustment';

type PricedLines = PriceTotals & { readonly lines: readonly PriceLine[] };

/** The lines by hand of a booking as one, or null if it has none. */
export function sumAdjustments(adjustments: readonly PriceAdjustment[]): AdjustmentSum | null {
  const [first] = adjustments;
  if (!first) return null;
  return { name: first.name, amountCents: sumCents(adjustments.map(({ amountCents }) => amountCents)) };
}

export const areEqualSums = (one: AdjustmentSum | null, other: AdjustmentSum | null): boolean =>
  one?.name === other?.name && one?.amountCents === other?.amountCents;

export const areEqualAdjustments = (
  some: readonly PriceAdjustment[],
  others: readonly PriceAdjustment[],
): boolean =>
  some.length === others.length &&
  some.every((one, index) => one.id === others[index]?.id && haveEqualContent(one, others[index]));

const haveEqualContent = (one: SentAdjustment, other: PriceAdjustment | undefined): boolean =>
  one.name === other?.name && one.amountCents === other.amountCents && one.taxable === other.taxable;

/** A line by hand as a caller sends it. Its id names a line that the booking has, if it is known. */
export type SentAdjustment = Omit<PriceAdjustment, 'id'> & { id: string | null };

/**
 * The lines by hand that replace a booking's. A line that names one of the booking's by its id keeps that id, and
 * every other line gets a new one. Lines that say the same as the stored ones, in their order, are the stored
 * ones.
 */
export function replaceAdjustments(
  stored: readonly PriceAdjustment[],
  sent: readonly SentAdjustment[],
  newId: () => string,
): readonly PriceAdjustment[] {
  const known = new Set(stored.map(({ id }) => id));
  const isKnown = ({ id }: SentAdjustment) => id !== null && known.has(id);
  const isSame = (one: SentAdjustment, other: PriceAdjustment | undefined) =>
    haveEqualContent(one, other) && (!isKnown(one) || one.id === other?.id);
  if (sent.length === stored.length && sent.every((one, index) => isSame(one, stored[index]))) return stored;
  return sent.map((one) => ({ ...one, id: one.id !== null && isKnown(one) ? one.id : newId() }));
}

/**
 * Adds lines by hand to a price, as the last price lines before the taxes, and moves the bases of the percentage
 * taxes on accommodation by the taxable ones. No tax joins or goes.
 */
export function addAdjustments<Price extends PricedLines>(
  price: Price,
  adjustments: readonly PriceAdjustment[],
) {
  if (adjustments.length === 0) return price;
  const movedCents = sumTaxableAdjustments(adjustments);
  const moved = price.lines.map((line) => moveByAdjustments(line, movedCents));
  const firstTax = moved.findIndex(({ type }) => type === 'tax');
  const index = firstTax === -1 ? moved.length : firstTax;
  const lines = moved.toSpliced(index, 0, ...adjustments.map(buildAdjustmentLine));
  return { ...price, ...sumPriceLines(lines), lines };
}

const sumTaxableAdjustments = (adjustments: readonly PriceAdjustment[]): number =>
  sumCents(adjustments.filter(({ taxable }) => taxable).map(({ amountCents }) => amountCents));

/**
 * A tax keeps what it was without the lines by hand, because a base that has come to 0 does not say what it
 * was.
 */
function moveByAdjustments(line: PriceLine, movedCents: number): PriceLine {
  if (movedCents === 0 || !isTaxOn(line, 'accommodation')) return line;
  const { baseAmountCents, amountCents } = line;
  return { ...moveBase(line, movedCents), unadjusted: { baseAmountCents, amountCents } };
}

function buildAdjustmentLine({ name, amountCents }: PriceAdjustment, index: number): PriceLine {
  const line = buildPriceLine({
    type: typeOfAdjustment(amountCents),
    code: codeOfAdjustment(index),
    name,
    basis: 'stay',
    quantity: 1,
    unitAmountCents: Math.abs(amountCents),
    amountCents,
  });
  // The mark says of a fee's line whether it is among the taxable fees, which a line by hand never is.
  return line.type === 'fee' ? { ...line, taxable: false } : line;
}

const typeOfAdjustment = (amountCents: number) => (amountCents < 0 ? 'discount' : 'fee');
const codeOfAdjustment = (index: number) =>
  index === 0 ? ADJUSTMENT_CODE : `${ADJUSTMENT_CODE}-${index + 1}`;

/**
 * The price lines of a booking without its lines by hand, and the taxes as they are without them. The last line
 * with the code and amount of a line by hand is removed, because a charge with the same code stands before it.
 */
export function removeAdjustments(
  lines: readonly PriceLine[],
  adjustments: readonly PriceAdjustment[],
): readonly PriceLine[] {
  const movedCents = sumTaxableAdjustments(adjustments);
  const others = adjustments.reduce<readonly PriceLine[]>((left, adjustment, place) => {
    const index = findAdjustmentIndex(left, adjustment, place);
    return index === -1 ? left : left.toSpliced(index, 1);
  }, lines);
  return others.map((line) => (isTaxOn(line, 'accommodation') ? moveBack(line, movedCents) : line));
}

function moveBack({ unadjusted, ...line }: PercentageLine, movedCents: number): PriceLine {
  return unadjusted ? { ...line, ...unadjusted } : moveBase(line, -movedCents);
}

/** Whether the price lines of a booking include its lines by hand. */
export const haveAdjustments = (
  lines: readonly PriceLine[],
  adjustments: readonly PriceAdjustment[],
): boolean => adjustments.every((adjustment, place) => findAdjustmentIndex(lines, adjustment, place) !== -1);

const findAdjustmentIndex = (
  lines: readonly PriceLine[],
  { amountCents }: PriceAdjustment,
  place: number,
): number =>
  lines.findLastIndex(
    (line) =>
      line.type === typeOfAdjustment(amountCents) &&
      line.code === codeOfAdjustment(place) &&
      line.amountCents === amountCents &&
      !line.included,
  );

/** The parts of a price's discounts and fees that are lines by hand, in cents, both as positive amounts. */
export function splitAdjustments(adjustments: readonly PriceAdjustment[]) {
  const amounts = adjustments.map(({ amountCents }) => amountCents);
  return {
    discountsCents: 0 - sumCents(amounts.map((cents) => Math.min(cents, 0))),
    feesCents: sumCents(amounts.map((cents) => Math.max(cents, 0))),
  };
}

/** The totals of a price that is not known line by line, without its lines by hand. */
export function subtractAdjustments(
  totals: PriceTotals,
  adjustments: readonly PriceAdjustment[],
): PriceTotals {
  const { discountsCents, feesCents } = splitAdjustments(adjustments);
  return {
    ...totals,
    discountTotalCents: addCents(totals.discountTotalCents, -discountsCents),
    feesTotalCents: addCents(totals.feesTotalCents, -feesCents),
    grandTotalCents: addCents(totals.grandTotalCents, addCents(discountsCents, -feesCents)),
  };
}
