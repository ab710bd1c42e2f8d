/**
 * The bookings and payments of all teams for which a message is due on a date, for example some days before
 * arrival.
 */
import { and, asc, eq, exists, gte, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';
import { isListingOfBooking } from '../../../../db/queries/joins.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import { payments } from '../../../../db/schema/folio.ts';
import { listings } from '../../../../db/schema/listings.ts';
import { mails } from '../schema/outbox.ts';
import { mailRules } from '../schema/settings.ts';

export type StayMailKind = 'before_arrival' | 'after_departure';
export type StayMailCandidate = Awaited<ReturnType<typeof listStayMailCandidatesOfAnyTeam>>[number];
export type PaymentMailCandidate = Awaited<ReturnType<typeof listPaymentMailCandidatesOfAnyTeam>>[number];
type Cursor = { teamId: number; bookingId: string; onDate: string };
type Page = { today: string; after: Cursor | null; limit: number };

const candidateColumns = {
  teamId: bookings.teamId,
  bookingId: bookings.id,
  source: bookings.source,
  listingId: bookings.listingId,
  checkIn: bookings.checkIn,
  checkInTime: listings.checkInTime,
  timezone: listings.timezone,
  createdAt: bookings.createdAt,
  confirmedAt: bookings.confirmedAt,
  rule: {
    kind: mailRules.kind,
    isActive: mailRules.isActive,
    days: mailRules.days,
    hour: mailRules.hour,
    sources: mailRules.sources,
    listingIds: mailRules.listingIds,
    activeSince: mailRules.activeSince,
  },
};

const isActiveRule = (kind: StayMailKind | 'payment_due') =>
  and(eq(mailRules.teamId, bookings.teamId), eq(mailRules.kind, kind), mailRules.isActive);

const isMailFor = (kind: StayMailKind | 'payment_due', date: SQL<string>) =>
  and(
    eq(mails.teamId, bookings.teamId),
    eq(mails.bookingId, bookings.id),
    eq(mails.kind, kind),
    eq(mails.onDate, date),
  );

const isAfter = (after: Cursor | null, date: SQL<string>) =>
  after === null
    ? undefined
    : sql`(${bookings.teamId}, ${bookings.id}, ${date}) > (${after.teamId}, ${after.bookingId}::uuid, ${after.onDate}::date)`;

/**
 * Bookings whose date is within the window of their team's rule and that have no message of the kind for that
 * date, a page at a time. One day to spare at both ends, because every listing has its own time zone.
 */
export function listStayMailCandidatesOfAnyTeam(
  db: Executor,
  kind: StayMailKind,
  { today, after, limit }: Page,
) {
  const isBefore = kind === 'before_arrival';
  const date = isBefore ? sql<string>`${bookings.checkIn}` : sql<string>`${bookings.checkOut}`;
  const condition = isBefore
    ? eq(bookings.status, 'confirmed')
    : inArray(bookings.status, ['confirmed', 'completed']);
  const first = isBefore ? sql`${today}::date - 1` : sql`${today}::date - ${mailRules.days} - 2`;
  const days = isBefore ? sql`+ ${mailRules.days}` : sql`- ${mailRules.days}`;
  const sent = db.select({ id: mails.id }).from(mails).where(isMailFor(kind, date));
  return db
    .select({ ...candidateColumns, onDate: date })
    .from(bookings)
    .innerJoin(mailRules, isActiveRule(kind))
    .innerJoin(listings, isListingOfBooking)
    .where(
      and(
        condition,
        gte(date, first),
        lte(date, sql`${today}::date ${days} + 1`),
        not(exists(sent)),
        isAfter(after, date),
      ),
    )
    .orderBy(asc(bookings.teamId), asc(bookings.id), asc(date))
    .limit(limit);
}

/** No message has asked for it yet. */
type UnaskedPayment = { id: string; plannedAt: string | null };

/**
 * Days on which confirmed bookings have payments that no message has asked for, and cancelled ones a fee, a
 * page at a time. `round` counts the messages for that day. A message of version 2 has asked for all payments
 * that version 2 planned. Payments that were planned late are asked for some days after they were due.
 */
export function listPaymentMailCandidatesOfAnyTeam(
  db: Executor,
  { today, after, limit }: Page,
  lateDays: number,
) {
  const date = sql<string>`${payments.dueOn}`;
  const isOfVersion2 = sql`${mails.paymentIds} is null and ${payments.plannedAt} is null`;
  const asked = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(isMailFor('payment_due', date), or(sql`${payments.id} = any(${mails.paymentIds})`, isOfVersion2)),
    );
  const planned = sql`greatest(${payments.plannedAt}, ${bookings.confirmedAt})`;
  const isLate = and(
    sql`${planned} >= ${payments.dueOn} - ${mailRules.days} - 2`,
    gte(date, sql`${today}::date - ${lateDays}::int - 1`),
  );
  return db
    .select({
      ...candidateColumns,
      onDate: date,
      status: bookings.status,
      round: sql<number>`(select count(*)::int + 1 from ${mails} where ${isMailFor('payment_due', date)})`,
      payments: sql<
        UnaskedPayment[]
      >`jsonb_agg(jsonb_build_object('id', ${payments.id}, 'plannedAt', ${payments.plannedAt}) order by ${payments.id})`,
    })
    .from(bookings)
    .innerJoin(mailRules, isActiveRule('payment_due'))
    .innerJoin(listings, isListingOfBooking)
    .innerJoin(payments, and(eq(payments.teamId, bookings.teamId), eq(payments.bookingId, bookings.id)))
    .where(
      and(
        inArray(bookings.status, ['confirmed', 'cancelled']),
        eq(payments.status, 'scheduled'),
        lte(date, sql`${today}::date + ${mailRules.days} + 1`),
        or(gte(date, sql`${today}::date - 1`), isLate),
        not(exists(asked)),
        isAfter(after, date),
      ),
    )
    .groupBy(
      bookings.teamId,
      bookings.id,
      payments.dueOn,
      listings.teamId,
      listings.id,
      mailRules.teamId,
      mailRules.kind,
    )
    .orderBy(asc(bookings.teamId), asc(bookings.id), asc(date))
    .limit(limit);
}
