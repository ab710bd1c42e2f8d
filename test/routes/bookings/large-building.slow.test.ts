/** A building of 11,000 units, which the limits allow. No statement may have a parameter for each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { openBuilding } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const UNIT_TYPES = 22;
const UNITS_PER_TYPE = 500;

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

test('a building with many units is offered, booked as a whole, changed, cancelled, blocked and freed', async () => {
  const { id } = hotel.listing;
  const stay = { check_in: day(0), check_out: day(4) };
  const nights = `start_date=${day(0)}&end_date=${day(3)}`;
  async function expectOffered(available: boolean) {
    const offer = await hotel.quote(id, { ...stay, guests: 2 });
    expect(offer.body.data).toMatchObject({ available });
    const calendar = await hotel.read(`/listings/${id}/calendar?${nights}`);
    expect(calendar).toMatchObject(Array.from({ length: 4 }, () => ({ available })));
  }
  await expectOffered(true);
  const booking = await hotel.book(stay);
  await expectOffered(false);
  expect(await hotel.change(booking.id, { check_in: day(1) })).toMatchObject({
    status: 200,
  });
  expect(await hotel.cancel(booking.id)).toMatchObject({ status: 200 });
  await expectOffered(true);
  const block = { listing_id: id, start_date: day(0), end_date: day(4) };
  const blocked = await hotel.send('POST', '/blocks', block);
  expect(blocked).toMatchObject({ status: 201, body: { data: { length: UNIT_TYPES * UNITS_PER_TYPE } } });
  await expectOffered(false);
}, 240_000);
