/** What a member must decide, beside the stays of the day (docs/rules.md, 21.20). */

import { todayInZone } from '../../../domain/dates/dates.ts';
import { mayDo } from '../../../services/access/access.ts';
import type { ReadScope, SystemScope } from '../../../services/team-scope.ts';
import { listCalendarFeedProblems, type NamedFeed } from '../../calendars/db/queries/named-feeds.ts';
import { listStayDifferences, type StayDifference } from '../db/queries/channel-stays.ts';
import {
  type ContradictingPlace,
  type HeldDeposit,
  listContradictingPlaces,
  listHeldDeposits,
  listRefundsDue,
  listUnitsOutsideWholeStays,
  type RefundDue,
  type UnitOutsideWholeStay,
} from '../db/queries/problems.ts';
import { type Clash, listClashes } from './clashes.ts';

export type {
  Clash,
  ContradictingPlace,
  HeldDeposit,
  NamedFeed,
  RefundDue,
  StayDifference,
  UnitOutsideWholeStay,
};

/** For how many days after its last change a stay that is over is looked at for a refund. */
const REFUND_DAYS = 90;
const DAY_MS = 86_400_000;

export type DeskProblems = {
  /** Events of channels on nights that something else has. */
  clashes: Clash[];
  /** Bookings of which their channels say something else. */
  differences: StayDifference[];
  feedProblems: NamedFeed[];
  /** Units that stays of their whole building do not have, because something else has their nights. */
  unitsOutside: UnitOutsideWholeStay[];
  contradictingPlaces: ContradictingPlace[];
  refunds: RefundDue[];
  /** Deposits that are still held after the stay. */
  deposits: HeldDeposit[];
};

/** What its channel says otherwise of one booking. */
export const findStayDifference = async (
  { db, teamId }: ReadScope,
  { id, feedId }: { id: string; feedId: string | null },
): Promise<StayDifference | null> =>
  feedId === null ? null : ((await listStayDifferences(db, teamId, { bookingId: id, limit: 1 }))[0] ?? null);

export async function readDeskProblems(scope: SystemScope, limit: number): Promise<DeskProblems> {
  const { db, clock, teamId } = scope;
  const readsMoney = mayDo(scope.access, 'money:read');
  const now = clock();
  const today = todayInZone('UTC', now);
  const changedSince = new Date(now.getTime() - REFUND_DAYS * DAY_MS);
  const [clashes, differences, feedProblems, unitsOutside] = await Promise.all([
    listClashes(scope, { unitIds: null, limit }),
    listStayDifferences(db, teamId, { bookingId: null, limit }),
    listCalendarFeedProblems(db, teamId, limit),
    listUnitsOutsideWholeStays(db, teamId, { today, nowMs: now.getTime(), limit }),
  ]);
  const [contradictingPlaces, refunds, deposits] = await Promise.all([
    listContradictingPlaces(db, teamId, { today, limit }),
    readsMoney ? listRefundsDue(db, teamId, { changedSince, limit }) : [],
    readsMoney ? listHeldDeposits(db, teamId, limit) : [],
  ]);
  return { clashes, differences, feedProblems, unitsOutside, contradictingPlaces, refunds, deposits };
}
