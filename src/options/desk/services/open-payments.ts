import { addDays, todayInZone } from '../../../domain/dates/dates.ts';
import type { SystemScope } from '../../../services/team-scope.ts';
import { listDuePayments } from '../db/queries/front-desk.ts';
import { type DueOfBooking, sumByBooking } from './dues.ts';
import { todayByZone } from './today.ts';

export const DUE_WITHIN_DAYS = 30;
const MAX_DUE_SHOWN = 200;

export type OpenPayments = {
  late: DueOfBooking[];
  /** What is due today or within the next days. */
  coming: DueOfBooking[];
  isCut: boolean;
};

/** Overdue counts by the date at the place. A booking may be in both lists. */
export async function readOpenPayments({ db, clock, teamId }: SystemScope): Promise<OpenPayments> {
  const now = clock();
  const until = addDays(todayInZone('UTC', now), DUE_WITHIN_DAYS + 1);
  const found = await listDuePayments(db, teamId, { until, limit: MAX_DUE_SHOWN });
  const findToday = todayByZone(now);
  return {
    late: sumByBooking(found.filter(({ dueOn, timezone }) => dueOn < findToday(timezone))),
    coming: sumByBooking(
      found.filter(({ dueOn, timezone }) => {
        const today = findToday(timezone);
        return today <= dueOn && dueOn <= addDays(today, DUE_WITHIN_DAYS);
      }),
    ),
    isCut: found.length === MAX_DUE_SHOWN,
  };
}
