import { computeIncludedPercentOfCents, computeSharedPercentOfCents, sumCents } from '../money.ts';
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

/**
 * The price lines of the fees of a stay in the order of their codes, in cents. Percentage fees are computed on
 * accommodation minus discounts. Each line of a fee is rounded half up on its own. An extra is counted as often
 * as it is chosen.
 */
export function buildFeeLines(
  fees: readonly Fee[],
  extras: readonly ChosenExtra[],
  discountedCents: number,
  counted: ChargedStay,
): PriceLine[] {
  return fees
    .toSorted((a, b) => compareCodePoints(a.code, b.code))
    .map((fee) => {
      const times = fee.optional ? (extras.find(({ code }) => code === fee.code)?.quantity ?? 0) : 1;
      const quantity = times * countTimesCharged(fee, counted, null);
      const line = buildChargeLine('fee', fee, fee.basis, { baseCents: discountedCents, quantity });
      return { ...line, taxable: fee.taxable };
    })
    .filter((line) => line.amountCents !== 0);
}

/** The sum of the fees that are taxable, in cents, which is the base of taxes on fees. */
export const sumTaxableCents = (lines: readonly PriceLine[]): number =>
  sumCents(lines.filter(({ type, taxable }) => type === 'fee' && taxable).map((line) => line.amountCents));

/**
 * The price lines of the taxes of a stay in the order of their codes, in cents. A percentage tax is computed on
 * accommodation minus discounts, on the taxable fees, or on both. The field `maxNights` limits the nights for
 * which a tax is due. The price line of an included tax shows how much of the prices is tax. Each line of a tax
 * is rounded half up on its own.
 */
export function buildTaxLines(
  taxes: readonly Tax[],
  discountedCents: number,
  taxableFeesCents: number,
  counted: ChargedStay,
): PriceLine[] {
  const bases: Record<TaxTarget, number> = { accommodation: discountedCents, fees: taxableFeesCents };
  return taxes
    .toSorted((a, b) => compareCodePoints(a.code, b.code))
    .map((tax) => {
      const quantity = countTimesCharged(tax, counted, tax.maxNights);
      if (tax.basis === 'percent_guest_night')
        return buildPercentOfPersonNightLine(tax, discountedCents, counted, quantity);
      const targets = TAX_TARGETS.filter((target) => tax.appliesTo.includes(target));
      const baseCents = sumCents(targets.map((target) => bases[target]));
      const line = buildChargeLine('tax', tax, tax.basis, { baseCents, quantity });
      if (tax.basis !== 'percent') return line;
      const ofTargets = { ...line, appliesTo: targets };
      return tax.included ? toIncludedTaxLine(ofTargets) : ofTargets;
    })
    .filter((line) => line.amountCents !== 0);
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
  { code, name, percentPpm, maxAmountCents }: Tax,
  discountedCents: number,
  { nights, party }: ChargedStay,
  quantity: number,
): PriceLine {
  if (percentPpm === null) throw new TypeError(`The tax ${code} has no percentage.`);
  const shareCents = computeSharedPercentOfCents(
    discountedCents,
    percentPpm,
    nights * countPersonsOfParty(party),
  );
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
