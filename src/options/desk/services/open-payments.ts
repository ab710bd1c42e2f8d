import type { SystemScope } from '../../../services/team-scope.ts';
import { type Due, listDues } from '../db/queries/dues.ts';

export const DUE_WITHIN_DAYS = 30;
const MAX_LINES_OF_LIST = 200;

/** The number of bookings and the sums, one for each currency, are those of all, and not of the lines alone. */
export type DueList = {
  bookings: number;
  sums: { currency: string; amountCents: number }[];
  lines: Due[];
};

export type OpenPayments = {
  late: DueList;
  /** What is due today or within the next days. */
  coming: DueList;
  isCut: boolean;
};

/** Overdue counts by the date at the place. A booking may be in both lists. */
export async function readOpenPayments({ db, clock, teamId }: SystemScope): Promise<OpenPayments> {
  const filter = { now: clock(), withinDays: DUE_WITHIN_DAYS, limit: MAX_LINES_OF_LIST };
  const { dues, totals } = await listDues(db, teamId, filter);
  const pick = (isLate: boolean): DueList => {
    const sums = totals.filter((total) => total.isLate === isLate);
    return {
      bookings: sums.reduce((sum, { bookings }) => sum + bookings, 0),
      sums,
      lines: dues.filter((due) => due.isLate === isLate),
    };
  };
  const [late, coming] = [pick(true), pick(false)];
  return { late, coming, isCut: [late, coming].some(({ bookings, lines }) => lines.length < bookings) };
}
