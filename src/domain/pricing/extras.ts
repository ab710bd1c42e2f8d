/** Extras: optional fees, which a guest chooses (docs/rules.md, 23.10). */
import { compareCodePoints } from '../text/text.ts';

/**
 * The characters that an extra's code may have. Commas and colons are not among them, because queries separate
 * codes by commas, and a code from its quantity by a colon.
 */
export const EXTRA_CODE_PATTERN = /^[A-Za-z0-9._-]{1,40}$/;

/**
 * A chosen optional fee, and how many of it. A booking stores its extras as a list of codes and quantities,
 * sorted by code.
 */
export interface ChosenExtra {
  readonly code: string;
  readonly quantity: number;
}

/** The fields of a fee that decide about its choice as an extra. */
interface OfferedFee {
  readonly code: string;
  readonly optional: boolean;
  readonly maxQuantity: number | null;
}

/** Why an extra cannot be chosen: its position in the list, and the reason. */
interface ChosenExtraProblem {
  readonly index: number;
  readonly field: 'code' | 'quantity';
  readonly code: 'unknown' | 'too_large';
  readonly message: string;
  /** The maximum quantity of an extra, if more than the maximum was chosen. */
  readonly required: number | null;
}

export const sortExtrasByCode = (extras: readonly ChosenExtra[]): ChosenExtra[] =>
  extras.toSorted((a, b) => compareCodePoints(a.code, b.code));

/** Whether two lists of extras in the order of their codes are the same. */
export const areEqualExtras = (some: readonly ChosenExtra[], others: readonly ChosenExtra[]): boolean =>
  some.length === others.length &&
  some.every(({ code, quantity }, index) => {
    const other = others[index];
    return other?.code === code && other.quantity === quantity;
  });

/** Why each of the chosen extras cannot be had, if any. Callers pass only the fees that apply to the listing. */
export function findExtraProblems(
  fees: readonly OfferedFee[],
  extras: readonly ChosenExtra[],
): ChosenExtraProblem[] {
  const maxQuantityByCode = buildMaxQuantityByCode(fees);
  return extras.flatMap(({ code, quantity }, index): ChosenExtraProblem[] => {
    const max = maxQuantityByCode.get(code);
    if (max === undefined)
      return [
        {
          index,
          field: 'code',
          code: 'unknown',
          message: `This place offers no extra with the code ${code}.`,
          required: null,
        },
      ];
    if (quantity <= max) return [];
    const message = `At most ${max} of the extra ${code} can be chosen.`;
    return [{ index, field: 'quantity', code: 'too_large', message, required: max }];
  });
}

/**
 * The extras that a booking keeps when its stay changes: those that are still offered, each up to the quantity
 * that is still offered.
 */
export function limitExtrasToOffered(
  fees: readonly OfferedFee[],
  extras: readonly ChosenExtra[],
): ChosenExtra[] {
  const maxQuantityByCode = buildMaxQuantityByCode(fees);
  return extras.flatMap(({ code, quantity }) => {
    const max = maxQuantityByCode.get(code);
    return max === undefined ? [] : [{ code, quantity: Math.min(quantity, max) }];
  });
}

const buildMaxQuantityByCode = (fees: readonly OfferedFee[]): Map<string, number> =>
  new Map(fees.filter(({ optional }) => optional).map(({ code, maxQuantity }) => [code, maxQuantity ?? 1]));
