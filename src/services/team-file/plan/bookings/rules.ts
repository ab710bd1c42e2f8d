/** What is wrong with a booking as a whole: its stay, its state and its price. */
import { daysBetween } from '../../../../domain/dates.ts';
import { MAX_STAY_NIGHTS } from '../../../../domain/limits.ts';
import { guestsOf, type Party } from '../../../../domain/party.ts';
import type { BookingStatus, LineType } from '../../../../domain/vocabulary.ts';
import type { BookingEntry } from '../../../../schemas/entries/booking.ts';
import { findDuplicates } from '../../../catalogue/part-rows.ts';
import {
  buildRequiredProblem,
  isGiven,
  type Problem,
  presentValue,
  problemIf,
} from '../../../catalogue/problems.ts';
import { findEntryPartyProblems } from './party.ts';

const REQUIRED = ['listing', 'guest', 'status', 'check_in', 'check_out', 'number_of_guests'] as const;

/** A booking with all that it must have. */
export type WholeBooking = BookingEntry & {
  [Field in (typeof REQUIRED)[number]]-?: NonNullable<BookingEntry[Field]>;
};

/** The entry with the stored fields that it leaves out, if it then has all that a booking must have. */
export function completeEntry(
  entry: BookingEntry,
  stored: Partial<BookingEntry> | undefined,
  party: Party,
): { whole: WholeBooking | null; problems: Problem[] } {
  const guests = isGiven(entry.party?.adults) ? { number_of_guests: guestsOf(party) } : {};
  const whole = { ...stored, ...entry, ...guests };
  const missing = REQUIRED.filter((field) => !isGiven(whole[field]));
  const problems = [
    ...missing.map((field) => buildRequiredProblem(field)),
    ...findEntryPartyProblems(entry, party),
    ...findRuleProblems(whole),
  ];
  return { whole: missing.length === 0 ? (whole as WholeBooking) : null, problems };
}

function findRuleProblems(booking: BookingEntry): Problem[] {
  const { check_in, check_out, unit, units, status, totals, lines, invoices } = booking;
  const nights = check_in && check_out ? daysBetween(check_in, check_out) : null;
  return [
    ...problemIf(nights !== null && nights <= 0, {
      path: ['check_out'],
      message: 'must be a date after check_in',
      input: check_out,
    }),
    ...problemIf(nights !== null && nights > MAX_STAY_NIGHTS, {
      path: ['check_out'],
      message: `must be at most ${MAX_STAY_NIGHTS} nights after check_in`,
      input: check_out,
    }),
    ...problemIf(isGiven(unit) && isGiven(units), {
      path: ['unit'],
      message: 'must not be given together with units',
      input: unit,
    }),
    ...findDuplicates(units ?? [], 'units', 'unit', (one) => `${one.listing} ${one.unit}`),
    ...STATE_FIELDS.flatMap((field) =>
      problemIf(status && isGiven(booking[field]) && !mayHaveField(status, field), {
        path: [field],
        message: `must not be given with status ${presentValue(status)}`,
        input: booking[field],
      }),
    ),
    ...findTotalsProblems(totals),
    ...findLinesProblems(totals, lines),
    ...findDuplicates(invoices ?? [], 'invoices', 'number', ({ number }) => number),
  ];
}

const CANCELLED_FIELDS = ['cancelled_at', 'cancellation_reason', 'cancellation_fee'] as const;
const STATE_FIELDS = ['expires_at', 'confirmed_at', ...CANCELLED_FIELDS, 'completed_at'] as const;
type StateField = (typeof STATE_FIELDS)[number];

/** The times, reasons and fees that each status can have: those of the statuses that the booking may have passed through. */
const FIELDS_OF = {
  pending: ['expires_at'],
  confirmed: ['confirmed_at'],
  completed: ['confirmed_at', 'completed_at'],
  cancelled: ['expires_at', 'confirmed_at', ...CANCELLED_FIELDS],
} satisfies Record<BookingStatus, readonly StateField[]>;

/** Whether a booking with this status can have that time, reason or fee. */
export const mayHaveField = (status: BookingStatus, field: StateField): boolean =>
  (FIELDS_OF[status] as readonly StateField[]).includes(field);

function findTotalsProblems(totals: BookingEntry['totals']): Problem[] {
  if (!totals) return [];
  const { accommodation_total, discount_total, fees_total, taxes_total, grand_total } = totals;
  const sum = accommodation_total - discount_total + fees_total + taxes_total;
  return problemIf(grand_total !== sum, {
    path: ['totals', 'grand_total'],
    message: `must be ${sum}, which is accommodation - discount + fees + taxes`,
    input: grand_total,
  });
}

function findLinesProblems(totals: BookingEntry['totals'], lines: BookingEntry['lines']): Problem[] {
  if (!lines || lines.length === 0) return [];
  if (!totals) return [{ path: ['lines'], message: 'must not be given without totals', input: lines }];
  const sumOf = (type: LineType) =>
    lines.reduce((sum, line) => (line.type === type && !line.included ? sum + line.amount : sum), 0);
  const sums = {
    accommodation_total: sumOf('accommodation'),
    discount_total: 0 - sumOf('discount'),
    fees_total: sumOf('fee'),
    taxes_total: sumOf('tax'),
  };
  return (Object.keys(sums) as (keyof typeof sums)[]).flatMap((name) =>
    problemIf(totals[name] !== sums[name], {
      path: ['totals', name],
      message: `must be the sum of its lines, ${sums[name]}`,
      input: totals[name],
    }),
  );
}
