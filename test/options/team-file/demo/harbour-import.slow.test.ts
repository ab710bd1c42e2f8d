import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { type HarbourTeam, harbourTeam, PICTURES_FOLDER } from '../../../../examples/demo/harbour.ts';
import { addDays } from '../../../../src/domain/dates/dates.ts';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { openTestApp } from '../../../helpers/app.ts';
import type { Json } from '../../../helpers/bookings.ts';
import { violationsIn } from '../../../helpers/invariants.ts';
import { digestOf } from '../../../reliability/stored-texts.ts';
import { demoWithoutPictures } from './without-pictures.ts';

const TODAY = new Date().toISOString().slice(0, 10);

/** Queries that find what no team imported by the demo may have, beside the violations that no database may have. */
const MUST_BE_NONE: Record<string, string> = {
  'a live booking whose payments are not its price': `select 1 from bookings b join payments p on p.booking_id = b.id
      where b.status <> 'cancelled' group by b.id, b.grand_total_cents
      having sum(p.amount_cents) filter (where p.status in ('scheduled', 'paid')) <> b.grand_total_cents`,
  'a state that its dates or times contradict': `select 1 from bookings b cross join team_today t
      where (b.status = 'completed') <> (b.status <> 'cancelled' and b.check_out < t.today)
        or b.created_at > coalesce(b.confirmed_at, b.created_at) or b.created_at > coalesce(b.cancelled_at, b.created_at)
        or b.status in ('confirmed', 'completed') and b.confirmed_at is null or b.created_at >= b.check_in`,
  'a completion that is not the check-out instant': `select 1 from bookings b
      join listings l on l.id = b.listing_id where b.status = 'completed'
        and to_char(b.completed_at at time zone l.timezone, 'YYYY-MM-DD HH24:MI')
          <> to_char(b.check_out, 'YYYY-MM-DD') || ' ' || l.check_out_time`,
  'something that has happened today or later': `select 1 from team_today t, (
        select created_at as moment from team_events where booking_id is not null union all select paid_at from payments
        union all select issued_at from invoices union all select voided_at from invoices
        union all select held_at from security_deposits union all select returned_at from security_deposits
        union all select updated_at from bookings union all select created_at from guests
        union all select created_at from blocks) happened
      where (moment at time zone 'Europe/Lisbon')::date >= t.today`,
  'an event of a payment that is not the booking’s': `select 1 from team_events e where e.details ? 'payment'
      and not exists (select 1 from payments p where p.booking_id = e.booking_id and p.id::text = e.details ->> 'payment')`,
};

/** The stay from the last night of the first booking to the first night of the second, which only moving makes room for. */
function betweenGuests({ bookings }: Pick<HarbourTeam, 'bookings'>, codes: [string, string]) {
  const [first, second] = codes.map((code) =>
    bookings.find(({ confirmation_code }) => confirmation_code === code),
  );
  if (!first?.check_out || !second?.check_in) throw new Error('The demo has lost a booking.');
  return { check_in: addDays(first.check_out, -1), check_out: addDays(second.check_in, 1), guests: '2' };
}

it.each([
  ['a leap day', '2028-02-29'],
  ['the last day of a year', '2026-12-31'],
  ['clocks put forward', '2027-03-28'],
  ['clocks put back', '2027-10-31'],
  ['Saint Anthony’s', '2027-06-12'],
  ['today', TODAY],
])(
  'the demo team imported on %s (%s) is consistent, unchanged by a second import, and shown',
  async (_name, today) => {
    const world = await openTestApp();
    onTestFinished(() => world.close());
    const rowsOf = async (query: string) => (await world.db.execute(sql.raw(query))).rows;
    world.clock.set(`${today}T00:00:30Z`);
    const team = today === TODAY ? harbourTeam(today) : demoWithoutPictures(today);
    const options = { folder: fileURLToPath(PICTURES_FOLDER) };
    const imported = await importTeamFile(world.services, team, options);
    expect(imported).toMatchObject({ ok: true, notices: [] });

    expect(await violationsIn(world.url)).toEqual([]);
    await rowsOf(`create view team_today as select date '${today}' as today`);
    for (const [what, query] of Object.entries(MUST_BE_NONE))
      expect(await rowsOf(query), `${today}: ${what}`).toEqual([]);
    await rowsOf('drop view team_today');
    for (const table of ['bookings', 'guests', 'listings', 'blocks'] as const)
      expect(await rowsOf(`select count(*)::int from ${table}`)).toEqual([{ count: team[table].length }]);

    const teamId = imported.ok ? imported.teamId : 0;
    const before = await digestOf(world.db, teamId);
    world.clock.set(`${today}T20:00:00Z`);
    expect(await importTeamFile(world.services, team, options)).toMatchObject({ ok: true });
    expect(await digestOf(world.db, teamId)).toEqual(before);

    const { data, meta } = (await world.get('/v1/public/harbour/listings?per_page=100')).json();
    expect(meta.total).toBe(6);
    for (const { photos } of today === TODAY ? data : []) {
      expect(photos.length).toBeGreaterThanOrEqual(2);
      expect(photos[0].original_url).toMatch(/\/media\/harbour\/[0-9a-f]{32}\.webp$/);
      expect(photos[0].is_featured).toBe(true);
    }
    const house = data.find(({ slug }: Json) => slug === 'pier-house');
    expect(house.whole_building).toEqual({ max_guests: 20, bedrooms: 9 });
    expect(Object.fromEntries(house.unit_types.map((type: Json) => [type.slug, type.units_count]))).toEqual({
      'pier-double': 3,
      'pier-family': 2,
      'pier-attic': 2,
    });
    const stay = betweenGuests(team, ['HB7M3WQS', 'HB4N8KTD']);
    const quote = async () => {
      const path = `/v1/public/harbour/listings/pier-attic/availability?${new URLSearchParams(stay)}`;
      const { units_left, reasons } = (await world.get(path)).json().data;
      return [units_left, reasons.some(({ code }: Json) => code === 'dates_unavailable')];
    };
    expect(await quote()).toEqual([1, false]);
    await rowsOf(`update listings set reseating = 'off' where slug = 'pier-attic'`);
    expect(await quote()).toEqual([0, true]);
    for (const hidden of ['ginjal-rooms', 'fishermans-cottage'])
      expect((await world.get(`/v1/public/harbour/listings/${hidden}`)).statusCode).toBe(404);
  },
);
