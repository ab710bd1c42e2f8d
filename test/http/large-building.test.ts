/** A building of 11,000 units, which the limits allow: no statement may have a parameter for each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { expectSound, openBuilding } from '../support/bookings.ts';
import { busyness } from '../support/busyness.ts';
import { day } from '../support/factories.ts';

const UNIT_TYPES = 22;
const UNITS_PER_TYPE = 500;
/** No statement may come near the server's deadline of 5 s. */
const WITHIN_MS = 4_000;

let world: TestApp;
let hotel: Awaited<ReturnType<typeof openBuilding>>;
beforeAll(async () => {
  world = await openTestApp();
  const types = Array.from({ length: UNIT_TYPES }, (_, n) => [`Type ${n}`, []] as const);
  hotel = await openBuilding(world, Object.fromEntries(types));
  await world.db.execute(
    `insert into units (team_id, id, listing_id, name, active)
     select team_id, gen_random_uuid(), id, 'Unit ' || n, true
     from listings, generate_series(1, ${UNITS_PER_TYPE}) n
     where team_id = ${hotel.teamId} and kind = 'unit_type'`,
  );
  await world.db.execute('analyze units');
}, 120_000);
afterAll(() => world.close());

async function timely<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const startedAt = Date.now();
  const result = await work;
  process.stderr.write(what+' '+(Date.now()-startedAt)+'\n');
  expect.soft(Date.now() - startedAt, what).toBeLessThan(WITHIN_MS * busyness());
  return result;
}

test('it is offered, booked as a whole, changed and cancelled, blocked and freed', async () => {
  const { listing, client } = { ...hotel, client: hotel };
  const stay = { check_in: day(0), check_out: day(4) };
  const offer = () => timely('availability', client.quote(listing.id, { ...stay, guests: 2 }));
  const calendar = async () => {
    const dates = `start_date=${day(0)}&end_date=${day(5)}`;
    const { data } = (
      await timely('calendar', client.send('GET', `/listings/${listing.id}/calendar?${dates}`))
    ).body;
    return data;
  };
  expect((await offer()).body.data).toMatchObject({ available: true });
  console.log(JSON.stringify(await calendar()).slice(0,600));

  const booking = await timely('booking', client.book({ ...stay }));
  expect((await offer()).body.data).toMatchObject({ available: false });
  const changed = await timely('change', client.change(booking.id, { check_in: day(1) }));
  expect(changed.status).toBe(200);
  expect((await timely('cancel', client.cancel(booking.id))).status).toBe(200);
  expect((await offer()).body.data).toMatchObject({ available: true });

  const block = { listing_id: listing.id, start_date: day(0), end_date: day(4) };
  const blocked = await timely('block', client.send('POST', '/blocks', block));
  expect(blocked.status).toBe(201);
  expect(blocked.body.data).toHaveLength(UNIT_TYPES * UNITS_PER_TYPE);
  expect((await offer()).body.data).toMatchObject({ available: false });
  await expectSound(world);
}, 240_000);
