/** See docs/rules.md, 25.17. */

import { addDays, todayInZone } from '../../../domain/dates/dates.ts';
import type { ReadScope, SystemScope } from '../../../services/team-scope.ts';
import {
  type BlockedGuest,
  type FailedMail,
  findMailTrouble,
  listBlockedGuests,
  listFailedMails,
  listSuppressedMembers,
} from '../db/queries/trouble.ts';
import { withoutAddresses } from './sending/outcomes.ts';

export type { BlockedGuest, FailedMail };

export type MailTrouble = {
  /** Null if messages leave. `error` is what the mail server said last. */
  stuck: { since: Date; messages: number; error: string | null } | null;
  /** Those whose address gets no message. */
  members: { name: string; email: string; reason: string | null }[];
};

export async function readMailTrouble({ db, teamId }: ReadScope): Promise<MailTrouble> {
  const [stuck, members] = await Promise.all([
    findMailTrouble(db, teamId),
    listSuppressedMembers(db, teamId),
  ]);
  return {
    stuck: stuck && { ...stuck, error: stuck.error === null ? null : withoutAddresses(stuck.error) },
    members,
  };
}

/** Days after it was written for which a failed message is shown. */
const FAILED_DAYS = 30;
const DAY_MS = 86_400_000;

/** Of stays that are not over. */
export async function readUnreachedGuests(
  { db, clock, teamId }: SystemScope,
  limit: number,
): Promise<{ failedMails: FailedMail[]; blockedGuests: BlockedGuest[] }> {
  const now = clock();
  // A stay that ends today may end on an earlier date in UTC.
  const today = addDays(todayInZone('UTC', now), -1);
  const since = new Date(now.getTime() - FAILED_DAYS * DAY_MS);
  const [failedMails, blockedGuests] = await Promise.all([
    listFailedMails(db, teamId, { today, since, limit }),
    listBlockedGuests(db, teamId, { today, nowMs: now.getTime(), limit }),
  ]);
  return { failedMails, blockedGuests };
}
