import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../client.ts';
import { preparedInsert } from '../prepared.ts';
import { guests } from '../schema/guests.ts';
import type { Slice } from './slice.ts';

/** The columns of a guest that a team reads. */
export const guestColumns = {
  id: guests.id,
  name: guests.name,
  email: guests.email,
  phone: guests.phone,
  notes: guests.notes,
  createdAt: guests.createdAt,
};

export type GuestRow = NonNullable<Awaited<ReturnType<typeof findGuest>>>;

export async function findGuest(db: Executor, teamId: number, id: string) {
  const [row] = await db
    .select(guestColumns)
    .from(guests)
    .where(and(eq(guests.teamId, teamId), eq(guests.id, id)));
  return row ?? null;
}

/** `emailKey` and `search` in lower case, as they are stored. */
export type GuestFilter = { emailKey?: string | undefined; search?: string | undefined };

/** One page of a team's guests, newest first, and how many there are in all. */
export async function listGuests(db: Executor, teamId: number, filter: GuestFilter, slice: Slice) {
  const matching = and(
    eq(guests.teamId, teamId),
    filter.emailKey === undefined ? undefined : eq(guests.emailKey, filter.emailKey),
    filter.search === undefined ? undefined : sql`position(${filter.search} in ${guests.searchText}) > 0`,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(guests).where(matching),
    db
      .select(guestColumns)
      .from(guests)
      .where(matching)
      .orderBy(desc(guests.createdAt), desc(guests.id))
      .limit(slice.limit)
      .offset(slice.offset),
  ]);
  return { rows, total: total?.count ?? 0 };
}

export type GuestRecord = typeof guests.$inferSelect;

const storeGuests = preparedInsert(guests, (db, rows) =>
  db
    .insert(guests)
    .values(rows)
    .onConflictDoNothing({ target: [guests.teamId, guests.emailKey] })
    .returning({ id: guests.id }),
);

/** Stores a new guest; false where the team has one with that email. */
export async function insertGuest(tx: Transaction, guest: GuestRecord): Promise<boolean> {
  return (await storeGuests(tx, [guest])).length > 0;
}

export async function findGuestIdByEmail(
  tx: Transaction,
  teamId: number,
  emailKey: string,
): Promise<string | null> {
  const [row] = await tx
    .select({ id: guests.id })
    .from(guests)
    .where(and(eq(guests.teamId, teamId), eq(guests.emailKey, emailKey)));
  return row?.id ?? null;
}

/** Whether another guest of the team has this email. */
export async function isEmailTaken(
  tx: Transaction,
  teamId: number,
  emailKey: string,
  exceptId: string,
): Promise<boolean> {
  const taken = and(eq(guests.teamId, teamId), eq(guests.emailKey, emailKey), ne(guests.id, exceptId));
  return (await tx.$count(guests, taken)) > 0;
}

export async function lockGuest(tx: Transaction, teamId: number, id: string): Promise<GuestRecord | null> {
  const [row] = await tx
    .select()
    .from(guests)
    .where(and(eq(guests.teamId, teamId), eq(guests.id, id)))
    .for('update');
  return row ?? null;
}

export async function updateGuest(
  tx: Transaction,
  teamId: number,
  id: string,
  changes: Partial<Omit<GuestRecord, 'teamId' | 'id'>>,
): Promise<void> {
  await tx
    .update(guests)
    .set(changes)
    .where(and(eq(guests.teamId, teamId), eq(guests.id, id)));
}
