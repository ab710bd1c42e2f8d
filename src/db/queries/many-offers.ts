/**
 * Everything that decides about the stays of many listings at once: of named ones, or of a whole team. Each listing is
 * one row with one JSON text. The driver would parse a large team's columns in one go, and other requests would have to
 * wait. The texts of the listings themselves are parsed in pieces. Those of their units, seasons and days stay texts
 * until a listing's turn comes: as objects they would all be in memory at once, and moving them costs the collector of
 * garbage more time than a second parsing does.
 */
import type { CancellationPolicy } from '../../domain/cancellation-policy.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import type { DayOverride, ListingTerms, Season } from '../../domain/rates.ts';
import type { ListingKind, ListingStatus, PropertyType, Reseating } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { inPieces } from '../in-pieces.ts';
import { statement } from '../statement.ts';

/** Null means all of the team's. */
export type Named = readonly string[] | null;

/** A listing with its terms and the fields that a search uses. */
export type SearchedRow = ListingTerms & {
  id: string;
  slug: string;
  kind: ListingKind;
  status: ListingStatus;
  wholeBuildingBookable: boolean;
  buildingId: string | null;
  buildingStatus: ListingStatus | null;
  currency: string;
  timezone: string;
  publicTitle: string;
  headline: string | null;
  propertyType: PropertyType;
  city: string | null;
  country: string | null;
  latitude: string | null;
  longitude: string | null;
  bedroomsCount: number;
  bedsCount: number;
  bathroomsCount: number;
  ownPolicy: CancellationPolicy | null;
  policyOfBuilding: CancellationPolicy | null;
  reseating: Reseating;
  unitFixedDays: number;
};

/** A statement that turns another one's rows into JSON texts, which are parsed in pieces. */
const rowTexts = <Values extends readonly unknown[], Row>(text: string, order = '') => {
  const run = statement<Values, { text: string }>(
    `select row_to_json(made)::text as text from (${text}) as made${order}`,
  );
  return async (db: Executor, ...values: Values): Promise<Row[]> => {
    const rows: Row[] = [];
    await inPieces(await run(db, ...values), (row) => rows.push(JSON.parse(row.text) as Row));
    return rows;
  };
};

const searched = (condition: string) => `
  select l.id, l.slug, l.kind, l.status, l.whole_building_bookable as "wholeBuildingBookable",
    l.building_id as "buildingId", b.status as "buildingStatus", l.currency, l.timezone,
    l.public_title as "publicTitle", l.headline, l.property_type as "propertyType", l.city, l.country, l.latitude,
    l.longitude, l.bedrooms_count as "bedroomsCount", l.beds_count as "bedsCount",
    l.bathrooms_count as "bathroomsCount", l.nightly_cents as "nightlyCents",
    l.weekend_nightly_cents as "weekendNightlyCents", l.weekend_days as "weekendDays",
    l.included_guests as "includedGuests", l.extra_guest_nightly_cents as "extraGuestNightlyCents",
    l.max_guests as "maxGuests", l.min_stay as "minStay", l.max_stay as "maxStay",
    l.advance_notice_days as "advanceNoticeDays", l.booking_window_days as "bookingWindowDays",
    l.preparation_days as "preparationDays", l.cancellation_policy as "ownPolicy",
    b.cancellation_policy as "policyOfBuilding", coalesce(l.reseating, t.reseating) as reseating,
    t.unit_fixed_days as "unitFixedDays"
  from listings as l
  join teams as t on t.id = l.team_id
  left join listings as b on b.team_id = $1 and b.id = l.building_id
  where l.team_id = $1 and ${condition}`;

/** The listings to search: a team's, or those of its booking site. */
export type SearchScope = 'team' | 'site';

const ACTIVE = `l.status = 'active' and (l.kind <> 'building' or l.whole_building_bookable)`;
/** The conditions of the listings that a search looks through: `l`, perhaps in a building `b`. */
export const SEARCHED = {
  team: ACTIVE,
  site: `${ACTIVE} and l.listed_on_site
    and (l.building_id is null or (b.status = 'active' and b.listed_on_site))`,
} satisfies Record<SearchScope, string>;

const listedBy = (condition: string) =>
  rowTexts<[teamId: number], SearchedRow>(searched(condition), ' order by made."publicTitle", made.slug');

/** The listings that a search looks through, by title and then slug. */
export const listSearched = {
  team: listedBy(SEARCHED.team),
  site: listedBy(SEARCHED.site),
} satisfies Record<SearchScope, unknown>;

/** Named listings in any status. */
export const listOffered = rowTexts<[teamId: number, listingIds: readonly string[]], SearchedRow>(
  searched('l.id = any($2)'),
);

/** A unit and its occupied nights: one row for each occupancy, or one with nulls. */
export type TakenUnit =
  | [unitId: string, startDate: string, endDate: string]
  | [unitId: string, startDate: null, endDate: null];
/** `taken` is the JSON text of `TakenUnit[]`. */
export type TakenUnitsRow = { listingId: string; buildingId: string | null; taken: string };

/** `plusDays` is added to the end of the span. */
const takenUnits = ({ named = '', plusDays = '0' }) => `
  select l.id as "listingId", l.building_id as "buildingId",
    json_agg(json_build_array(u.id, o.start_date, o.end_date))::text as taken
  from listings as l
  join units as u on u.team_id = $1 and u.listing_id = l.id and u.active
  left join occupancies as o on o.team_id = $1 and o.unit_id = u.id
    and daterange(o.start_date, o.end_date, '[)') && daterange($2, $3::date + ${plusDays}, '[)')
    and (o.expires_at is null or o.expires_at > $4)
  where l.team_id = $1${named}
  group by l.id, l.building_id`;

/** The seasons of a listing, and the overrides of its days. */
export type Rates = { seasons: Season[]; days: DayOverride[] };
/** `rates` is the JSON text of `Rates`. */
export type RatesRow = { listingId: string; rates: string };

const rates = (named: string) => `
  select listing_id as "listingId", json_build_object(
      'seasons', coalesce(json_agg(season) filter (where season is not null), '[]'),
      'days', coalesce(json_agg(day) filter (where day is not null), '[]'))::text as rates
  from (
    select listing_id, json_build_object('startDate', start_date, 'endDate', end_date, 'nightlyCents',
      nightly_cents, 'weekendNightlyCents', weekend_nightly_cents, 'minStay', min_stay, 'maxStay', max_stay)
      as season, null::json as day
    from seasons
    where team_id = $1 and start_date < $3::date and end_date >= $2::date${named}
    union all
    select listing_id, null::json, json_build_object('date', date, 'nightlyCents', nightly_cents, 'minStay',
      min_stay, 'maxStay', max_stay, 'closedForArrival', closed_for_arrival, 'closedForDeparture',
      closed_for_departure, 'closed', closed)
    from day_overrides
    where team_id = $1 and date >= $2::date and date < $3::date${named}
  ) as each
  group by listing_id`;

type OfTeam = [teamId: number, startDate: string, endDate: string];

const takenOfTeam = statement<[...OfTeam, now: string], TakenUnitsRow>(
  takenUnits({
    plusDays: `(select coalesce(max(longest.preparation_days), 0) from listings as longest
      where longest.team_id = $1)`,
  }),
);
const takenOfNamed = statement<[...OfTeam, now: string, listingIds: readonly string[]], TakenUnitsRow>(
  takenUnits({ named: ' and (l.id = any($5) or l.building_id = any($5))' }),
);

/**
 * The active units of the listings (for a building those of its unit types), with their occupancies in the span, except
 * those of lapsed holds. For a whole team, the preparation nights after the span are included, because only the
 * statement knows how many there are.
 */
export function listTakenUnitsOfMany(
  db: Executor,
  teamId: number,
  { startDate, endDate }: NightSpan,
  { ids, at }: { ids: Named; at: Date },
): Promise<TakenUnitsRow[]> {
  const now = at.toISOString();
  return ids === null
    ? takenOfTeam(db, teamId, startDate, endDate, now)
    : takenOfNamed(db, teamId, startDate, endDate, now, ids);
}

const ratesOfTeam = statement<OfTeam, RatesRow>(rates(''));
const ratesOfNamed = statement<[...OfTeam, listingIds: readonly string[]], RatesRow>(
  rates(' and listing_id = any($4)'),
);

/** The seasons and day overrides of the listings that concern any day of the span. */
export const listRatesOfMany = (
  db: Executor,
  teamId: number,
  { startDate, endDate }: NightSpan,
  ids: Named,
): Promise<RatesRow[]> =>
  ids === null
    ? ratesOfTeam(db, teamId, startDate, endDate)
    : ratesOfNamed(db, teamId, startDate, endDate, ids);
