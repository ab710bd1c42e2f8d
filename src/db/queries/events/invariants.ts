/**
 * Each change that a stored row shows must have its event. Only rows that were changed after a team's first
 * event and its last import are checked: older rows have none, and an import writes one event for all its
 * rows.
 */

/** Events of bookings may be older than the team's feed. */
const TEAMS_WITH_EVENTS_SQL = `
  select team_id, min(created_at) filter (where booking_id is null) as since,
    coalesce(max(created_at) filter (where type = 'team.imported'), '-infinity') as imported_at
  from team_events where in_feed group by team_id`;

const buildIsCoveredSql = (moment: string) => `${moment} >= fed.since and ${moment} > fed.imported_at`;

/**
 * Rows that were changed at a `moment` (a column) without an event of that time. On a Citus cluster, each row
 * is on the same node as its team's events.
 */
const buildRowsWithoutEventSql = (table: string, moment: string, isItsEvent: string) => `
  select count(*) from ${table} r join (${TEAMS_WITH_EVENTS_SQL}) fed on fed.team_id = r.team_id
  where ${buildIsCoveredSql(`r.${moment}`)}
    and not exists (select from team_events e where e.team_id = r.team_id and ${isItsEvent})`;

const buildIsEventSql = (kind: string, change: string) =>
  `e.type = '${kind}.${change}' and e.data->>'${kind}_id' = r.id::text`;

const buildCreationInvariant = (kind: string, table: string) => ({
  [`a new ${kind} has the event of its creation`]: buildRowsWithoutEventSql(
    table,
    'created_at',
    buildIsEventSql(kind, 'created'),
  ),
});

/**
 * For a table that every node of a Citus cluster holds: events are first copied into the statement, because
 * Citus cannot look up spread rows for each row of such a table.
 */
const buildSharedRowsWithoutEventSql = (table: string, moment: string, type: string, isItsEvent: string) => `
  with fed as materialized (${TEAMS_WITH_EVENTS_SQL}),
    events as materialized (
      select team_id, created_at, data->>'name' as name from team_events where type = '${type}' and in_feed)
  select count(*) from ${table} r join fed on fed.team_id = r.team_id
  where ${buildIsCoveredSql(`r.${moment}`)}
    and not exists (select from events e where e.team_id = r.team_id and ${isItsEvent})`;

/** Created by an event and gone, without an event of deletion. */
const buildGoneWithoutEventSql = (kind: string, table: string) => `
  select count(*) from team_events c join (${TEAMS_WITH_EVENTS_SQL}) fed on fed.team_id = c.team_id
  where c.type = '${kind}.created' and c.in_feed and c.created_at > fed.imported_at
    and not exists (select from ${table} r where r.team_id = c.team_id and r.id::text = c.data->>'${kind}_id')
    and not exists (
      select from team_events d where d.team_id = c.team_id and d.type = '${kind}.deleted'
        and d.data->>'${kind}_id' = c.data->>'${kind}_id')`;

/** With the kind and code by which events name them. Coupon codes are compared without regard to case. */
const ALL_CHARGES_SQL = `
  select team_id, 'fee' as kind, code from fees union all select team_id, 'tax', code from taxes
  union all select team_id, 'discount', code from discounts union all select team_id, 'coupon', lower(code) from coupons`;
const buildChargeCodeSql = (data: string) =>
  `case ${data}->>'kind' when 'coupon' then lower(${data}->>'code') else ${data}->>'code' end`;

export const EVENT_INVARIANTS: Record<string, string> = {
  'a position of the feed is given once, from 1 without a gap': `
    select (
      select count(*) from (
        select team_id, count(*) as count, max(position) as last from team_events where position is not null group by team_id) fed
      left join event_counters c on c.team_id = fed.team_id
      where fed.count <> fed.last or fed.last is distinct from c.last_position
    ) + (
      select count(*) from event_counters c where c.last_position > 0 and not exists (
        select from team_events e where e.team_id = c.team_id and e.position is not null)) as count`,

  // An import changes bookings without an event for each, but stores an event of its own.
  'a booking is as its last event of the feed says': `
    select count(*) from bookings b join team_events e on e.team_id = b.team_id and e.booking_id = b.id
    where e.in_feed
      and not exists (
        select from team_events later
        where later.team_id = e.team_id and later.booking_id = e.booking_id and later.number > e.number)
      and (e.data->>'status', e.data->>'check_in', e.data->>'check_out', e.data->>'unit_id')
        is distinct from (b.status, b.check_in::text, b.check_out::text, b.unit_id::text)
      and not exists (
        select from team_events i
        where i.team_id = e.team_id and i.type = 'team.imported' and i.created_at >= e.created_at)`,

  'a new booking has the event of its creation': buildRowsWithoutEventSql(
    'bookings',
    'created_at',
    `e.booking_id = r.id and e.type = 'booking.created'`,
  ),
  ...buildCreationInvariant('guest', 'guests'),
  'a guest has the event of its last change': buildRowsWithoutEventSql(
    'guests',
    'updated_at',
    `e.type like 'guest.%' and e.data->>'guest_id' = r.id::text and e.created_at >= r.updated_at`,
  ),
  'an erased guest has the event of the erasure': buildRowsWithoutEventSql(
    'guests',
    'erased_at',
    buildIsEventSql('guest', 'erased'),
  ),
  ...buildCreationInvariant('listing', 'listings'),
  'a listing has the event of its last change': buildRowsWithoutEventSql(
    'listings',
    'updated_at',
    `e.data->>'listing_id' = r.id::text and e.created_at >= r.updated_at`,
  ),
  'a listing that is gone has the event of its deletion': buildGoneWithoutEventSql('listing', 'listings'),
  ...buildCreationInvariant('block', 'blocks'),
  'a block that is gone has the event of its deletion': buildGoneWithoutEventSql('block', 'blocks'),

  // Charges do not record when they were created, so one without events may be older than the feed.
  'a charge is there if its last event says so, and only then': `
    select count(*) from (
      select distinct on (team_id, data->>'kind', ${buildChargeCodeSql('data')})
        team_id, type, data->>'kind' as kind, ${buildChargeCodeSql('data')} as code, created_at
      from team_events where type like 'charge.%' and in_feed
      order by team_id, data->>'kind', ${buildChargeCodeSql('data')}, position desc nulls first, created_at desc, id desc) last
    join (${TEAMS_WITH_EVENTS_SQL}) fed on fed.team_id = last.team_id
    left join (${ALL_CHARGES_SQL}) r on r.team_id = last.team_id and r.kind = last.kind and r.code = last.code
    where last.created_at > fed.imported_at and (last.type = 'charge.deleted') <> (r.code is null)`,

  'a new token has the event of its creation': buildSharedRowsWithoutEventSql(
    'tokens',
    'created_at',
    'token.created',
    'e.name = r.name and e.created_at = r.created_at',
  ),

  'a revoked token has the event of its revocation': buildSharedRowsWithoutEventSql(
    'tokens',
    'revoked_at',
    'token.revoked',
    'e.name = r.name and e.created_at = r.revoked_at',
  ),

  'a new member has an event': buildSharedRowsWithoutEventSql(
    'memberships',
    'created_at',
    'member.added',
    'e.created_at = r.created_at',
  ),
};
