import { countDaysBetween } from '../../../../../domain/dates/dates.ts';
import { MAX_STAY_NIGHTS } from '../../../../../domain/limits.ts';
import { countGuestsOfParty, type Party } from '../../../../../domain/party.ts';
import { haveAdjustments } from '../../../../../domain/pricing/adjustments.ts';
import type { BookingStatus, PriceLineType } from '../../../../../domain/vocabulary.ts';
import { findDuplicates } from '../../../../../services/catalogue/part-rows.ts';
import { type EntryProblem, isGiven, presentValue } from '../../../../../services/catalogue/problems.ts';
import type { BookingEntry } from '../../../schemas/booking.ts';
import { collectEntryProblems } from '../../problems.ts';
import { findEntryPartyProblems } from './party.ts';
import { containAdjustments, isSumOfAdjustments, readAdjustments, toPriceLine } from './price-entries.ts';

const REQUIRED = ['listing', 'guest', 'status', 'check_in', 'check_out', 'number_of_guests'] as const;

export type CompleteBookingEntry = BookingEntry & {
  [Field in (typeof REQUIRED)[number]]-?: NonNullable<BookingEntry[Field]>;
};

/** With stored fields. Null if a field that a booking needs is still missing. */
export function completeBookingEntry(
  entry: BookingEntry,
  stored: Partial<BookingEntry> | undefined,
  party: Party,
): { whole: CompleteBookingEntry | null; problems: EntryProblem[] } {
  const guests = isGiven(entry.party?.adults) ? { number_of_guests: countGuestsOfParty(party) } : {};
  const whole = { ...stored, ...entry, ...guests };
  const missing = REQUIRED.filter((field) => !isGiven(whole[field]));
  const problems = [
    ...missing.map((field) => ({ path: [field], message: 'is required' })),
    ...findEntryPartyProblems(entry, party),
    ...findRuleProblems(whole),
  ];
  return { whole: missing.length === 0 ? (whole as CompleteBookingEntry) : null, problems };
}

function findRuleProblems(booking: BookingEntry): EntryProblem[] {
  const { check_in, check_out, unit, units, status, totals, lines, invoices } = booking;
  const { problems, refuse } = collectEntryProblems();
  const nights = check_in && check_out ? countDaysBetween(check_in, check_out) : null;
  if (nights !== null && nights <= 0) refuse('check_out', 'must be a date after check_in', check_out);
  if (nights !== null && nights > MAX_STAY_NIGHTS)
    refuse('check_out', `must be at most ${MAX_STAY_NIGHTS} nights after check_in`, check_out);
  if (isGiven(unit) && isGiven(units)) refuse('unit', 'must not be given together with units', unit);
  problems.push(...findDuplicates(units ?? [], 'units', 'unit', (one) => `${one.listing} ${one.unit}`));
  for (const field of STATE_FIELDS)
    if (status && isGiven(booking[field]) && !mayHaveField(status, field))
      refuse(field, `must not be given with status ${presentValue(status)}`, booking[field]);
  if (totals) problems.push(...findTotalsProblems(totals, lines ?? []));
  else if (lines && lines.length > 0) refuse('lines', 'must not be given without totals', lines);
  if (isGiven(booking.price_agreed) && isGiven(booking.coupon_code))
    refuse('coupon_code', 'must not be given together with price_agreed', booking.coupon_code);
  problems.push(...findAdjustmentProblems(booking));
  problems.push(
    ...findDuplicates(
      invoices ?? [],
      'invoices',
      'number',
      ({ number }, index) => number ?? `draft ${index}`,
    ),
  );
  return problems;
}

/**
 * The lines by hand must be among the lines of the price, or part of its totals, and their sum must be
 * theirs.
 */
function findAdjustmentProblems(booking: BookingEntry): EntryProblem[] {
  const { adjustments, adjustment, totals, lines } = booking;
  const { problems, refuse } = collectEntryProblems();
  if (!isSumOfAdjustments(booking)) {
    refuse('adjustment', 'must be the first name and the sum of adjustments', adjustment?.amount);
    return problems;
  }
  if (adjustments === undefined && adjustment?.amount === 0)
    refuse(['adjustment', 'amount'], 'must not be 0 without adjustments', 0);
  const entered = readAdjustments(booking, []);
  const isContained = lines?.length
    ? haveAdjustments(lines.map(toPriceLine), entered)
    : !totals || containAdjustments(totals, entered);
  if (!isContained)
    refuse(
      adjustments ? 'adjustments' : ['adjustment', 'amount'],
      adjustments ? ADJUSTMENTS_MISSING : ADJUSTMENT_MISSING,
      adjustment?.amount,
    );
  return problems;
}

const ADJUSTMENT_MISSING = 'must be the amount of a line with the code "adjustment", or part of the totals';
const ADJUSTMENTS_MISSING =
  'must be the amounts of lines with the codes "adjustment", "adjustment-2" and so on, or part of the totals';

const CANCELLED_FIELDS = ['cancelled_at', 'cancellation_reason', 'cancellation_fee'] as const;
const STATE_FIELDS = ['expires_at', 'confirmed_at', ...CANCELLED_FIELDS, 'completed_at'] as const;
type StateField = (typeof STATE_FIELDS)[number];

/** A booking may have had earlier statuses. */
const FIELDS_OF = {
  pending: ['expires_at'],
  confirmed: ['confirmed_at'],
  completed: ['confirmed_at', 'completed_at'],
  cancelled: ['expires_at', 'confirmed_at', ...CANCELLED_FIELDS],
} satisfies Record<BookingStatus, readonly StateField[]>;

export const mayHaveField = (status: BookingStatus, field: StateField): boolean =>
  (FIELDS_OF[status] as readonly StateField[]).includes(field);

/** They must add up, and each be the sum of its lines, if there are any. */
function findTotalsProblems(
  totals: NonNullable<BookingEntry['totals']>,
  lines: NonNullable<BookingEntry['lines']>,
): EntryProblem[] {
  const { problems, refuse } = collectEntryProblems();
  const { accommodation_total, discount_total, fees_total, taxes_total, grand_total } = totals;
  const sum = accommodation_total - discount_total + fees_total + taxes_total;
  if (grand_total !== sum)
    refuse(
      ['totals', 'grand_total'],
      `must be ${sum}, which is accommodation - discount + fees + taxes`,
      grand_total,
    );
  if (lines.length === 0) return problems;
  const sumLinesOfType = (type: PriceLineType) =>
    lines.reduce((total, line) => (line.type === type && !line.included ? total + line.amount : total), 0);
  const sums = {
    accommodation_total: sumLinesOfType('accommodation'),
    discount_total: 0 - sumLinesOfType('discount'),
    fees_total: sumLinesOfType('fee'),
    taxes_total: sumLinesOfType('tax'),
  };
  for (const name of Object.keys(sums) as (keyof typeof sums)[])
    if (totals[name] !== sums[name])
      refuse(['totals', name], `must be the sum of its lines, ${sums[name]}`, totals[name]);
  return problems;
}
