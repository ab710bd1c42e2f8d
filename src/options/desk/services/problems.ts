/** What a member must decide, beside the stays of the day (docs/rules.md, 21.20). */

import { todayInZone } from '../../../domain/dates/dates.ts';
import type { SystemScope } from '../../../services/team-scope.ts';
import { listCalendarFeedProblems, type NamedFeed } from '../../calendars/db/queries/named-feeds.ts';
import {
  type BlockedGuest,
  type FailedMail,
  type MailTrouble,
  readMailTrouble,
  readUnreachedGuests,
} from '../../mail/services/trouble.ts';
import { listStayDifferences, type StayDifference } from '../db/queries/channel-stays.ts';
import {
  type ContradictingPlace,
  type DisabledWebhook,
  type HeldDeposit,
  listContradictingPlaces,
  listDisabledWebhooks,
  listHeldDeposits,
  listRefundsDue,
  listUnitsOutsideWholeStays,
  type RefundDue,
  type UnitOutsideWholeStay,
} from '../db/queries/problems.ts';
import { type Clash, listClashes } from './clashes.ts';

export type {
  BlockedGuest,
  Clash,
  ContradictingPlace,
  DisabledWebhook,
  FailedMail,
  HeldDeposit,
  NamedFeed,
  RefundDue,
  StayDifference,
  UnitOutsideWholeStay,
};

/** Of each kind. */
const MAX_SHOWN = 20;
/** For how many days after its last change a stay that is over is looked at for a refund. */
const REFUND_DAYS = 90;
const DAY_MS = 86_400_000;

export type DeskProblems = {
  mailTrouble: MailTrouble;
  failedMails: FailedMail[];
  /** Guests of stays that are not over to whom nothing is sent. */
  blockedGuests: BlockedGuest[];
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
  disabledWebhooks: DisabledWebhook[];
};

export async function readDeskProblems(scope: SystemScope): Promise<DeskProblems> {
  const { db, clock, teamId } = scope;
  const now = clock();
  const today = todayInZone('UTC', now);
  const limit = MAX_SHOWN;
  const changedSince = new Date(now.getTime() - REFUND_DAYS * DAY_MS);
  const [unreached, mailTrouble, clashes, differences, feedProblems, unitsOutside] = await Promise.all([
    readUnreachedGuests(scope, limit),
    readMailTrouble(scope),
    listClashes(scope, { unitIds: null, limit }),
    listStayDifferences(db, teamId, limit),
    listCalendarFeedProblems(db, teamId, limit),
    listUnitsOutsideWholeStays(db, teamId, { today, nowMs: now.getTime(), limit }),
  ]);
  const [contradictingPlaces, refunds, deposits, disabledWebhooks] = await Promise.all([
    listContradictingPlaces(db, teamId, { today, limit }),
    listRefundsDue(db, teamId, { changedSince, limit }),
    listHeldDeposits(db, teamId, limit),
    listDisabledWebhooks(db, teamId, limit),
  ]);
  return {
    ...{ ...unreached, mailTrouble, clashes, differences, feedProblems, unitsOutside },
    ...{ contradictingPlaces, refunds, deposits, disabledWebhooks },
  };
}
