import {
  addCents,
  computeIncludedPercentOfCents,
  computePercentOfCents,
  computeSharedPercentOfCents,
  multiplyCents,
  sumCents,
} from '../money.ts';
import { countPersonsOfParty } from '../party.ts';
import { compareCodePoints } from '../text/text.ts';
import type { NameText, Translations } from '../translations.ts';
import { type ChargeBasis, TAX_TARGETS, type TaxBasis, type TaxTarget } from '../vocabulary.ts';
import { type ChargedPersonsAndNights, type ChargedStay, countTimesCharged } from './counting.ts';
import type { ChosenExtra } from './extras.ts';
import { buildPriceLine, type PriceLine } from './lines.ts';

/** A charge's amount: a fixed amount in cents with its basis, or a percentage. */
interface FixedOrPercentCharge<Basis extends TaxBasis> extends ChargedPersonsAndNights {
  readonly code: string;
  readonly name: string;
  readonly translations?: Translations<NameText> | null;
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
  /** A stay of so many nights or more does not owe the tax, or null if every stay owes it. */
  readonly exemptFromNights: number | null;
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
      quantity: isExempt(tax, counted) ? 0 : countTimesCharged(tax, counted, tax.maxNights),
      targets: TAX_TARGETS.filter((target) => tax.appliesTo.includes(target)),
      personNights: counted.nights * countPersonsOfParty(counted.party),
    }));

const isExempt = ({ exemptFromNights }: Tax, { nights }: ChargedStay): boolean =>
  exemptFromNights !== null && nights >= exemptFromNights;

/** What a stay owes of a fee, in cents, rounded half up. A percentage is one of accommodation minus discounts. */
export const computeFeeCents = ({ fee, quantity }: CountedFee, discountedCents: number): number =>
  computeChargeCents('fee', fee, quantity, discountedCents);

/** The price lines of the fees of a stay, in cents. */
export function buildFeeLines(fees: readonly CountedFee[], discountedCents: number): PriceLine[] {
  const lines: PriceLine[] = [];
  for (const counted of fees) {
    const amountCents = computeFeeCents(counted, discountedCents);
    if (amountCents === 0) continue;
    const { fee, quantity } = counted;
    const line = buildChargeLine('fee', fee, fee.basis, {
      baseCents: discountedCents,
      quantity,
      amountCents,
    });
    lines.push({ ...line, taxable: fee.taxable });
  }
  return lines;
}

/** The sum of the fees that are taxable, in cents, which is the base of taxes on fees. */
export const sumTaxableCents = (lines: readonly PriceLine[]): number =>
  sumCents(lines.filter(({ type, taxable }) => type === 'fee' && taxable).map((line) => line.amountCents));

/** The bases of percentage taxes, in cents: accommodation minus discounts, and the taxable fees. */
type TaxBases = Readonly<Record<TaxTarget, number>>;

/** Whether prices include a tax. A tax of a fixed amount cannot be included, so it is added. */
export const isIncludedTax = ({ basis, included }: Tax): boolean => included && basis === 'percent';

/**
 * What a stay owes of a tax, in cents, rounded half up. A percentage tax is computed on accommodation minus
 * discounts, on the taxable fees, or on both. Of an included tax, this is how much of the prices is tax.
 */
export function computeTaxCents(counted: CountedTax, bases: TaxBases): number {
  const { tax, quantity } = counted;
  if (tax.basis === 'percent_guest_night')
    return multiplyCents(computePersonNightCents(counted, bases.accommodation), quantity);
  const baseCents = sumBases(counted, bases);
  if (isIncludedTax(tax)) return computeIncludedPercentOfCents(baseCents, requirePercent('tax', tax));
  return computeChargeCents('tax', tax, quantity, baseCents);
}

/** The price lines of the taxes of a stay, in cents. */
export function buildTaxLines(taxes: readonly CountedTax[], bases: TaxBases): PriceLine[] {
  const lines: PriceLine[] = [];
  for (const counted of taxes) {
    const amountCents = computeTaxCents(counted, bases);
    if (amountCents !== 0) lines.push(buildTaxLine(counted, bases, amountCents));
  }
  return lines;
}

function buildTaxLine(counted: CountedTax, bases: TaxBases, amountCents: number): PriceLine {
  const { tax, quantity, targets } = counted;
  if (tax.basis === 'percent_guest_night') {
    const unitAmountCents = computePersonNightCents(counted, bases.accommodation);
    const charged = { percentPpm: tax.percentPpm, baseAmountCents: bases.accommodation, unitAmountCents };
    return buildPriceLine({
      ...labelsOf('tax', tax),
      basis: 'guest_night',
      quantity,
      ...charged,
      amountCents,
    });
  }
  const baseCents = sumBases(counted, bases);
  const line = buildChargeLine('tax', tax, tax.basis, { baseCents, quantity, amountCents });
  return tax.basis === 'percent' ? { ...line, included: tax.included, appliesTo: targets } : line;
}

/** The base of a tax. A percentage that is not due, because of its dates, has a base of 0. */
function sumBases({ tax, quantity, targets }: CountedTax, bases: TaxBases): number {
  let baseCents = 0;
  if (tax.basis === 'percent' && quantity === 0) return baseCents;
  for (const target of targets) baseCents = addCents(baseCents, bases[target]);
  return baseCents;
}

function computeChargeCents(
  type: 'fee' | 'tax',
  charge: FixedOrPercentCharge<TaxBasis>,
  quantity: number,
  baseCents: number,
): number {
  if (charge.basis === 'percent')
    return quantity === 0 ? 0 : computePercentOfCents(baseCents, requirePercent(type, charge));
  if (charge.amountCents === null) throw new TypeError(`The ${type} ${charge.code} has no amount.`);
  return multiplyCents(charge.amountCents, quantity);
}

function buildChargeLine(
  type: 'fee' | 'tax',
  charge: FixedOrPercentCharge<TaxBasis>,
  basis: ChargeBasis,
  { baseCents, quantity, amountCents }: { baseCents: number; quantity: number; amountCents: number },
): PriceLine {
  const labels = labelsOf(type, charge);
  if (basis !== 'percent')
    return buildPriceLine({ ...labels, basis, quantity, unitAmountCents: charge.amountCents, amountCents });
  const { percentPpm } = charge;
  return buildPriceLine({ ...labels, basis, percentPpm, baseAmountCents: baseCents, amountCents });
}

const labelsOf = (type: 'fee' | 'tax', charge: FixedOrPercentCharge<TaxBasis>) => ({
  type,
  code: charge.code,
  name: charge.name,
  nameSource: charge.translations ?? undefined,
});

function requirePercent(type: 'fee' | 'tax', { code, percentPpm }: FixedOrPercentCharge<TaxBasis>): number {
  if (percentPpm === null) throw new TypeError(`The ${type} ${code} has no percentage.`);
  return percentPpm;
}

/**
 * A tax on what one person's night costs, in cents. The cost of a person's night is the accommodation divided by
 * all nights and everybody, infants too. The tax on one person's night is rounded half up, and is at most the
 * tax's maximum. It is due as often as there are persons times nights that are taxed.
 */
function computePersonNightCents({ tax, personNights }: CountedTax, discountedCents: number): number {
  const shareCents = computeSharedPercentOfCents(discountedCents, requirePercent('tax', tax), personNights);
  return Math.min(shareCents, tax.maxAmountCents ?? shareCents);
}
