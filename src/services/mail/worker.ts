/** A server's sending of messages, by the loop that deliveries to webhooks and readings of calendars run in. */
import { randomUUID } from 'node:crypto';
import { findBooking } from '../../db/queries/bookings/bookings.ts';
import { loadFolio } from '../../db/queries/bookings/folio.ts';
import type { MailRecord } from '../../db/queries/mail/mails.ts';
import {
  type LeasedMail,
  listDueMails,
  renewMailLease,
  takeMailLease,
  updateLeasedMail,
} from '../../db/queries/mail/sending.ts';
import { findMailSuppression, upsertMailSuppressions } from '../../db/queries/mail/settings.ts';
import { findTeamRecord, type TeamRecord } from '../../db/queries/teams/teams.ts';
import { foldCase } from '../../domain/text.ts';
import { computeSiteKey } from '../bookings/site-key.ts';
import { truncateToSecond } from '../clock.ts';
import { computeNextTry } from '../jobs/backoff.ts';
import { startPollingLoop } from '../jobs/polling-loop.ts';
import { whileRenewing } from '../jobs/renewals.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import type { SystemDependencies } from '../team-scope.ts';
import { inTeamTransaction } from '../writing/team-limit.ts';
import { fillInLink } from './rendering/page.ts';
import type { MailSettings } from './settings.ts';
import { findLink, hasGuestPage, keepRendered, toRendered } from './show.ts';
import { formatStayCalendar, STAY_CALENDAR } from './stay-calendar.ts';
import type { MailTransport, OutgoingMail, SendOutcome } from './transport.ts';

const EVERY_MS = 1_000;
const MAX_CONNECTIONS = 5;
/** While other teams wait, a team leaves this many connections to them. */
const LEFT_TO_OTHERS = 1;
const MINUTE_MS = 60_000;
/** The delay after the first try, the second, and so on, in seconds. After the last one there is no further try. */
const DELAYS = [60, 300, 1_800, 7_200, 18_000, 43_200, 86_400];
/** When a message that may have arrived is sent again. */
const UNKNOWN_SECONDS = 600;

export type MailResult = 'sent' | 'retried' | 'failed' | 'withdrawn';

type Dependencies = SystemDependencies & {
  keyring: Keyring;
  mail: MailSettings;
  transport: MailTransport;
  from: string;
  /** The maximum number of tries of one team a minute, in this process. 0 means no limit. */
  perMinute: number;
  onError: (error: unknown) => void;
  /** Called with problems of the installation, without addresses. */
  onTrouble?: (error: string) => void;
  onResult?: (result: MailResult) => void;
  everyMs?: number;
};

type Due = { teamId: number; id: string };

/** Any number of processes share the work: each message is sent under a lease. */
export function startMailSending({ everyMs = EVERY_MS, ...dependencies }: Dependencies) {
  const { db, clock, transport, perMinute, onError } = dependencies;
  const tries = createTriesPerMinute(perMinute);
  const list = (running: readonly Due[]): Promise<Due[]> | Due[] =>
    running.length >= MAX_CONNECTIONS
      ? []
      : listDueMails(db, { now: clock(), limit: MAX_CONNECTIONS * 2, skippedTeams: tries.listFullTeams() });

  const mayBegin = ({ teamId }: Due, running: readonly Due[]): boolean => {
    const ofTeam = running.filter((other) => other.teamId === teamId).length;
    return (
      running.length < MAX_CONNECTIONS && ofTeam < MAX_CONNECTIONS - LEFT_TO_OTHERS && tries.take(teamId)
    );
  };

  const work = startPollingLoop<Due>({
    everyMs,
    list: async (running) => list(running),
    mayBegin,
    run: (due) => sendDueMail(dependencies, due),
    cutOff: async () => transport.close(),
    onError,
  });
  return { stop: work.stop };
}

/** Counts the tries of each team in the last minute. */
function createTriesPerMinute(perMinute: number) {
  const begun = new Map<number, number[]>();
  const recent = (teamId: number): number[] => {
    const since = performance.now() - MINUTE_MS;
    const times = (begun.get(teamId) ?? []).filter((time) => time > since);
    if (times.length === 0) begun.delete(teamId);
    else begun.set(teamId, times);
    return times;
  };
  return {
    take(teamId: number): boolean {
      if (perMinute === 0) return true;
      const times = recent(teamId);
      if (times.length >= perMinute) return false;
      begun.set(teamId, [...times, performance.now()]);
      return true;
    },
    listFullTeams: (): number[] =>
      perMinute === 0 ? [] : [...begun.keys()].filter((teamId) => recent(teamId).length >= perMinute),
  };
}

async function sendDueMail(dependencies: Dependencies, { teamId, id }: Due): Promise<void> {
  const { db, onError } = dependencies;
  const leased = { teamId, id, lease: randomUUID() };
  const mail = await inTeamTransaction(db, teamId, (tx) => takeMailLease(tx, leased));
  if (!mail) return;
  await whileRenewing(
    () => renewMailLease(db, leased),
    onError,
    () => tryMail(dependencies, leased, mail),
  );
}

async function tryMail(dependencies: Dependencies, leased: LeasedMail, mail: MailRecord): Promise<void> {
  const { db, transport, onResult = () => {} } = dependencies;
  const team = await findTeamRecord(db, mail.teamId);
  if (!team) return;
  const obsolete = await findObsoleteReason(dependencies, mail);
  if (obsolete !== null) {
    await updateLeasedMail(db, leased, { status: 'withdrawn', error: obsolete, nextAttemptAt: null });
    onResult('withdrawn');
    return;
  }
  const outcome = await transport.send(await buildOutgoing(dependencies, mail, team));
  await storeOutcome(dependencies, leased, mail, outcome);
}

/** Why a scheduled message makes no sense any more. Null if it does, and for every other message. */
async function findObsoleteReason({ db }: Dependencies, mail: MailRecord): Promise<string | null> {
  const { teamId, bookingId, values, onDate, kind } = mail;
  if (onDate === null || bookingId === null || values === null) return null;
  const row = await findBooking(db, teamId, bookingId);
  if (!row || row.booking.status === 'cancelled') return 'The booking is cancelled.';
  const { checkIn, checkOut } = row.booking;
  if (values.booking.check_in !== checkIn || values.booking.check_out !== checkOut)
    return 'The dates have changed.';
  if (values.listing.title !== row.listing.publicTitle) return 'The place has changed.';
  if (kind !== 'payment_due') return null;
  const { payments } = await loadFolio(db, teamId, bookingId);
  const isOpen = payments.some(({ status, dueOn }) => status === 'scheduled' && dueOn === onDate);
  return isOpen ? null : 'The payment is no longer due.';
}

async function buildOutgoing(
  { db, keyring, mail: { publicUrl }, from }: Dependencies,
  mail: MailRecord,
  team: TeamRecord,
): Promise<OutgoingMail> {
  const hasLink = hasGuestPage(publicUrl, team);
  const stored = await keepRendered(db, mail, hasLink);
  const key = mail.bookingId === null ? null : computeSiteKey(keyring, mail.bookingId);
  const { subject, text, html } = fillInLink(toRendered(stored), findLink(mail, publicUrl, team, key));
  const content = formatStayCalendar(mail);
  return {
    messageId: mail.messageId,
    date: mail.createdAt,
    from: { name: team.mailFromName ?? team.name, address: from },
    to: { name: mail.toName, address: mail.toEmail },
    replyTo: team.mailReplyTo ?? team.contact?.email ?? null,
    subject,
    text,
    html,
    calendar:
      content === null ? null : { filename: STAY_CALENDAR.name, contentType: STAY_CALENDAR.type, content },
  };
}

async function storeOutcome(
  { db, clock, onTrouble = () => {}, onResult = () => {} }: Dependencies,
  leased: LeasedMail,
  mail: MailRecord,
  outcome: SendOutcome,
): Promise<void> {
  const now = truncateToSecond(clock());
  const attempts = mail.attempts + 1;
  if (outcome.result === 'sent') {
    await updateLeasedMail(db, leased, {
      status: 'sent',
      attempts,
      error: null,
      nextAttemptAt: null,
      sentAt: now,
    });
    onResult('sent');
    return;
  }
  const { error } = outcome;
  if (outcome.result === 'refused') {
    const isStored = await updateLeasedMail(db, leased, {
      status: 'failed',
      attempts,
      error,
      nextAttemptAt: null,
    });
    if (isStored && outcome.isAddressGone) await suppress({ db }, mail, error, now);
    onResult('failed');
    return;
  }
  const next =
    outcome.result === 'unknown'
      ? new Date(now.getTime() + UNKNOWN_SECONDS * 1_000)
      : computeNextTry(DELAYS, { attempts, at: now, random: Math.random() });
  if (outcome.result === 'retry') onTrouble(withoutAddress(error, mail.toEmail));
  const status = next === null ? 'failed' : 'pending';
  await updateLeasedMail(db, leased, { status, attempts, error, nextAttemptAt: next });
  onResult(next === null ? 'failed' : 'retried');
}

/** The log contains no addresses of guests. */
const withoutAddress = (error: string, address: string): string => error.replaceAll(address, 'the address');

/** The address has refused a message for good, so it gets no more mail. */
const suppress = (
  { db }: Pick<Dependencies, 'db'>,
  { teamId, toEmail }: MailRecord,
  reason: string,
  now: Date,
): Promise<void> =>
  inTeamTransaction(db, teamId, async (tx) => {
    const emailKey = foldCase(toEmail);
    if (await findMailSuppression(tx, teamId, emailKey)) return;
    await upsertMailSuppressions(tx, [
      { teamId, id: newId(), email: toEmail, emailKey, reason, createdAt: now },
    ]);
  });
