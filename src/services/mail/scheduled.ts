/** Writes the messages that are sent because of a date, from their moment on (docs/rules.md, 25.8). */

import { groupFolios, loadFoliosOfBookings } from '../../db/queries/bookings/folio.ts';
import { listBookingsByIds } from '../../db/queries/bookings/list.ts';
import { deleteOldMailsOfAnyTeam, insertScheduledMails } from '../../db/queries/mail/mails.ts';
import { deleteOldPersonMailsOfAnyAccount } from '../../db/queries/mail/person-mails.ts';
import {
  listMailCandidatesOfAnyTeam,
  type MailCandidate,
  type ScheduledKind,
} from '../../db/queries/mail/scheduled.ts';
import { findStoredMailText, listSuppressedKeys } from '../../db/queries/mail/settings.ts';
import { findTeamRecord } from '../../db/queries/teams/teams.ts';
import { isMailRuleFor } from '../../domain/mail/rules.ts';
import { findMailWindow, readIdMoment } from '../../domain/mail/schedule.ts';
import { foldCase } from '../../domain/text/text.ts';
import { truncateToSecond } from '../clock.ts';
import { deleteInBatches } from '../jobs/batches.ts';
import type { Sweep } from '../jobs/sweep.ts';
import type { SystemDependencies } from '../team-scope.ts';
import { inTeamTransaction } from '../writing/team-limit.ts';
import { tellFailingFeeds } from './failing-feeds.ts';
import { buildGuestMail } from './outbox.ts';
import type { MailSettings } from './settings.ts';
import type { MailExtras, MailedBooking } from './values.ts';

const KINDS: readonly ScheduledKind[] = ['payment_due', 'before_arrival', 'after_departure'];
const CANDIDATES_AT_ONCE = 500;
/** The maximum number of messages that one transaction writes for a team. */
const WRITTEN_AT_ONCE = 100;
const MAILS_KEPT_DAYS = 400;
const PERSON_MAILS_KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

type Dependencies = SystemDependencies & { mail: MailSettings };

/** What a server does for messages every minute: it writes scheduled messages that are due, and deletes old ones. */
export const createMailSweeps = (dependencies: Dependencies): readonly Sweep[] => [
  (signal) => writeScheduledMails(dependencies, signal),
  (signal) => tellFailingFeeds(dependencies, signal),
  (signal) => {
    const before = new Date(dependencies.clock().getTime() - MAILS_KEPT_DAYS * DAY_MS);
    return deleteInBatches(signal, (limit) => deleteOldMailsOfAnyTeam(dependencies.db, before, limit));
  },
  (signal) => {
    const before = new Date(dependencies.clock().getTime() - PERSON_MAILS_KEPT_DAYS * DAY_MS);
    return deleteInBatches(signal, (limit) =>
      deleteOldPersonMailsOfAnyAccount(dependencies.db, before, limit),
    );
  },
];

/**
 * Writes the scheduled messages that are due, for the bookings of all teams that have a rule for them, a page
 * of bookings at a time.
 */
export async function writeScheduledMails(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { db, clock } = dependencies;
  for (const kind of KINDS) {
    let after: MailCandidate | null = null;
    do {
      const now = truncateToSecond(clock());
      const page = { today: now.toISOString().slice(0, 10), after, limit: CANDIDATES_AT_ONCE };
      const candidates: MailCandidate[] = await listMailCandidatesOfAnyTeam(db, kind, page);
      const due = candidates.filter((candidate) => isDue(kind, candidate, now));
      for (const [teamId, ofTeam] of Map.groupBy(due, (candidate) => candidate.teamId))
        for (let start = 0; start < ofTeam.length; start += WRITTEN_AT_ONCE)
          await writeMailsOfTeam(dependencies, {
            teamId,
            kind,
            now,
            candidates: ofTeam.slice(start, start + WRITTEN_AT_ONCE),
          });
      after = candidates.length === CANDIDATES_AT_ONCE ? (candidates.at(-1) ?? null) : null;
    } while (after !== null && !signal.aborted);
  }
}

function isDue(kind: ScheduledKind, candidate: MailCandidate, now: Date): boolean {
  const { rule } = candidate;
  if (rule.days === null || rule.hour === null || rule.activeSince === null) return false;
  if (!isMailRuleFor(rule, candidate)) return false;
  const { from, until } = findMailWindow({ ...candidate, kind, days: rule.days, hour: rule.hour });
  return rule.activeSince <= from && from <= now && now < until;
}

type DueMails = { teamId: number; kind: ScheduledKind; now: Date; candidates: readonly MailCandidate[] };

/** Writes the messages of one kind for one team, by as many statements as for one message. */
async function writeMailsOfTeam(
  { db, mail: settings }: Dependencies,
  { teamId, kind, now, candidates }: DueMails,
): Promise<void> {
  await inTeamTransaction(db, teamId, async (tx) => {
    const team = await findTeamRecord(tx, teamId);
    if (!team) return;
    const ids = [...new Set(candidates.map(({ bookingId }) => bookingId))];
    const rows = new Map((await listBookingsByIds(tx, teamId, ids)).map((row) => [row.id, row]));
    const findFolio = groupFolios(await loadFoliosOfBookings(tx, teamId, ids));
    const emails = [...rows.values()].flatMap(({ guest }) => guest.email ?? []);
    const suppressed = await listSuppressedKeys(tx, teamId, emails.map(foldCase));
    const text = await findStoredMailText(tx, teamId, { kind, language: 'en' });
    const written = candidates.flatMap((candidate) => {
      const row = rows.get(candidate.bookingId);
      if (!row) return [];
      const booking = { row, folio: findFolio(row.id), team };
      const extras = kind === 'payment_due' ? findDuePayment(candidate, booking) : {};
      if (extras === null) return [];
      const isSuppressed = suppressed.has(foldCase(row.guest.email ?? ''));
      const mail = buildGuestMail({ teamId, now }, settings, { kind, booking, extras, text, isSuppressed });
      return mail ? [{ ...mail, onDate: candidate.onDate }] : [];
    });
    await insertScheduledMails(tx, written);
  });
}

/**
 * The sum of the payments that are due on the day that a message is about, or null if there are none. Payments
 * that were planned after the message should have been sent do not count.
 */
function findDuePayment(
  candidate: MailCandidate,
  { row: { booking }, folio }: MailedBooking,
): MailExtras | null {
  const { rule, onDate } = candidate;
  const { from } = findMailWindow({
    ...candidate,
    kind: 'payment_due',
    days: rule.days ?? 0,
    hour: rule.hour ?? 0,
  });
  const due = folio.payments.filter(
    ({ id, status, dueOn }) =>
      status === 'scheduled' && dueOn === onDate && (readIdMoment(id) ?? booking.createdAt) < from,
  );
  if (due.length === 0) return null;
  return { payment: { amount: due.reduce((sum, { amountCents }) => sum + amountCents, 0), due_on: onDate } };
}
