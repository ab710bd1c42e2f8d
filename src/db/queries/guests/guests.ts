import { and, desc, eq, exists, not, or, sql } from 'drizzle-orm';
import type { PageRequest } from '../../../domain/page.ts';
import { foldCase } from '../../../domain/text/text.ts';
import type { Executor, Transaction } from '../../client.ts';
import { prepareInsert, prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
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

export const guestColumns = columnsExcept(guests, 'teamId', 'emailKey', 'searchText', 'updatedAt');

/** Columns that are null unless the caller sets them. */
export const EMPTY_GUEST = buildEmptyRow(guests);

export type GuestRecord = typeof guests.$inferSelect;
export type GuestRow = NonNullable<Awaited<ReturnType<typeof findGuest>>>;

export const findGuest = (db: Executor, teamId: number, id: string) =>
  firstRow(db.select(guestColumns).from(guests).where(matches(guests, { teamId, id })));

/** Null also if the guest has a booking. */
export const findGuestWithoutBookings = (db: Executor, teamId: number, id: string) =>
  firstRow(
    db
      .select(guestColumns)
      .from(guests)
      .where(and(matches(guests, { teamId, id }), not(exists(selectBookingsOfGuest(db, teamId, id))))),
  );

const selectBookingsOfGuest = (db: Executor, teamId: number, guestId: string) =>
  db.select({ id: bookings.id }).from(bookings).where(matches(bookings, { teamId, guestId }));

export const countBookingsOfGuest = (db: Executor, teamId: number, guestId: string): Promise<number> =>
  db.$count(bookings, matches(bookings, { teamId, guestId }));

const selectGuestForKeyShare = prepareQuery((db) =>
  db
    .select(guestColumns)
    .from(guests)
    .where(matches(guests, placeholders('teamId', 'id')))
    .for('key share'),
);

/** A locked guest cannot be erased before the transaction ends. */
export const lockGuestAgainstErasure = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestForKeyShare(tx, { teamId, id }));

export type GuestFilter = ChangeFilter & {
  /** The whole email, without regard to case. */
  email?: string | undefined;
  externalReference?: string | undefined;
  /** A part of the name or email, without regard to case. */
  search?: string | undefined;
};

/** Newest first. */
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

/** A text in lower case, and its digits if it may be part of a phone number. */
export type GuestSearch = { foldedText: string; phoneDigits: string | null };

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

export const selectGuestIds = (db: Executor, teamId: number, filter: GuestFilter) =>
  db
    .select({ id: guests.id })
    .from(guests)
    .where(buildGuestCondition(teamId, filter))
    .orderBy(...buildGuestOrder(filter));

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

/** Returns false if the team has a guest with that email. */
export async function insertGuest(tx: Transaction, guest: GuestRecord): Promise<boolean> {
  return (await insertGuestRow(tx, guest)).length > 0;
}

const selectGuestIdByEmail = prepareQuery((db) =>
  db
    .select({ id: guests.id })
    .from(guests)
    .where(matches(guests, placeholders('teamId', 'emailKey')))
    // The guest cannot be erased before the new booking refers to them.
    .for('key share'),
);

export const findGuestIdByEmail = async (tx: Transaction, teamId: number, emailKey: string) =>
  (await firstRow(selectGuestIdByEmail(tx, { teamId, emailKey })))?.id ?? null;

const selectGuestRecord = (tx: Transaction, teamId: number, id: string) =>
  tx.select().from(guests).where(matches(guests, { teamId, id }));

/** Against other changes, but not against new bookings for the guest. */
export const lockGuest = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestRecord(tx, teamId, id).for('no key update'));

/** Also against new bookings for the guest. */
export const lockGuestForErasure = (tx: Transaction, teamId: number, id: string) =>
  firstRow(selectGuestRecord(tx, teamId, id).for('update'));

export const updateGuest = (tx: Transaction, teamId: number, id: string, changes: Changes<GuestRecord>) =>
  tx.update(guests).set(changes).where(matches(guests, { teamId, id }));
