/** A building is sold as a whole while its units are sold one by one. Only one of both succeeds, without deadlocks. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectCalm, type Json, openBuilding, times } from '../../helpers/bookings.ts';
import { type AcknowledgedWrite, lostWritesIn } from '../../helpers/invariants.ts';
import { seed } from '../../helpers/random.ts';
import { isFull, reportFigures, sized } from '../figures.ts';
import { dayAhead, expectAnswered, figuresOf, type Load, warmUp, withServers } from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });

const CLIENTS = 20;
const BOOKINGS = sized(1_000, 60);
const TYPES = { Doubles: times(6, (n) => `Double ${n}`), Singles: times(4, (n) => `Single ${n}`) };
const UNITS = 10;
const P99_MS = 250;

const wish = fc.record({
  /** The building, or one of its two unit types. */
  which: fc.nat(2),
  night: fc.nat(sized(40, 8)),
  nights: fc.integer({ min: 1, max: 3 }),
  /** Most are cancelled at once, so that something is always free. */
  isBrief: fc.constantFrom(false, ...times(7, () => true)),
});

test('when a building and its units are booked at once, no night is sold twice, and no requests deadlock', async () => {
  const inn = await openBuilding(world, TYPES);
  const listingIds = [inn.listing, ...inn.unitTypes].map(({ id }) => id);
  const load: Load = { statuses: [], waitedMs: [] };
  const made: Json[] = [];
  const writes: AcknowledgedWrite[] = [];
  const wishes = fc.sample(wish, { seed, numRuns: BOOKINGS, unbiased: true }).values();
  await withServers(world, 2, async (openClients) => {
    await warmUp(world, openClients);
    await Promise.all(
      openClients(inn.token, CLIENTS, load).map(async (client) => {
        for (const { which, night, nights, isBrief } of wishes) {
          const listing_id = at(listingIds, which);
          const stay = { listing_id, check_in: dayAhead(night), check_out: dayAhead(night + nights) };
          const { status, body } = await client.send('POST', '/bookings', inn.newBooking(stay));
          if (status !== 201) continue;
          made.push(body.data);
          writes.push({ booking: body.data.id, type: 'booking.created' });
          if (!isBrief) continue;
          expect((await client.send('POST', `/bookings/${body.data.id}/cancel`)).status).toBe(200);
          writes.push({ booking: body.data.id, type: 'booking.cancelled' });
        }
      }),
    );
  });
  expectAnswered(load);
  expect(load.statuses.filter((status) => ![200, 201, 422, 503].includes(status))).toEqual([]);
  const wholes = made.filter(({ whole_building }) => whole_building);
  // In a small run, either kind may find nothing free.
  if (isFull) expect(Math.min(wholes.length, made.length - wholes.length)).toBeGreaterThan(0);

  await expectCalm(
    world,
    made.map(({ id }) => id),
  );
  expect(await lostWritesIn(world.url, inn.teamId, writes)).toEqual([]);
  const { rows } = await world.db.execute(
    `select from bookings b join occupancies o on o.booking_id = b.id where b.whole_building
     group by b.id having count(*) <> ${UNITS}`,
  );
  expect(rows).toEqual([]);
  const figures = figuresOf(load);
  if (isFull) expect(figures.p99Ms).toBeLessThan(P99_MS);
  reportFigures('building-and-units', {
    load: `${CLIENTS} clients, ${BOOKINGS} bookings wanted, a building of ${UNITS} units, two server processes`,
    ...figures,
    lost: 0,
    seen: `No deadlock. ${wholes.length} times the building, ${made.length - wholes.length} times a unit; seven of eight cancelled again at once.`,
  });
});
