/** Messages of a team that do not leave, and guests and members to whom nothing is sent (docs/rules.md, 25.17). */
import { and, asc, count, desc, eq, gt, gte, isNull, min, notExists, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../db/client.ts';
import { isNoLapsedHoldAt } from '../../../../db/queries/bookings/holds.ts';
import { isGuestOfBooking } from '../../../../db/queries/joins.ts';
import { isAnyOf, matches, totalSql } from '../../../../db/queries/statements.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { memberships, people } from '../../../../db/schema/teams.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import { MEMBER_MAIL_KINDS } from '../../../../domain/vocabulary.ts';
import { mails } from '../schema/outbox.ts';
import { mailSuppressions } from '../schema/settings.ts';

/** One failed try means little. */
const STUCK_FROM_TRY = 2;

/**
 * The messages since the last one that left that the mail server has not taken in several tries: the first
 * one's moment, their number and the last problem. Null if there are none. Addresses that do not exist are no
 * problem of sending.
 */
export async function findMailTrouble(db: Executor, teamId: number) {
  const lastSent = db
    .select({ createdAt: mails.createdAt })
    .from(mails)
    .where(matches(mails, { teamId, status: 'sent' }))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  const [found] = await db
    .select({
      since: min(mails.createdAt),
      messages: count(),
      error: sql<string | null>`(array_agg(${mails.error} order by ${mails.createdAt} desc))[1]`,
    })
    .from(mails)
    .where(
      and(
        eq(mails.teamId, teamId),
        isAnyOf(mails.status, ['pending', 'failed']),
        gte(mails.attempts, STUCK_FROM_TRY),
        isNull(mails.addressRefusedAt),
        sql`${mails.createdAt} > coalesce((${lastSent}), '-infinity')`,
      ),
    );
  return found?.since ? { ...found, since: found.since } : null;
}

/** With the reason. */
export const listSuppressedMembers = (db: Executor, teamId: number) =>
  db
    .select({ name: people.name, email: people.email, reason: mailSuppressions.reason })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .innerJoin(
      mailSuppressions,
      and(eq(mailSuppressions.teamId, teamId), eq(mailSuppressions.emailKey, people.emailKey)),
    )
    .where(eq(memberships.teamId, teamId))
    .orderBy(asc(people.email));

/** SQL for whether nothing is sent to a guest's address. */
const isGuestSuppressed = and(
  eq(mailSuppressions.teamId, guests.teamId),
  eq(mailSuppressions.emailKey, guests.emailKey),
);

export type FailedMail = Awaited<ReturnType<typeof listFailedMails>>[number];
export type BlockedGuest = Awaited<ReturnType<typeof listBlockedGuests>>[number];

/**
 * The newest messages to guests that have failed, if the stay is not over, nothing of the kind was sent since, and the
 * guest's address is not blocked.
 */
export function listFailedMails(
  db: Executor,
  teamId: number,
  { today, since, limit }: { today: StayDate; since: Date; limit: number },
) {
  const later = alias(mails, 'later');
  const laterMails = db
    .select({ one: sql`1` })
    .from(later)
    .where(
      and(
        eq(later.teamId, mails.teamId),
        eq(later.bookingId, mails.bookingId),
        eq(later.kind, mails.kind),
        gt(later.createdAt, mails.createdAt),
        isAnyOf(sql`${later.status}`, ['sent', 'pending']),
      ),
    );
  const suppressions = db.select({ one: sql`1` }).from(mailSuppressions).where(isGuestSuppressed);
  return db
    .select({
      id: mails.id,
      kind: mails.kind,
      guestName: guests.name,
      confirmationCode: bookings.confirmationCode,
      total: totalSql,
    })
    .from(mails)
    .innerJoin(bookings, and(eq(bookings.teamId, mails.teamId), eq(bookings.id, mails.bookingId)))
    .innerJoin(guests, isGuestOfBooking)
    .where(
      and(
        matches(mails, { teamId, status: 'failed' }),
        gte(mails.createdAt, since),
        notInArray(mails.kind, [...MEMBER_MAIL_KINDS]),
        gte(bookings.checkOut, today),
        notExists(laterMails),
        notExists(suppressions),
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit);
}

/** The bookings that are not over and whose guests get no messages, because their address is blocked, by arrival. */
export const listBlockedGuests = (
  db: Executor,
  teamId: number,
  { today, nowMs, limit }: { today: StayDate; nowMs: number; limit: number },
) =>
  db
    .select({
      bookingId: bookings.id,
      guestName: guests.name,
      email: mailSuppressions.email,
      checkIn: bookings.checkIn,
      total: totalSql,
    })
    .from(mailSuppressions)
    .innerJoin(guests, isGuestSuppressed)
    .innerJoin(bookings, and(eq(bookings.teamId, guests.teamId), eq(bookings.guestId, guests.id)))
    .where(
      and(
        eq(mailSuppressions.teamId, teamId),
        isAnyOf(bookings.status, ['pending', 'confirmed']),
        gte(bookings.checkOut, today),
        isNoLapsedHoldAt(nowMs),
      ),
    )
    .orderBy(asc(bookings.checkIn), asc(bookings.id))
    .limit(limit);
