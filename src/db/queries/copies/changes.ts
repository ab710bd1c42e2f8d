/** Copies in other systems follow things in the order of their ids, and then what events touch. */
import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { CopiedKind } from '../../../domain/copy-position.ts';
import type { TeamEventType } from '../../../domain/events.ts';
import { BOOKING_EVENT_TYPES } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { isLimited } from '../../limited.ts';
import { blocks, bookings } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import { eventCounters, teamEvents } from '../../schema/team-events.ts';
import { isEventBetween } from '../events/feed.ts';
import { countForWholeList } from '../paging.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';

type CopiedTable = PgTable & { teamId: PgColumn; id: PgColumn };

export type CopiedThings = {
  kind: CopiedKind;
  table: CopiedTable;
  /** The events that tell of things of this kind. */
  isTold: SQL;
  /** The ids that an event touches, as JSON, or null if they are all of one owner. */
  ids: SQL<string[] | null>;
  /** The owner whose things an event touches. */
  owner: { column: PgColumn; id: SQL<string | null> } | null;
  /** The events after which a copy begins anew, besides an import. */
  alsoRestarts: SQL | null;
  /** In place of the above, for a caller who has only some of the listings. */
  limited?: { isTold: SQL; ids: SQL<string[] | null> };
};

/** A caller who has only some of the listings is also told of bookings that have left them. */
const findToldEvents = (db: Executor, things: CopiedThings) => ({
  ...things,
  ...(isLimited(db) ? things.limited : {}),
  events: isLimited(db) ? sql`told_events as ${teamEvents}` : sql`${teamEvents}`,
});

const field = (name: string) => sql<string | null>`${teamEvents.data} ->> ${sql.raw(`'${name}'`)}`;
const oneId = (name: string) =>
  sql<string[]>`jsonb_build_array(${teamEvents.data} -> ${sql.raw(`'${name}'`)})`;
const isType = (...types: TeamEventType[]) => isAnyOf(teamEvents.type, types);
const hasChanged = (name: string) => sql`${teamEvents.data} -> 'changed' ? ${sql.raw(`'${name}'`)}`;

const LISTING_EVENTS = ['listing.created', 'listing.changed', 'listing.deleted'] as const;
const namesUnits = sql`${teamEvents.data} ? 'units'`;

export const COPIED_BOOKINGS: CopiedThings = {
  kind: 'bookings',
  table: bookings,
  isTold: isType(...BOOKING_EVENT_TYPES, 'guest.erased'),
  ids: sql`case when ${teamEvents.bookingId} is not null then jsonb_build_array(${teamEvents.bookingId}) end`,
  owner: { column: bookings.guestId, id: field('guest_id') },
  // Until when a booking can be cancelled free of charge depends on its listing's time zone.
  alsoRestarts: sql`(${isType('listing.changed')} and ${hasChanged('timezone')})`,
};

const isOfGuest = isType('guest.created', 'guest.changed', 'guest.erased');
const guestOfBookingSql = sql<string[]>`(
  select jsonb_build_array(stay.guest_id) from public.${bookings} as stay
  where stay.team_id = ${teamEvents.teamId} and stay.id = ${teamEvents.bookingId})`;

/** A caller who has only some of the listings sees a guest, or no longer, because of a booking. */
export const COPIED_GUESTS: CopiedThings = {
  kind: 'guests',
  table: guests,
  isTold: isOfGuest,
  ids: oneId('guest_id'),
  limited: {
    isTold: sql`(${isOfGuest} or ${isType('booking.created', 'booking.changed')})`,
    ids: sql`case when ${teamEvents.bookingId} is null then ${oneId('guest_id')} else ${guestOfBookingSql} end`,
  },
  owner: null,
  alsoRestarts: null,
};

export const COPIED_LISTINGS: CopiedThings = {
  kind: 'listings',
  table: listings,
  isTold: isType(...LISTING_EVENTS, 'rates.changed'),
  ids: oneId('listing_id'),
  owner: null,
  alsoRestarts: null,
};

export const COPIED_UNITS: CopiedThings = {
  kind: 'units',
  table: units,
  isTold: isType(...LISTING_EVENTS),
  ids: sql`case when ${namesUnits} then jsonb_path_query_array(${teamEvents.data}, '$.units[*].id') end`,
  owner: { column: units.listingId, id: field('listing_id') },
  // Events before version 3.0 do not say which units are gone.
  alsoRestarts: sql`(not ${namesUnits}
    and (${isType('listing.deleted')} or (${isType('listing.changed')} and ${hasChanged('units')})))`,
};

export const COPIED_BLOCKS: CopiedThings = {
  kind: 'blocks',
  table: blocks,
  isTold: isType('block.created', 'block.changed', 'block.deleted'),
  ids: oneId('block_id'),
  owner: null,
  alsoRestarts: null,
};

/** 0 if there are no events yet. */
export const findLastPosition = async (db: Executor, teamId: number): Promise<number> =>
  (await firstRow(db.select().from(eventCounters).where(matches(eventCounters, { teamId }))))?.lastPosition ??
  0;

export async function listNextIds(
  db: Executor,
  teamId: number,
  table: CopiedTable,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table as PgTable)
    .where(and(eq(table.teamId, teamId), afterId === null ? undefined : gt(table.id, afterId)))
    .orderBy(asc(table.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export type ChangeEvent = {
  position: number;
  restarts: boolean;
  ids: string[] | null;
  ownerId: string | null;
};

const isRestart = (also: SQL | null) => (also ? or(isType('team.imported'), also) : isType('team.imported'));

export function listChangeEvents(
  db: Executor,
  teamId: number,
  things: CopiedThings,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<ChangeEvent[]> {
  const { isTold, ids, owner, alsoRestarts, events } = findToldEvents(db, things);
  const restarts = isRestart(alsoRestarts);
  return db
    .select({
      position: sql<number>`${teamEvents.position}`.mapWith(teamEvents.position),
      restarts: sql<boolean>`${restarts}`,
      ids,
      ownerId: owner?.id ?? sql<string | null>`null`,
    })
    .from(events)
    .where(and(isEventBetween(teamId, { after, upTo, types: null }), or(isTold, restarts)))
    .orderBy(asc(teamEvents.position))
    .limit(limit);
}

type OwnedThings = { ownerId: string; afterId: string | null };

/** In the order of the owners, and by id. */
export async function listIdsOfOwners(
  db: Executor,
  teamId: number,
  { table, owner }: CopiedThings,
  { owners, limit }: { owners: readonly OwnedThings[]; limit: number },
): Promise<string[][]> {
  if (owner === null || owners.length === 0) return [];
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array(
      select ${table.id} from ${table}
      where ${table.teamId} = ${teamId} and ${owner.column} = owners.id
        and (owners.after_id is null or ${table.id} > owners.after_id)
      order by ${table.id} limit ${limit}) as ids
    from unnest(
      ${sql.param(owners.map(({ ownerId }) => ownerId))}::uuid[],
      ${sql.param(owners.map(({ afterId }) => afterId))}::uuid[]
    ) with ordinality as owners(id, after_id, nth)
    order by owners.nth`);
  return rows.map(({ ids }) => ids);
}

type AfterPosition = { after: number; upTo: number };

export async function hasRestartedSince(
  db: Executor,
  teamId: number,
  { alsoRestarts }: CopiedThings,
  range: AfterPosition,
): Promise<boolean> {
  const restarts = and(isEventBetween(teamId, { ...range, types: null }), isRestart(alsoRestarts));
  const found = db.select({ id: teamEvents.id }).from(teamEvents).where(restarts).limit(1);
  return (await firstRow(found)) !== null;
}

/** Whether an event touches a thing that is gone, or that the caller no longer sees. */
export async function isAnyToldGone(
  db: Executor,
  teamId: number,
  things: CopiedThings,
  range: AfterPosition,
): Promise<boolean> {
  const { table, isTold, ids, events } = findToldEvents(db, things);
  const { rows } = await db.execute(sql`
    select from ${events}, jsonb_array_elements_text(${ids}) as told (id)
    where ${and(isEventBetween(teamId, { ...range, types: null }), isTold)} and not exists (
      select from ${table} where ${table.teamId} = ${teamId} and ${table.id} = told.id::uuid)
    limit 1`);
  return rows.length > 0;
}

/** Also things behind `afterId`, if the copy is still in its walk. */
export function isToldAfter(
  db: Executor,
  teamId: number,
  things: CopiedThings,
  { afterId, ...range }: AfterPosition & { afterId: string | null },
): SQL | undefined {
  const { table, isTold, ids, owner, events } = findToldEvents(db, things);
  const told = and(isEventBetween(teamId, { ...range, types: null }), isTold);
  return and(
    eq(table.teamId, teamId),
    or(
      afterId === null ? undefined : gt(table.id, afterId),
      sql`${table.id} in (select jsonb_array_elements_text(${ids})::uuid from ${events} where ${told} and ${ids} is not null)`,
      owner === null
        ? undefined
        : sql`${owner.column} in (select (${owner.id})::uuid from ${events} where ${told} and ${ids} is null)`,
    ),
  );
}

export const isOfTeam = ({ table }: CopiedThings, teamId: number): SQL => eq(table.teamId, teamId);

export const countTold = (db: Executor, { table }: CopiedThings, condition: SQL | undefined) =>
  countForWholeList(db, table, condition);

export const selectToldIds = (db: Executor, { table }: CopiedThings, condition: SQL | undefined) =>
  db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(condition)
    .orderBy(asc(table.id));
