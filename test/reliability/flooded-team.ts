/** A team that searches and floods are about, and requests of many addresses. */
import { type IncomingHttpHeaders, request as send } from 'node:http';
import { sql } from 'drizzle-orm';
import { addDays, todayInZone } from '../../src/domain/dates/dates.ts';
import { systemClock } from '../../src/services/clock.ts';
import type { TestApp } from '../helpers/app.ts';
import { buildBooking, buildListings, buildTeam, buildToken } from '../helpers/factories.ts';
import { sized } from './figures.ts';

export const PLACES = sized(500, 200);
export const UNITS_OF_PLACE = 3;
export const BOOKINGS_OF_UNIT = 23;
const UNITS_PER_STATEMENT = 150;
const PRICED_DAYS = sized(400, 100);
const PATIENCE_MS = 60_000;

const today = todayInZone('UTC', systemClock());
export const date = (days: number) => addDays(today, days);

/** A search that an ordinary visitor makes, with other dates. */
export const buildSearchPath = (slug: string, parameters: string) =>
  `/v1/public/${slug}/search?available=all&${parameters}`;
export const buildShortSearch = (slug: string) =>
  buildSearchPath(slug, `check_in=${date(1)}&check_out=${date(4)}&alternatives=10&per_page=20`);

/** Bookings of a week in each unit every other week, from different days on, all made like one that is built. */
async function fillUnits(world: TestApp, teamId: number): Promise<void> {
  const { id: templateId } = await buildBooking(world, { teamId });
  const unitCount = PLACES * UNITS_OF_PLACE;
  // A statement may take 5 s.
  for (let from = 0; from < BOOKINGS_OF_UNIT * unitCount; from += UNITS_PER_STATEMENT) {
    const week = date(Math.floor(from / unitCount) * 14);
    await world.db.execute(sql`with stays as (
        select id as unit_id, listing_id, gen_random_uuid() as id,
          ${week}::date + (row_number() over (order by id) % 7)::int as check_in
        from units where team_id = ${teamId} order by units.id limit ${UNITS_PER_STATEMENT} offset ${from % unitCount}
      ), made as (
        insert into bookings select copy.*
        from bookings as template, stays, jsonb_populate_record(template, jsonb_build_object(
          'id', stays.id, 'confirmation_code', stays.id, 'listing_id', stays.listing_id, 'unit_id', stays.unit_id,
          'check_in', stays.check_in, 'check_out', stays.check_in + 7)) as copy
        where template.team_id = ${teamId} and template.id = ${templateId}
        returning team_id, id, unit_id, check_in, check_out
      )
      insert into occupancies (team_id, unit_id, start_date, end_date, booking_id)
      select team_id, unit_id, check_in, check_out, id from made`);
  }
}

/** A team of many places, each with some units, many of whose nights are taken, and many days with a price of their own. */
export async function openTeam(world: TestApp, places: number) {
  const { id: teamId, slug } = await buildTeam(world, { reseating: 'on' });
  await buildListings(world, places, { teamId, listedOnSite: true });
  // A statement may take 5 s.
  for (let from = 0; from < PRICED_DAYS; from += 25)
    await world.db.execute(sql`insert into day_overrides
        (team_id, listing_id, date, nightly_cents, closed_for_arrival, closed_for_departure, closed)
      select ${teamId}, l.id, ${today}::date + n, 10000 + n, n = 1, false, false
      from listings as l, generate_series(${from}::int, ${from + 24}::int) as n where l.team_id = ${teamId}`);
  await world.db.execute(sql`insert into units (id, team_id, listing_id, name, active)
    select gen_random_uuid(), ${teamId}, l.id, 'Unit ' || n, true
    from listings as l, generate_series(1, ${UNITS_OF_PLACE}::int) as n where l.team_id = ${teamId}`);
  if (places === PLACES) await fillUnits(world, teamId);
  // As PostgreSQL does by itself within a minute.
  await world.db.execute(sql`analyze`);
  const { rows } = await world.db.execute<{ id: string }>(
    sql`select id from listings where team_id = ${teamId}`,
  );
  return { slug, token: await buildToken(world, { teamId }), ids: rows.map(({ id }) => id) };
}

export type TimedAnswer = { status: number; ms: number; headers: IncomingHttpHeaders };
export type Sent = { path: string; address: number; token?: string; body?: string };

/** Asks on a connection of its own, as from an address behind a proxy, and drops the answer. 0 if there is none. */
export const ask = (port: number, { path, address, token, body }: Sent): Promise<TimedAnswer> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const end = (status: number, headers: IncomingHttpHeaders = {}) =>
      resolve({ status, headers, ms: performance.now() - startedAt });
    const sent = send({
      host: '127.0.0.1',
      port,
      path,
      agent: false,
      timeout: PATIENCE_MS,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': `10.0.0.${address}`,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    sent.once('response', (answer) => {
      answer.resume().once('end', () => end(answer.statusCode ?? 0, answer.headers));
      answer.once('error', () => end(0));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => end(0));
    sent.end(body);
  });
