import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import { foldCase } from '../../../domain/text.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepareInsert, prepareQuery } from '../../prepared.ts';
import { guests } from '../../schema/guests.ts';
import { type Approach, findPageOfIds, MAX_SORTED_ROWS, type RowCount, readInOrder } from '../paging.ts';
import { type Changes, columnsExcept, firstRow, isAnyOf, matches, placeholders } from '../statements.ts';

/** The columns of a guest that a team reads. */
export const guestColumns = columnsExcept(guests, 'teamId', 'emailKey', 'searchText', 'updatedAt');

export type GuestRecord = typeof guests.$inferSelect;
export type GuestRow = NonNullable<Awaited<ReturnType<typeof findGuest>>>;

export const findGuest = (db: Executor, teamId: number, id: string) =>
  firstRow(db.select(guestColumns).from(guests).where(matches(guests, { teamId, id })));

const selectGuestForKeyShare = prepareQuery((db) =>
  db
    .select(guestColumns)
    .from(guests)
    .where(matches(guests, placeholders('teamId', 'id')))
    .for('key share'),
);

/** The same, locked so that the guest cannot be erased before the transaction ends. */
export const lockGuestAgainstErasure = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestForKeyShare(tx, { teamId, id }));

export type GuestFilter = {
  /** The whole email, without regard to case. */
  email?: string | undefined;
  /** Part of the name or email, without regard to case. */
  search?: string | undefined;
};

/** One page of a team's guests, newest first, and the total number. */
export async function listGuests(db: Executor, teamId: number, filter: GuestFilter, page: PageRequest) {
  const { email, search } = filter;
  const isMatchingGuest = and(
    eq(guests.teamId, teamId),
    email === undefined ? undefined : eq(guests.emailKey, foldCase(email)),
    search === undefined ? undefined : sql`position(${foldCase(search)} in ${guests.searchText}) > 0`,
  );
  // A search reads every guest's text, so the few ids that it finds are collected during the count.
  const countedGuests = search === undefined ? null : await countGuestsWithIds(db, isMatchingGuest);
  const few = countedGuests && matches(guests, { teamId, id: countedGuests.ids });
  const list = {
    table: guests,
    matching: (approach: Approach) => (approach === 'few' && few) || isMatchingGuest,
    order: [desc(guests.createdAt), desc(guests.id)],
    start: { first: sql<null>`null`, isFrom: (first: string) => sql`${guests.createdAt} <= ${first}` },
    counted: countedGuests,
  };
  const { ids, total } = await findPageOfIds(db, list, page);
  return { rows: await readInOrder(ids, (ids) => selectGuestsByIds(db, { teamId, ids })), total };
}

/** The number of matching guests, the time of the newest, and the ids of some of them in any order. */
async function countGuestsWithIds(db: Executor, matching: SQL | undefined) {
  const { rows } = await db.execute<RowCount & { ids: string[] }>(sql`
    select count(*)::int as total, max(created_at) as first,
      coalesce(array_agg(id) filter (where number <= ${sql.raw(String(MAX_SORTED_ROWS))}), '{}') as ids
    from (select id, created_at, row_number() over () as number from ${guests} where ${matching}) as matching`);
  return rows[0] ?? { total: 0, first: null, ids: [] };
}

const selectGuestsByIds = prepareQuery((db) =>
  db
    .select(guestColumns)
    .from(guests)
    .where(and(matches(guests, placeholders('teamId')), isAnyOf(guests.id, sql.placeholder('ids')))),
);

const insertGuestRow = prepareInsert(guests, (db, rows) =>
  db
    .insert(guests)
    .values(rows)
    .onConflictDoNothing({ target: [guests.teamId, guests.emailKey] })
    .returning({ id: guests.id }),
);

/** Stores a new guest. Returns false if the team has one with that email. */
export async function insertGuest(tx: Transaction, guest: GuestRecord): Promise<boolean> {
  return (await insertGuestRow(tx, [guest])).length > 0;
}

const selectGuestIdByEmail = prepareQuery((db) =>
  db
    .select({ id: guests.id })
    .from(guests)
    .where(matches(guests, placeholders('teamId', 'emailKey')))
    // The lock keeps the guest from being erased before a booking refers to them.
    .for('key share'),
);

export const findGuestIdByEmail = async (tx: Transaction, teamId: number, emailKey: string) =>
  (await firstRow(selectGuestIdByEmail(tx, { teamId, emailKey })))?.id ?? null;

export const isEmailTaken = async (tx: Transaction, teamId: number, emailKey: string, exceptId: string) =>
  (await tx.$count(guests, and(matches(guests, { teamId, emailKey }), ne(guests.id, exceptId)))) > 0;

const selectGuestRecord = (tx: Transaction, teamId: number, id: string) =>
  tx.select().from(guests).where(matches(guests, { teamId, id }));

/** Makes other changes of the guest wait, but not requests that make a booking for them. */
export const lockGuest = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestRecord(tx, teamId, id).for('no key update'));

/** Waits for requests that make a booking for the guest, and makes later ones wait. */
export const lockGuestForErasure = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestRecord(tx, teamId, id).for('update'));

export const updateGuest = (tx: Transaction, teamId: number, id: string, changes: Changes<GuestRecord>) =>
  tx.update(guests).set(changes).where(matches(guests, { teamId, id }));
