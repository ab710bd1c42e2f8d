/** Checks the database: what feeds have blocked, and the bookings that are events of feeds (docs/rules.md, 18.13 to 18.15). */

/** SQL for whether a feed's last comparison with its bookings still holds: a paused feed is not compared. */
const IS_SETTLED_SQL = 'not f.paused and not f.is_unsettled';

/** SQL for the bookings that are events of feeds, will leave on a later day, and are not cancelled. */
const BOOKED_EVENTS_SQL = `
  select b.*, f.reported, f.differs, f.missing, greatest(current_date + 1, f.taken_on) as today from bookings b
  join calendar_feeds f on f.team_id = b.team_id and f.id = b.feed_id
  where ${IS_SETTLED_SQL} and b.status <> 'cancelled' and b.expires_at is null and b.check_out > current_date + 1`;

/** SQL for whether a list of a feed names the booking `b`. */
const buildIsNamedSql = (list: 'differs' | 'missing') =>
  `exists (select from jsonb_array_elements(b.${list}) one where one->>'bookingId' = b.id::text)`;

/**
 * SQL for the events of the last reading with a UID. An event that repeats has several. Without `jsonb_to_recordset`,
 * because a Citus cluster takes only immutable functions as tables.
 */
const buildEventsSql = (reported: string, uid: string) =>
  `select (event->>'startDate')::date as "startDate", (event->>'endDate')::date as "endDate"
    from jsonb_array_elements(${reported}) event where event->>'uid' = ${uid}`;

export const CALENDAR_FEED_INVARIANTS: Record<string, string> = {
  'a block of a calendar feed is on the unit of the feed, and names its event': `
    select count(*) from blocks k left join calendar_feeds f on f.team_id = k.team_id and f.id = k.feed_id
    where k.feed_id is not null and (f.unit_id is distinct from k.unit_id or k.uid is null or k.source is null)`,

  'a booking that is an event of a calendar feed names the event, and a feed of its team': `
    select count(*) from bookings b left join calendar_feeds f on f.team_id = b.team_id and f.id = b.feed_id
    where (b.feed_id is not null and (f.id is null or b.feed_uid is null)) or (b.feed_id is null and b.is_of_feed_block)`,

  // A booking keeps its event when it moves to another unit. An import brings no event for each booking that it moves.
  'a booking that is an event of a calendar feed is or was in the unit of the feed': `
    select count(*) from bookings b join calendar_feeds f on f.team_id = b.team_id and f.id = b.feed_id
    where f.unit_id is distinct from b.unit_id
      and not exists (select from team_events e
        where e.team_id = b.team_id and e.booking_id = b.id and e.data->>'unit_id' = f.unit_id::text)
      and not exists (select from team_events i where i.team_id = b.team_id and i.type = 'team.imported')`,

  'an event of a calendar feed is one booking': `
    select count(*) from (
      select b.reported, b.feed_uid, count(*) as bookings from (${BOOKED_EVENTS_SQL}) b
      where not ${buildIsNamedSql('differs')} and not ${buildIsNamedSql('missing')}
      group by b.team_id, b.feed_id, b.reported, b.feed_uid having count(*) > 1) same
    where bookings > greatest(1, (select count(*) from (${buildEventsSql('same.reported', 'same.feed_uid')}) events))`,

  'no night is blocked for an event that its own booking has': `
    select count(*) from (${BOOKED_EVENTS_SQL}) b
    join blocks k on k.team_id = b.team_id and k.feed_id = b.feed_id and k.uid = b.feed_uid
      and k.start_date < b.check_out and k.end_date > b.check_in
    where (select count(*) from (${buildEventsSql('b.reported', 'b.feed_uid')}) events
      where events."startDate" < k.end_date and events."endDate" > k.start_date) = 1
      and (select count(*) from (${buildEventsSql('b.reported', 'b.feed_uid')}) events) = 1`,

  'a booking has the dates of its event, or the feed says that it differs': `
    select count(*) from (${BOOKED_EVENTS_SQL}) b
    where not ${buildIsNamedSql('differs')} and not ${buildIsNamedSql('missing')} and jsonb_array_length(b.differs) < 500
      and exists (${buildEventsSql('b.reported', 'b.feed_uid')})
      and not exists (select from (${buildEventsSql('b.reported', 'b.feed_uid')}) events
        where events."endDate" = b.check_out
          and greatest(events."startDate", b.today) = greatest(b.check_in, b.today))`,

  // What is missing names neither a UID nor dates.
  'what a calendar feed says of bookings is of its own, and differs from them': `
    select count(*) from calendar_feeds f
      cross join lateral jsonb_array_elements(f.differs || f.missing) said
      left join bookings b on b.team_id = f.team_id and b.id = (said->>'bookingId')::uuid
    where ${IS_SETTLED_SQL} and (b.feed_id is distinct from f.id or b.status = 'cancelled'
      or said->>'uid' <> b.feed_uid
      or ((said->>'startDate')::date, (said->>'endDate')::date) = (b.check_in, b.check_out))`,
};
