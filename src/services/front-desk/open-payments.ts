import { type DuePayment, listDuePayments } from '../../db/queries/front-desk/front-desk.ts';
import { addDays, todayInZone } from '../../domain/dates/dates.ts';
import type { SystemScope } from '../team-scope.ts';
import { todayByZone } from './today.ts';

/** For how many days ahead unpaid payments are listed. */
export const DUE_WITHIN_DAYS = 30;
const MAX_DUE_SHOWN = 200;

export type OpenPayments = {
  late: DuePayment[];
  /** Payments that are due today or within the next days. */
  coming: DuePayment[];
  isCut: boolean;
};

/**
 * A team's unpaid payments: those that are overdue by the date at their place, and those that are due within
 * the next days.
 */
export async function readOpenPayments({ db, clock, teamId }: SystemScope): Promise<OpenPayments> {
  const now = clock();
  const until = addDays(todayInZone('UTC', now), DUE_WITHIN_DAYS + 1);
  const found = await listDuePayments(db, teamId, { until, limit: MAX_DUE_SHOWN });
  const findToday = todayByZone(now);
  return {
    late: found.filter(({ dueOn, timezone }) => dueOn < findToday(timezone)),
    coming: found.filter(({ dueOn, timezone }) => {
      const today = findToday(timezone);
      return today <= dueOn && dueOn <= addDays(today, DUE_WITHIN_DAYS);
    }),
    isCut: found.length === MAX_DUE_SHOWN,
  };
}
