import { addCents, computeIncludedPercentOfCents, computeSharedPercentOfCents, sumCents } from '../money.ts';
import { countPersonsOfParty } from '../party.ts';
import { compareCodePoints } from '../text/text.ts';
import { type ChargeBasis, TAX_TARGETS, type TaxBasis, type TaxTarget } from '../vocabulary.ts';
import { type ChargedPersonsAndNights, type ChargedStay, countTimesCharged } from './counting.ts';
import type { ChosenExtra } from './extras.ts';
import { buildFixedAmountPriceLine, buildPercentPriceLine, type PriceLine } from './lines.ts';

/** A charge's amount: a fixed amount in cents with its basis, or a percentage. */
interface FixedOrPercentCharge<Basis extends TaxBasis> extends ChargedPersonsAndNights {
  readonly code: string;
  readonly name: string;
  readonly basis: Basis;
  readonly amountCents: number | null;
  readonly percentPpm: number | null;
}

/** A fee, and whether taxes are due on it. Fees that do not apply to the listing are left out by callers. */
export interface Fee extends FixedOrPercentCharge<ChargeBasis> {
  readonly taxable: boolean;
  /** Whether a fee is an extra, which is charged only if it is chosen. */
  readonly optional: boolean;
  /** How many of an extra can be chosen, or null for fees that are no extras. */
  readonly maxQuantity: number | null;
}

/** A tax, with the base of its percentage and the number of nights that count. */
export interface Tax extends FixedOrPercentCharge<TaxBasis> {
  readonly appliesTo: readonly TaxTarget[];
  readonly maxNights: number | null;
  /** Whether prices already include the tax, which must be a percentage. */
  readonly included: boolean;
  /** The maximum tax on one person's night, in cents, for a tax that is a percentage of what such a night costs. */
  readonly maxAmountCents: number | null;
}

/** A fee, and how often a stay owes it. */
export interface CountedFee {
  readonly fee: Fee;
  readonly quantity: number;
}

/** A tax, how often a stay owes it, and the nights of all persons, among which the accommodation is shared. */
export interface CountedTax {
  readonly tax: Tax;
  readonly quantity: number;
  readonly targets: readonly TaxTarget[];
  readonly personNights: number;
}

/** Counts the fees of a stay, in the order of their codes. An extra is counted as often as it is chosen. */
export const countFees = (
  fees: readonly Fee[],
  extras: readonly ChosenExtra[],
  counted: ChargedStay,
): CountedFee[] =>
  fees
    .toSorted((a, b) => compareCodePoints(a.code, b.code))
    .map((fee) => {
      const times = fee.optional ? (extras.find(({ code }) => code === fee.code)?.quantity ?? 0) : 1;
      return { fee, quantity: times * countTimesCharged(fee, counted, null) };
    });

/** Counts the taxes of a stay, in the order of their codes. The field `maxNights` limits the nights with a tax. */
export const countTaxes = (taxes: readonly Tax[], counted: ChargedStay): CountedTax[] =>
  taxes
    .toSorted((a, b) => compareCodePoints(a.code, b.code))
    .map((tax) => ({
      tax,
      quantity: countTimesCharged(tax, counted, tax.maxNights),
      targets: TAX_TARGETS.filter((target) => tax.appliesTo.includes(target)),
      personNights: counted.nights * countPersonsOfParty(counted.party),
    }));

/**
 * The price lines of the fees of a stay, in cents. Percentage fees are computed on accommodation minus
 * discounts. Each line of a fee is rounded half up on its own.
 */
export function buildFeeLines(fees: readonly CountedFee[], discountedCents: number): PriceLine[] {
  const lines: PriceLine[] = [];
  for (const { fee, quantity } of fees) {
    const line = buildChargeLine('fee', fee, fee.basis, { baseCents: discountedCents, quantity });
    if (line.amountCents === 0) continue;
    line.taxable = fee.taxable;
    lines.push(line);
  }
  return lines;
}

/** The sum of the fees that are taxable, in cents, which is the base of taxes on fees. */
export const sumTaxableCents = (lines: readonly PriceLine[]): number =>
  sumCents(lines.filter(({ type, taxable }) => type === 'fee' && taxable).map((line) => line.amountCents));

/**
 * The price lines of the taxes of a stay, in cents. A percentage tax is computed on accommodation minus
 * discounts, on the taxable fees, or on both. The price line of an included tax shows how much of the prices is
 * tax. Each line of a tax is rounded half up on its own.
 */
export function buildTaxLines(
  taxes: readonly CountedTax[],
  discountedCents: number,
  taxableFeesCents: number,
): PriceLine[] {
  const bases: Record<TaxTarget, number> = { accommodation: discountedCents, fees: taxableFeesCents };
  const lines: PriceLine[] = [];
  for (const counted of taxes) {
    const line = buildTaxLine(counted, bases);
    if (line.amountCents !== 0) lines.push(line);
  }
  return lines;
}

function buildTaxLine(counted: CountedTax, bases: Record<TaxTarget, number>): PriceLine {
  const { tax, quantity, targets } = counted;
  if (tax.basis === 'percent_guest_night') return buildPercentOfPersonNightLine(counted, bases.accommodation);
  let baseCents = 0;
  for (const target of targets) baseCents = addCents(baseCents, bases[target]);
  const line = buildChargeLine('tax', tax, tax.basis, { baseCents, quantity });
  if (tax.basis !== 'percent') return line;
  line.appliesTo = targets;
  return tax.included ? toIncludedTaxLine(line) : line;
}

function buildChargeLine(
  type: 'fee' | 'tax',
  { code, name, amountCents, percentPpm }: FixedOrPercentCharge<TaxBasis>,
  basis: ChargeBasis,
  { baseCents, quantity }: { baseCents: number; quantity: number },
): PriceLine {
  const lineLabels = { type, code, name };
  if (basis === 'percent') {
    if (percentPpm === null) throw new TypeError(`The ${type} ${code} has no percentage.`);
    return buildPercentPriceLine(lineLabels, quantity === 0 ? 0 : baseCents, percentPpm);
  }
  if (amountCents === null) throw new TypeError(`The ${type} ${code} has no amount.`);
  return buildFixedAmountPriceLine(lineLabels, basis, quantity, amountCents);
}

/**
 * The price line of a tax that is a percentage of what one person's night costs. The cost of a person's night
 * is the accommodation divided by all nights and everybody, infants too. The tax on one person's night is
 * rounded half up, and is at most the tax's maximum. The quantity of this tax's price line is the number of
 * persons times nights that are taxed.
 */
function buildPercentOfPersonNightLine(
  { tax: { code, name, percentPpm, maxAmountCents }, quantity, personNights }: CountedTax,
  discountedCents: number,
): PriceLine {
  if (percentPpm === null) throw new TypeError(`The tax ${code} has no percentage.`);
  const shareCents = computeSharedPercentOfCents(discountedCents, percentPpm, personNights);
  const unitCents = Math.min(shareCents, maxAmountCents ?? shareCents);
  const line = buildFixedAmountPriceLine({ type: 'tax', code, name }, 'guest_night', quantity, unitCents);
  return { ...line, percentPpm, baseAmountCents: discountedCents };
}

/** A tax of a fixed amount cannot be included in prices, so it stays an ordinary, added line. */
function toIncludedTaxLine(line: PriceLine): PriceLine {
  const { percentPpm, baseAmountCents } = line;
  if (percentPpm === null || baseAmountCents === null) return line;
  return { ...line, amountCents: computeIncludedPercentOfCents(baseAmountCents, percentPpm), included: true };
}
