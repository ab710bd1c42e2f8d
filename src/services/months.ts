/** What a team sold and received, by months (docs/rules.md, 24.11). */
import type { Database } from '../db/client.ts';
import {
  listBlockedNights,
  listMoneyByMonth,
  listSellableNights,
  listSoldNights,
  type ReportScope,
} from '../db/queries/bookings/months.ts';
import {
  createMonthsSum,
  listMonths,
  type Month,
  type MonthFigures,
  toEndOfMonth,
  toFirstDay,
} from '../domain/dates/months.ts';
import type { ReadScope } from './team-scope.ts';

export type MonthsRequest = { from: Month; to: Month; listingId: string | null };

/** Reads the report of what a team sold and received, by month and currency, from one snapshot. */
export function reportMonths(
  { db, teamId }: ReadScope<Database>,
  { from, to, listingId }: MonthsRequest,
): Promise<MonthFigures[]> {
  const scope: ReportScope = { from: toFirstDay(from), end: toEndOfMonth(to), listingId };
  return db.transaction(
    async (tx) => {
      const sellable = await listSellableNights(tx, teamId, scope);
      const currencies = new Set(sellable.map(({ currency }) => currency));
      const sum = createMonthsSum(listMonths(from, to), [...currencies]);
      for (const { month, currency, nights } of sellable)
        sum.add(month, currency, { nightsAvailable: nights });
      for (const { month, currency, isChannelStay, ...blocked } of await listBlockedNights(tx, teamId, scope))
        sum.add(
          month,
          currency,
          isChannelStay
            ? { nightsByChannels: blocked.nights, nightsAvailable: blocked.nights - blocked.sellable }
            : { nightsAvailable: -blocked.sellable },
        );
      for (const { month, currency, nightsBeside, ...sums } of await listSoldNights(tx, teamId, scope))
        sum.add(month, currency, { ...sums, nightsAvailable: nightsBeside });
      for (const { month, currency, paid, refunded, fees } of await listMoneyByMonth(tx, teamId, scope))
        sum.add(month, currency, {
          paidTotalCents: paid,
          refundedTotalCents: refunded,
          cancellationFeesTotalCents: fees,
        });
      return sum.list();
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
