/** The lines that a team adds to a booking's price by hand, as requests send them (docs/rules.md, 24.5). */
import {
  type AdjustmentSum,
  areEqualSums,
  type PriceAdjustment,
  replaceAdjustments,
  type SentAdjustment,
  sumAdjustments,
} from '../../domain/pricing/adjustments.ts';
import type { FieldMessage, FieldMessages } from '../field-messages.ts';
import { newId } from '../new-id.ts';

/** A part that is undefined keeps what the booking has. */
export type AdjustmentsChange = {
  adjustments?: readonly SentAdjustment[] | undefined;
  /** Replaces all lines; null removes them. */
  adjustment?: AdjustmentSum | null | undefined;
};

/** The lines by hand after a change, and the field of the request that changes them, if one does. */
export type ChosenAdjustments = {
  adjustments: readonly PriceAdjustment[];
  field: 'adjustments' | 'adjustment' | null;
  messages: FieldMessages;
};

/**
 * One line that is what the booking shows of its lines is no change. A list that changes them must not come
 * with one line that says something else.
 */
export function chooseAdjustments(
  stored: readonly PriceAdjustment[],
  { adjustments: list, adjustment: one }: AdjustmentsChange,
): ChosenAdjustments {
  const kept: ChosenAdjustments = { adjustments: stored, field: null, messages: {} };
  const shown = sumAdjustments(stored);
  const isOther = one !== undefined && !areEqualSums(one, shown);
  const replaced = list === undefined ? stored : replaceAdjustments(stored, list, newId);
  if (replaced !== stored) {
    const isContradiction = isOther && !areEqualSums(one, sumAdjustments(replaced));
    const messages = isContradiction ? BESIDE_ADJUSTMENTS : {};
    return { adjustments: replaced, field: 'adjustments', messages };
  }
  if (!isOther) return kept;
  if (one?.amountCents === 0) return { ...kept, messages: { 'adjustment.amount': [NOT_ZERO] } };
  const only = one && { id: newId(), ...one, taxable: false };
  return { adjustments: only ? [only] : [], field: 'adjustment', messages: {} };
}

/** The field that changes them, if one does, needs more than its operation (docs/rules.md, 27.6). */
export const demandMoney = ({ field }: Pick<ChosenAdjustments, 'field'>) =>
  field === null ? {} : { [field]: { isChanging: true, permission: 'money:write' as const } };

const BESIDE_ADJUSTMENTS: FieldMessages = {
  adjustment: [{ code: 'contradicts', predicate: 'must not be another one than adjustments give.' }],
};
const NOT_ZERO: FieldMessage = { code: 'invalid', predicate: 'must not be 0.' };
