/** A team's emails: the API's reads, and the writes of what causes an email. */
import { and, asc, desc, eq, gt, inArray, lt, max, min, not, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { insertRows, prepareRowsAsJson } from '../../../../db/queries/bulk.ts';
import { loadPage } from '../../../../db/queries/paging.ts';
import { isRoleOf } from '../../../../db/queries/people/roles.ts';
import { type Changes, firstRow, isAnyOf, matches } from '../../../../db/queries/statements.ts';
import { roles } from '../../../../db/schema/access.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import { memberships, people } from '../../../../db/schema/teams.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import { type MailKind, type MailStatus, MEMBER_MAIL_KINDS } from '../../../../domain/vocabulary.ts';
import { mails } from '../schema/outbox.ts';
import { mailSuppressions } from '../schema/settings.ts';

export type MailRecord = typeof mails.$inferSelect;

export type MailFilter = {
  bookingId?: string | undefined;
  guestId?: string | undefined;
  kinds?: readonly MailKind[] | undefined;
  statuses?: readonly MailStatus[] | undefined;
};

export const insertMails = (tx: Transaction, rows: readonly MailRecord[]) => insertRows(tx, mails, rows);

/** Leaves out messages whose kind the booking already has for the same date. */
export const insertScheduledMails: (tx: Transaction, rows: readonly MailRecord[]) => Promise<void> =
  prepareRowsAsJson(mails, (insert) =>
    insert.onConflictDoNothing({
      target: [mails.teamId, mails.bookingId, mails.kind, mails.onDate, mails.round],
    }),
  );

/** Newest first. */
export function listMails(db: Executor, teamId: number, filter: MailFilter, page: PageRequest) {
  const { bookingId, guestId, kinds, statuses } = filter;
  const where = and(
    eq(mails.teamId, teamId),
    bookingId === undefined ? undefined : eq(mails.bookingId, bookingId),
    guestId === undefined ? undefined : eq(mails.guestId, guestId),
    kinds && isAnyOf(mails.kind, kinds),
    statuses && isAnyOf(mails.status, statuses),
  );
  const rows = db.select().from(mails).where(where).orderBy(desc(mails.createdAt), desc(mails.id));
  return loadPage(db.$count(mails, where), rows, page);
}

/** Without messages to members about the guest. */
const isToGuest = (teamId: number, guestId: string) =>
  and(matches(mails, { teamId, guestId }), not(isAnyOf(mails.kind, MEMBER_MAIL_KINDS)));

export const listMailsOfGuest = (db: Executor, teamId: number, guestId: string): Promise<MailRecord[]> =>
  db.select().from(mails).where(isToGuest(teamId, guestId)).orderBy(asc(mails.createdAt), asc(mails.id));

export const countMailsOfBooking = (
  tx: Transaction,
  teamId: number,
  { bookingId, kind, since }: { bookingId: string; kind: MailKind; since: Date },
): Promise<number> =>
  tx.$count(mails, and(matches(mails, { teamId, bookingId, kind }), gt(mails.createdAt, since)));

/** Oldest first. */
export async function listMailTimesOfBooking(
  db: Executor,
  teamId: number,
  { bookingId, kind, since }: { bookingId: string; kind: MailKind; since: Date },
): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: mails.createdAt })
    .from(mails)
    .where(and(matches(mails, { teamId, bookingId, kind }), gt(mails.createdAt, since)))
    .orderBy(asc(mails.createdAt));
  return rows.map(({ createdAt }) => createdAt);
}

export const findMail = (db: Executor, teamId: number, id: string) =>
  firstRow(db.select().from(mails).where(matches(mails, { teamId, id })));

export const lockMail = (tx: Transaction, teamId: number, id: string) =>
  firstRow(tx.select().from(mails).where(matches(mails, { teamId, id })).for('update'));

export const updateMail = (db: Executor, teamId: number, id: string, changes: Changes<MailRecord>) =>
  db.update(mails).set(changes).where(matches(mails, { teamId, id }));

/** Since a message last arrived at the address. Null if a mail server has never said so. */
export async function findFirstAddressRefusal(
  db: Executor,
  teamId: number,
  toEmail: string,
): Promise<Date | null> {
  const ofAddress = matches(mails, { teamId, toEmail });
  const lastSent = db
    .select({ at: max(mails.sentAt) })
    .from(mails)
    .where(ofAddress);
  const isSince = sql`${mails.addressRefusedAt} > coalesce(${lastSent}, '-infinity')`;
  const found = await firstRow(
    db
      .select({ at: min(mails.addressRefusedAt) })
      .from(mails)
      .where(and(ofAddress, isSince)),
  );
  return found?.at ?? null;
}

/** Messages to the guest or about their bookings. */
export async function deleteMailsAboutGuest(tx: Transaction, teamId: number, guestId: string): Promise<void> {
  const bookingIds = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(matches(bookings, { teamId, guestId }));
  await tx
    .delete(mails)
    .where(
      and(eq(mails.teamId, teamId), or(eq(mails.guestId, guestId), inArray(mails.bookingId, bookingIds))),
    );
}

export async function listAddressesOfGuest(
  tx: Transaction,
  teamId: number,
  guestId: string,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ email: mails.toEmail })
    .from(mails)
    .where(isToGuest(teamId, guestId));
  return rows.map(({ email }) => email);
}

export const deleteMailSuppressionsOf = (tx: Transaction, teamId: number, emailKeys: readonly string[]) =>
  tx
    .delete(mailSuppressions)
    .where(and(eq(mailSuppressions.teamId, teamId), isAnyOf(mailSuppressions.emailKey, emailKeys)));

/** At most `limit`. Returns how many. */
export async function deleteOldMailsOfAnyTeam(db: Executor, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ teamId: mails.teamId, id: mails.id })
    .from(mails)
    .where(lt(mails.createdAt, before))
    .orderBy(asc(mails.createdAt))
    .limit(limit);
  const { rowCount } = await db.delete(mails).where(sql`(${mails.teamId}, ${mails.id}) in ${old}`);
  return rowCount ?? 0;
}

/** `mailKinds` is null for all kinds. */
export const listMailedMembers = (db: Executor, teamId: number) =>
  db
    .select({
      id: memberships.id,
      isLimited: memberships.isLimited,
      name: people.name,
      email: people.email,
      mailKinds: memberships.mailKinds,
      role: memberships.role,
      /** Null for a role that is given. */
      rolePermissions: roles.permissions,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .leftJoin(roles, isRoleOf(memberships))
    .where(eq(memberships.teamId, teamId))
    .orderBy(asc(people.email));
