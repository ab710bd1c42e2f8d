import { includedPercentOfCents, sumCents } from '../money.ts';
import { compareCodePoints } from '../text.ts';
import { type ChargeBasis, TAX_TARGETS, type TaxTarget } from '../vocabulary.ts';
import { fixedLine, type PriceLine, percentLine } from './lines.ts';

/** A fixed amount in cents with its basis, or a percentage. */
interface Charge {
  readonly code: string;
  readonly name: string;
  readonly basis: ChargeBasis;
  readonly amountCents: number | null;
  readonly percentPpm: number | null;
}

/** A fee, and whether taxes are due on it. Callers pass only charges that apply to the listing. */
export interface Fee extends Charge {
  readonly taxable: boolean;
}

/** A tax, with the base of its percentage and the number of nights that count. */
export interface Tax extends Charge {
  readonly appliesTo: readonly TaxTarget[];
  readonly maxNights: number | null;
  /** Whether prices already include it. Only percentages can be included. */
  readonly included: boolean;
}

/** The number of guests and nights. */
type Party = { readonly guests: number; readonly nights: number };

/**
 * The lines of the fees in the order of their codes, and the taxable amount among them, in cents. Percentages are of
 * accommodation minus discounts. Each is rounded half up on its own.
 */
export function feeLines(fees: readonly Fee[], discountedCents: number, party: Party) {
  const charged = fees
    .toSorted((a, b) => compareCodePoints(a.code, b.code))
    .map((fee) => ({ taxable: fee.taxable, line: chargeLine('fee', fee, discountedCents, party) }))
    .filter(({ line }) => line.amountCents !== 0);
  return {
    lines: charged.map(({ line }) => line),
    taxableCents: sumCents(charged.filter(({ taxable }) => taxable).map(({ line }) => line.amountCents)),
  };
}

/**
 * The lines of the taxes in the order of their codes, in cents. A percentage is of accommodation minus discounts, of
 * the taxable fees, or of both. `maxNights` limits the nights that count. An included tax shows how much of its base is
 * tax. Each is rounded half up on its own.
 */
export function taxLines(
  taxes: readonly Tax[],
  discountedCents: number,
  taxableFeesCents: number,
  party: Party,
): PriceLine[] {
  const bases: Record<TaxTarget, number> = { accommodation: discountedCents, fees: taxableFeesCents };
  return taxes
    .toSorted((a, b) => compareCodePoints(a.code, b.code))
    .map((tax) => {
      const targets = TAX_TARGETS.filter((target) => tax.appliesTo.includes(target));
      const baseCents = sumCents(targets.map((target) => bases[target]));
      const nights = Math.min(party.nights, tax.maxNights ?? party.nights);
      const line = chargeLine('tax', tax, baseCents, { guests: party.guests, nights });
      return tax.included ? asIncluded(line, baseCents) : line;
    })
    .filter((line) => line.amountCents !== 0);
}

function chargeLine(type: 'fee' | 'tax', charge: Charge, baseCents: number, party: Party): PriceLine {
  const { code, name, basis, amountCents, percentPpm } = charge;
  const labels = { type, code, name };
  if (basis === 'percent') {
    if (percentPpm === null) throw new TypeError(`The ${type} ${code} has no percentage.`);
    return percentLine(labels, baseCents, percentPpm);
  }
  if (amountCents === null) throw new TypeError(`The ${type} ${code} has no amount.`);
  return fixedLine(labels, basis, quantityBy[basis](party), amountCents);
}

/** How many times a fixed amount is charged. */
const quantityBy = {
  stay: () => 1,
  night: ({ nights }) => nights,
  guest: ({ guests }) => guests,
  guest_night: ({ guests, nights }) => guests * nights,
} satisfies Record<Exclude<ChargeBasis, 'percent'>, (party: Party) => number>;

/** A fixed amount has no base that could include it, so it stays an ordinary, added line. */
function asIncluded(line: PriceLine, baseCents: number): PriceLine {
  if (line.percentPpm === null) return line;
  return { ...line, amountCents: includedPercentOfCents(baseCents, line.percentPpm), included: true };
}
