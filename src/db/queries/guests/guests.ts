import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { foldCase } from '../../../domain/text.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepared, preparedInsert } from '../../prepared.ts';
import { guests } from '../../schema/guests.ts';
import { anyOf } from '../any-of.ts';
import type { Slice } from '../paging.ts';
import { type Approach, type Counted, FEW, findPage, inOrderOf } from '../paging.ts';

/** The columns of a guest that a team reads. */
export const guestColumns = {
  id: guests.id,
  name: guests.name,
  email: guests.email,
  phone: guests.phone,
  notes: guests.notes,
  erasedAt: guests.erasedAt,
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

const heldGuest = prepared((db) =>
  db
    .select(guestColumns)
    .from(guests)
    .where(and(eq(guests.teamId, sql.placeholder('teamId')), eq(guests.id, sql.placeholder('id'))))
    .for('key share'),
);

/** The same, locked so that the guest cannot be erased before the transaction ends. */
export async function holdGuest(tx: Transaction, teamId: number, id: string): Promise<GuestRow | null> {
  const [row] = await heldGuest(tx, { teamId, id });
  return row ?? null;
}

export type GuestFilter = {
  /** The whole email, without regard to case. */
  email?: string | undefined;
  /** Part of the name or email, without regard to case. */
  search?: string | undefined;
};

/** One page of a team's guests, newest first, and the total number. */
export async function listGuests(
  db: Executor,
  teamId: number,
  filter: GuestFilter,
  slice: Slice,
): Promise<{ rows: GuestRow[]; total: number }> {
  const { email, search } = filter;
  const matching = and(
    eq(guests.teamId, teamId),
    email === undefined ? undefined : eq(guests.emailKey, foldCase(email)),
    search === undefined ? undefined : sql`position(${foldCase(search)} in ${guests.searchText}) > 0`,
  );
  // A search reads every guest's text, so the few ids that it finds are collected during the count.
  let few = matching;
  const find = {
    count: async () => {
      if (search === undefined) return { total: await db.$count(guests, matching), first: null };
      const {
        rows: [found],
      } = await countAndNote(db, matching);
      few = and(eq(guests.teamId, teamId), anyOf(guests.id, found?.ids ?? []));
      return { total: found?.total ?? 0, first: found?.first ?? null };
    },
    ids: (approach: Approach, first: string | null) =>
      db
        .select({ id: guests.id })
        .from(guests)
        .where(
          and(
            approach === 'few' ? few : matching,
            first === null ? undefined : sql`${guests.createdAt} <= ${first}`,
          ),
        )
        .orderBy(desc(guests.createdAt), desc(guests.id))
        .$dynamic(),
  };
  const { ids, total } = await findPage(find, slice);
  const rows = ids.length === 0 ? [] : await guestsById(db, { teamId, ids });
  return { rows: inOrderOf(ids, rows, ({ id }) => id), total };
}

/** The number of matching guests, the time of the newest, and the ids of some of them in any order. */
const countAndNote = (db: Executor, matching: SQL | undefined) =>
  db.execute<Counted & { ids: string[] | null }>(sql`
    select count(*)::int as total, max(created_at) as first,
      array_agg(id) filter (where number <= ${sql.raw(String(FEW))}) as ids
    from (select id, created_at, row_number() over () as number from ${guests} where ${matching}) as matching`);

const guestsById = prepared((db) =>
  db
    .select(guestColumns)
    .from(guests)
    .where(
      and(eq(guests.teamId, sql.placeholder('teamId')), sql`${guests.id} = any(${sql.placeholder('ids')})`),
    ),
);

export type GuestRecord = typeof guests.$inferSelect;

const storeGuests = preparedInsert(guests, (db, rows) =>
  db
    .insert(guests)
    .values(rows)
    .onConflictDoNothing({ target: [guests.teamId, guests.emailKey] })
    .returning({ id: guests.id }),
);

/** Stores a new guest. Returns false if the team has one with that email. */
export async function insertGuest(tx: Transaction, guest: GuestRecord): Promise<boolean> {
  return (await storeGuests(tx, [guest])).length > 0;
}

const guestWithEmail = prepared((db) =>
  db
    .select({ id: guests.id })
    .from(guests)
    .where(
      and(eq(guests.teamId, sql.placeholder('teamId')), eq(guests.emailKey, sql.placeholder('emailKey'))),
    )
    // The lock keeps the guest from being erased before a booking refers to them.
    .for('key share'),
);

export async function findGuestIdByEmail(
  tx: Transaction,
  teamId: number,
  emailKey: string,
): Promise<string | null> {
  const [row] = await guestWithEmail(tx, { teamId, emailKey });
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
