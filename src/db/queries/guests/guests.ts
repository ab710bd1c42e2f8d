import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import { foldCase } from '../../../domain/text/text.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepareInsert, prepareQuery } from '../../prepared.ts';
import { guests } from '../../schema/guests.ts';
import {
  type ChangeFilter,
  countForWholeList,
  isChangedSince,
  loadPage,
  orderByChange,
  readInOrder,
} from '../paging.ts';
import {
  buildEmptyRow,
  type Changes,
  columnsExcept,
  firstRow,
  matches,
  placeholders,
} from '../statements.ts';

/** The columns of a guest that a team reads. */
export const guestColumns = columnsExcept(guests, 'teamId', 'emailKey', 'searchText', 'updatedAt');

/** The columns of a new guest that are null if the caller does not set them. */
export const EMPTY_GUEST = buildEmptyRow(guests);

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

/** Finds a guest by id and locks the guest, who then cannot be erased before the transaction ends. */
export const lockGuestAgainstErasure = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestForKeyShare(tx, { teamId, id }));

export type GuestFilter = ChangeFilter & {
  /** A filter on the whole email, without regard to case. */
  email?: string | undefined;
  externalReference?: string | undefined;
  /** A filter on a part of the name or email, without regard to case. */
  search?: string | undefined;
};

/** One page of a team's guests, newest first, and the total number. */
export async function listGuests(db: Executor, teamId: number, filter: GuestFilter, page: PageRequest) {
  const where = buildGuestCondition(teamId, filter);
  const rows = db
    .select(guestColumns)
    .from(guests)
    .where(where)
    .orderBy(...buildGuestOrder(filter));
  return loadPage(db.$count(guests, where), rows, page);
}

const NEWEST_FIRST = [desc(guests.createdAt), desc(guests.id)];
const buildGuestOrder = ({ sort }: ChangeFilter) => (sort ? orderByChange(guests) : NEWEST_FIRST);

function buildGuestCondition(teamId: number, { email, externalReference, search, ...changes }: GuestFilter) {
  return and(
    eq(guests.teamId, teamId),
    email === undefined ? undefined : eq(guests.emailKey, foldCase(email)),
    externalReference === undefined ? undefined : eq(guests.externalReference, externalReference),
    search === undefined ? undefined : sql`position(${foldCase(search)} in ${guests.searchText}) > 0`,
    isChangedSince(guests, changes),
  );
}

/** A search for guests: a text in lower case, and its digits if it may be part of a phone number. */
export type GuestSearch = { foldedText: string; phoneDigits: string | null };

/** SQL for whether a guest's name or email contains a text, or the digits of the phone number those of the text. */
export const isGuestFoundBy = ({ foldedText, phoneDigits }: GuestSearch) =>
  or(
    sql`position(${foldedText} in ${guests.searchText}) > 0`,
    phoneDigits === null
      ? undefined
      : // To match the digits with anything between them takes half the time of taking everything else out of each number.
        sql`${guests.phone} ~ ${[...phoneDigits].join('[^0-9]*')}`,
  );

export const countGuests = (db: Executor, teamId: number, filter: GuestFilter) =>
  countForWholeList(db, guests, buildGuestCondition(teamId, filter));

/** A query for the ids of all guests that match a condition. */
export const selectGuestIds = (db: Executor, teamId: number, filter: GuestFilter) =>
  db
    .select({ id: guests.id })
    .from(guests)
    .where(buildGuestCondition(teamId, filter))
    .orderBy(...buildGuestOrder(filter));

/** Reads guests by their ids, in the order of the ids. */
export const listGuestsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (some) =>
    db
      .select(guestColumns)
      .from(guests)
      .where(matches(guests, { teamId, id: some })),
  );

const insertGuestRow = prepareInsert(guests, (db, row) =>
  db
    .insert(guests)
    .values(row)
    .onConflictDoNothing({ target: [guests.teamId, guests.emailKey] })
    .returning({ id: guests.id }),
);

/** Stores a new guest. Returns false if the team has a guest with that email. */
export async function insertGuest(tx: Transaction, guest: GuestRecord): Promise<boolean> {
  return (await insertGuestRow(tx, guest)).length > 0;
}

const selectGuestIdByEmail = prepareQuery((db) =>
  db
    .select({ id: guests.id })
    .from(guests)
    .where(matches(guests, placeholders('teamId', 'emailKey')))
    // The lock on the guest prevents an erasure before the new booking refers to the guest.
    .for('key share'),
);

export const findGuestIdByEmail = async (tx: Transaction, teamId: number, emailKey: string) =>
  (await firstRow(selectGuestIdByEmail(tx, { teamId, emailKey })))?.id ?? null;

const selectGuestRecord = (tx: Transaction, teamId: number, id: string) =>
  tx.select().from(guests).where(matches(guests, { teamId, id }));

/** Locks a guest against other changes, but not against new bookings for the guest. */
export const lockGuest = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestRecord(tx, teamId, id).for('no key update'));

/** Locks a guest against every change, including new bookings for the guest. */
export const lockGuestForErasure = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestRecord(tx, teamId, id).for('update'));

export const updateGuest = (tx: Transaction, teamId: number, id: string, changes: Changes<GuestRecord>) =>
  tx.update(guests).set(changes).where(matches(guests, { teamId, id }));
