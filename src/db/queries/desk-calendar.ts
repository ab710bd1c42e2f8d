/** A page of a team's calendar: some of its units, and what takes them in a span of nights. */
import type { NightSpan } from '../../domain/inventory.ts';
import type { StayDate } from '../../domain/stay.ts';
import type { BookingStatus, ListingStatus } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { statement } from '../statement.ts';
import type { Slice } from './slice.ts';

export type DeskUnit = {
  id: string;
  name: string;
  active: boolean;
  listingId: string;
  listingTitle: string;
  listingStatus: ListingStatus;
  currency: string;
  timezone: string;
  buildingId: string | null;
  buildingTitle: string | null;
  /** The number of all units that match the filter. */
  total: number;
};

/** What takes a unit. Moments are in milliseconds since 1970. */
export type DeskBar = {
  unitId: string;
  startDate: StayDate;
  endDate: StayDate;
  bookingId: string | null;
  confirmationCode: string | null;
  status: BookingStatus | null;
  checkOut: StayDate | null;
  numberOfGuests: number | null;
  guestName: string | null;
  wholeBuilding: boolean | null;
  expiresAtMs: number | null;
  blockId: string | null;
  reason: string | null;
  /** The name of the calendar feed that took the nights. */
  source: string | null;
};

export type DeskUnitFilter = {
  /** A building's id, or null for all units. */
  buildingId: string | null;
  /** A part of the name of a unit, a listing or a building, in any case. */
  text: string | null;
};

/** Units that are no longer let are only found if something takes them in the span. */
const units = statement<
  [
    teamId: number,
    startDate: StayDate,
    endDate: StayDate,
    buildingId: string | null,
    text: string | null,
    limit: number,
    offset: number,
  ],
  DeskUnit
>(`
  select u.id, u.name, u.active, l.id as "listingId", l.public_title as "listingTitle",
    l.status as "listingStatus", l.currency, l.timezone, l.building_id as "buildingId",
    b.public_title as "buildingTitle", count(*) over ()::int as total
  from units as u
  join listings as l on l.team_id = $1 and l.id = u.listing_id
  left join listings as b on b.team_id = $1 and b.id = l.building_id
  where u.team_id = $1 and ($4::uuid is null or l.building_id = $4)
    and ($5::text is null or strpos(
      lower(concat_ws(' ', u.name, l.public_title, l.nickname, b.public_title, b.nickname)), lower($5)) > 0)
    and ((u.active and l.status <> 'archived') or exists (
      select from occupancies as o where o.team_id = $1 and o.unit_id = u.id
        and daterange(o.start_date, o.end_date, '[)') && daterange($2, $3, '[)')))
  order by coalesce(b.public_title, l.public_title), coalesce(b.slug, l.slug), l.public_title, l.slug, u.name
  limit $6 offset $7`);

/** One page of a team's units, by building, listing and name. */
export const listDeskUnits = (
  db: Executor,
  teamId: number,
  {
    span: { startDate, endDate },
    filter: { buildingId, text },
    slice: { limit, offset },
  }: { span: NightSpan; filter: DeskUnitFilter; slice: Slice },
): Promise<DeskUnit[]> => units(db, teamId, startDate, endDate, buildingId, text, limit, offset);

const bars = statement<
  [teamId: number, startDate: StayDate, endDate: StayDate, unitIds: readonly string[], nowMs: number],
  DeskBar
>(`
  select o.unit_id as "unitId", o.start_date as "startDate", o.end_date as "endDate",
    b.id as "bookingId", b.confirmation_code as "confirmationCode", b.status, b.check_out as "checkOut",
    b.number_of_guests as "numberOfGuests", guests.name as "guestName", b.whole_building as "wholeBuilding",
    (extract(epoch from b.expires_at) * 1000)::float8 as "expiresAtMs",
    blocks.id as "blockId", blocks.reason, blocks.source
  from occupancies as o
  left join bookings as b on b.team_id = $1 and b.id = o.booking_id
  left join guests on guests.team_id = $1 and guests.id = b.guest_id
  left join blocks on blocks.team_id = $1 and blocks.id = o.block_id
  where o.team_id = $1 and o.unit_id = any($4)
    and daterange(o.start_date, o.end_date, '[)') && daterange($2, $3, '[)')
    and (b.expires_at is null or b.status <> 'pending' or b.expires_at > to_timestamp($5::float8 / 1000))
  order by o.unit_id, o.start_date`);

/** What takes these units on any night of the span, by unit and first night. Holds that have lapsed are left out. */
export const listDeskBars = (
  db: Executor,
  teamId: number,
  { startDate, endDate }: NightSpan,
  { unitIds, nowMs }: { unitIds: readonly string[]; nowMs: number },
): Promise<DeskBar[]> => bars(db, teamId, startDate, endDate, unitIds, nowMs);

export type DeskBuilding = { id: string; title: string };

/** The buildings by which a calendar can be filtered, by title. */
export const listDeskBuildings = statement<[teamId: number, limit: number], DeskBuilding>(`
  select id, public_title as title from listings
  where team_id = $1 and kind = 'building' and status <> 'archived'
  order by public_title, slug limit $2`);

export type NamedUnit = {
  id: string;
  name: string;
  listingId: string;
  listingTitle: string;
  timezone: string;
};

const namedUnits = statement<[teamId: number, unitId: string], NamedUnit>(`
  select u.id, u.name, l.id as "listingId", l.public_title as "listingTitle", l.timezone
  from units as u join listings as l on l.team_id = $1 and l.id = u.listing_id
  where u.team_id = $1 and u.id = $2`);

export const findNamedUnit = async (db: Executor, teamId: number, id: string): Promise<NamedUnit | null> =>
  (await namedUnits(db, teamId, id))[0] ?? null;

export type NamedBlock = NamedUnit & {
  blockId: string;
  startDate: StayDate;
  endDate: StayDate;
  reason: string | null;
  /** The calendar feed that took the nights. Its name stays when it is deleted. */
  source: string | null;
  feedId: string | null;
  createdAtMs: number;
};

const namedBlocks = statement<[teamId: number, blockId: string], NamedBlock>(`
  select u.id, u.name, l.id as "listingId", l.public_title as "listingTitle", l.timezone, blocks.id as "blockId",
    blocks.start_date as "startDate", blocks.end_date as "endDate", blocks.reason, blocks.source,
    blocks.feed_id as "feedId",
    (extract(epoch from blocks.created_at) * 1000)::float8 as "createdAtMs"
  from blocks
  join units as u on u.team_id = $1 and u.id = blocks.unit_id
  join listings as l on l.team_id = $1 and l.id = u.listing_id
  where blocks.team_id = $1 and blocks.id = $2`);

/** A block with the names of its unit and listing. */
export const findNamedBlock = async (db: Executor, teamId: number, id: string): Promise<NamedBlock | null> =>
  (await namedBlocks(db, teamId, id))[0] ?? null;
