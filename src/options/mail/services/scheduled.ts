/** See docs/rules.md, 25.8. */

import { groupFolios, loadFoliosOfBookings } from '../../../db/queries/bookings/folio.ts';
import { listBookingsByIds } from '../../../db/queries/bookings/list.ts';
import { listStayPlaces } from '../../../db/queries/listings/stay-places.ts';
import { findTeamRecord } from '../../../db/queries/teams/teams.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { truncateToSecond } from '../../../services/clock.ts';
import { workInBatches } from '../../../services/jobs/batches.ts';
import type { Sweep } from '../../../services/jobs/sweep.ts';
import type { SystemDependencies } from '../../../services/team-scope.ts';
import { deleteOldMailsOfAnyTeam, insertScheduledMails } from '../db/queries/mails.ts';
import { deleteOldPersonMailsOfAnyAccount } from '../db/queries/person-mails.ts';
import {
  listPaymentMailCandidatesOfAnyTeam,
  listStayMailCandidatesOfAnyTeam,
  type PaymentMailCandidate,
  type StayMailCandidate,
  type StayMailKind,
} from '../db/queries/scheduled.ts';
import { listStoredMailTexts, listSuppressedKeys } from '../db/queries/settings.ts';
import { isMailRuleFor } from '../domain/rules.ts';
import { findMailWindow, findPaymentWindow, LATE_PAYMENT_DAYS, readIdMoment } from '../domain/schedule.ts';
import { tellFailingFeeds } from './failing-feeds.ts';
import { buildGuestMail } from './outbox.ts';
import type { MailSettings } from './settings.ts';
import { chooseMailLanguage, sumOpenPayments } from './values.ts';

const CANDIDATES_AT_ONCE = 500;
/** For one team. */
const WRITTEN_AT_ONCE = 100;
const MAILS_KEPT_DAYS = 400;
const PERSON_MAILS_KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

type Dependencies = SystemDependencies & { mail: MailSettings };

/** Runs every minute. */
export const createMailSweeps = (dependencies: Dependencies): readonly Sweep[] => [
  (signal) => writeScheduledMails(dependencies, signal),
  (signal) => tellFailingFeeds(dependencies, signal),
  (signal) => {
    const before = new Date(dependencies.clock().getTime() - MAILS_KEPT_DAYS * DAY_MS);
    return workInBatches(signal, (limit) => deleteOldMailsOfAnyTeam(dependencies.db, before, limit));
  },
  (signal) => {
    const before = new Date(dependencies.clock().getTime() - PERSON_MAILS_KEPT_DAYS * DAY_MS);
    return workInBatches(signal, (limit) => deleteOldPersonMailsOfAnyAccount(dependencies.db, before, limit));
  },
];

/** For all teams, a page of bookings at a time. */
export async function writeScheduledMails(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { db } = dependencies;
  await writeKind(dependencies, signal, 'payment_due', async (page, now) => {
    const candidates = await listPaymentMailCandidatesOfAnyTeam(db, page, LATE_PAYMENT_DAYS);
    return candidates.map((candidate) => ({ ...candidate, dueIds: listDuePayments(candidate, now) }));
  });
  for (const kind of ['before_arrival', 'after_departure'] as const)
    await writeKind(dependencies, signal, kind, async (page, now) => {
      const candidates = await listStayMailCandidatesOfAnyTeam(db, kind, page);
      return candidates.map((candidate) => ({
        ...candidate,
        round: 1,
        dueIds: isStayMailDue(kind, candidate, now) ? [] : null,
      }));
    });
}

type ScheduledKind = StayMailKind | 'payment_due';
type Candidate = StayMailCandidate & {
  round: number;
  /** The payments that the message asks for, or null if no message is due. */
  dueIds: string[] | null;
};
type Page = { today: string; after: Candidate | null; limit: number };

async function writeKind(
  dependencies: Dependencies,
  signal: AbortSignal,
  kind: ScheduledKind,
  list: (page: Page, now: Date) => Promise<Candidate[]>,
): Promise<void> {
  let after: Candidate | null = null;
  do {
    const now = truncateToSecond(dependencies.clock());
    const page = { today: now.toISOString().slice(0, 10), after, limit: CANDIDATES_AT_ONCE };
    const candidates: Candidate[] = await list(page, now);
    const due = candidates.filter(({ dueIds }) => dueIds !== null);
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

function isStayMailDue(kind: StayMailKind, candidate: StayMailCandidate, now: Date): boolean {
  const { rule } = candidate;
  if (rule.days === null || rule.hour === null || rule.activeSince === null) return false;
  if (!isMailRuleFor(rule, candidate)) return false;
  const { from, until } = findMailWindow({ ...candidate, kind, days: rule.days, hour: rule.hour });
  return rule.activeSince <= from && from <= now && now < until;
}

/** A booking owes nothing before it is confirmed, so its payments count as planned then. */
function listDuePayments(candidate: PaymentMailCandidate, now: Date): string[] | null {
  const { rule, onDate, timezone, confirmedAt, createdAt, status } = candidate;
  const { days, hour, activeSince } = rule;
  if (days === null || hour === null || activeSince === null || !isMailRuleFor(rule, candidate)) return null;
  const due = candidate.payments.filter((payment) => {
    const plannedAt = payment.plannedAt === null ? null : new Date(payment.plannedAt);
    const isOwedLater =
      plannedAt !== null && status === 'confirmed' && confirmedAt !== null && confirmedAt > plannedAt;
    const window = findPaymentWindow({
      dueOn: onDate,
      days,
      hour,
      timezone,
      plannedAt: isOwedLater ? confirmedAt : plannedAt,
      plannedBefore: readIdMoment(payment.id) ?? createdAt,
    });
    return window !== null && activeSince <= window.from && window.from <= now && now < window.until;
  });
  return due.length === 0 ? null : due.map(({ id }) => id);
}

type DueMails = { teamId: number; kind: ScheduledKind; now: Date; candidates: readonly Candidate[] };

/** By as many statements as for one message. */
async function writeMailsOfTeam(
  { inTeamTransaction, mail: settings }: Dependencies,
  { teamId, kind, now, candidates }: DueMails,
): Promise<void> {
  await inTeamTransaction(teamId, async (tx) => {
    const team = await findTeamRecord(tx, teamId);
    if (!team) return;
    const ids = [...new Set(candidates.map(({ bookingId }) => bookingId))];
    const rows = new Map((await listBookingsByIds(tx, teamId, ids)).map((row) => [row.id, row]));
    const listingIds = [...rows.values()].map(({ booking }) => booking.listingId);
    const places = new Map((await listStayPlaces(tx, teamId, listingIds)).map((place) => [place.id, place]));
    const findFolio = groupFolios(await loadFoliosOfBookings(tx, teamId, ids));
    const emails = [...rows.values()].flatMap(({ guest }) => guest.email ?? []);
    const suppressed = await listSuppressedKeys(tx, teamId, emails.map(foldCase));
    const texts = await listStoredMailTexts(tx, teamId, kind);
    const written = candidates.flatMap((candidate) => {
      const row = rows.get(candidate.bookingId);
      if (!row) return [];
      const { onDate, round } = candidate;
      const place = places.get(row.booking.listingId) ?? null;
      const language = chooseMailLanguage(team, row);
      const text = texts.find((own) => own.language === language) ?? null;
      const booking = { language, row, folio: findFolio(row.id), team, place, now };
      const paymentIds = kind === 'payment_due' ? candidate.dueIds : null;
      const payment = paymentIds && sumOpenPayments(booking.folio, { paymentIds, onDate });
      if (paymentIds !== null && payment === null) return [];
      const extras = payment === null ? {} : { payment };
      const isSuppressed = suppressed.has(foldCase(row.guest.email ?? ''));
      const mail = buildGuestMail({ teamId, now }, settings, { kind, booking, extras, text, isSuppressed });
      return mail ? [{ ...mail, onDate, round, paymentIds }] : [];
    });
    await insertScheduledMails(tx, written);
  });
}
