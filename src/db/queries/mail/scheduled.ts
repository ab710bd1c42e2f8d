/**
 * Finds the bookings and payments of all teams for which a message is due on a date, for example some days
 * before arrival.
 */
import { and, asc, eq, exists, gte, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { payments } from '../../schema/folio.ts';
import { listings } from '../../schema/listings.ts';
import { mailRules } from '../../schema/mail.ts';
import { mails } from '../../schema/outbox.ts';
import { isListingOfBooking } from '../joins.ts';

export type ScheduledKind = 'before_arrival' | 'payment_due' | 'after_departure';
export type MailCandidate = Awaited<ReturnType<typeof listMailCandidatesOfAnyTeam>>[number];
type Cursor = { teamId: number; bookingId: string; onDate: string };

/** The date that a kind of message depends on, and the bookings that may get such a message. */
const DATES: Record<ScheduledKind, { date: SQL<string>; condition: SQL | undefined }> = {
  before_arrival: { date: sql`${bookings.checkIn}`, condition: eq(bookings.status, 'confirmed') },
  payment_due: {
    date: sql`${payments.dueOn}`,
    condition: and(inArray(bookings.status, ['pending', 'confirmed']), eq(payments.status, 'scheduled')),
  },
  after_departure: {
    date: sql`${bookings.checkOut}`,
    condition: inArray(bookings.status, ['confirmed', 'completed']),
  },
};

/**
 * Bookings whose date is within the window of their team's rule and that have no message of the kind for that
 * date yet, a page at a time. The dates in the database are compared with one day to spare at both ends,
 * because every listing has its own time zone.
 */
export function listMailCandidatesOfAnyTeam(
  db: Executor,
  kind: ScheduledKind,
  { today, after, limit }: { today: string; after: Cursor | null; limit: number },
) {
  const { date, condition } = DATES[kind];
  const days = kind === 'after_departure' ? sql`- ${mailRules.days}` : sql`+ ${mailRules.days}`;
  const first = kind === 'after_departure' ? sql`${today}::date ${days} - 2` : sql`${today}::date - 1`;
  const last = kind === 'after_departure' ? sql`${today}::date ${days} + 1` : sql`${today}::date ${days} + 1`;
  const sent = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.teamId, bookings.teamId),
        eq(mails.bookingId, bookings.id),
        eq(mails.kind, kind),
        eq(mails.onDate, date),
      ),
    );
  const cursor =
    after &&
    sql`(${bookings.teamId}, ${bookings.id}, ${date}) > (${after.teamId}, ${after.bookingId}::uuid, ${after.onDate}::date)`;
  const isPaymentOfBooking = and(eq(payments.teamId, bookings.teamId), eq(payments.bookingId, bookings.id));
  const query = db
    .selectDistinct({
      teamId: bookings.teamId,
      bookingId: bookings.id,
      onDate: date,
      source: bookings.source,
      listingId: bookings.listingId,
      checkIn: bookings.checkIn,
      checkInTime: listings.checkInTime,
      timezone: listings.timezone,
      createdAt: bookings.createdAt,
      rule: {
        kind: mailRules.kind,
        isActive: mailRules.isActive,
        days: mailRules.days,
        hour: mailRules.hour,
        sources: mailRules.sources,
        listingIds: mailRules.listingIds,
        activeSince: mailRules.activeSince,
      },
    })
    .from(bookings)
    .innerJoin(
      mailRules,
      and(eq(mailRules.teamId, bookings.teamId), eq(mailRules.kind, kind), mailRules.isActive),
    )
    .innerJoin(listings, isListingOfBooking)
    .$dynamic();
  const joined = kind === 'payment_due' ? query.innerJoin(payments, isPaymentOfBooking) : query;
  return joined
    .where(and(condition, gte(date, first), lte(date, last), not(exists(sent)), cursor ?? undefined))
    .orderBy(asc(bookings.teamId), asc(bookings.id), asc(date))
    .limit(limit);
}
