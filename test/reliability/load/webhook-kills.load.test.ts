/** kill -9 of a server that delivers events to a receiver that fails a third of the time: every event arrives. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, clientOf, type Json, times } from '../../helpers/bookings.ts';
import { randomOf, seed } from '../../helpers/random.ts';
import { until } from '../../helpers/waiting.ts';
import { follow, openReceiver } from '../../options/webhooks/receiver.ts';
import { openLedger, startLoad } from '../booking-load.ts';
import { reportFigures, sized } from '../figures.ts';
import { openPlaces } from '../places.ts';
import { openSharedServers, type Server } from '../servers.ts';

const KILLS = sized(20, 1);
const CLIENTS = 4;
const MOST_WAIT_MS = sized(1_000, 200);
/** How many deliveries to a webhook may be under way or unrecorded at a kill (docs/webhooks.md). */
const MOST_AGAIN = 60;

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const servers = await openSharedServers(world.url);

test('kill -9 while a webhook’s receiver fails a third of the time: every event arrives, in order for each booking', {
  timeout: 600_000,
}, async () => {
  await using receiver = await openReceiver();
  const random = randomOf(seed);
  /** The events that were answered with a success, in that order, and how often. */
  const arrived = new Map<string, { count: number; body: Json }>();
  receiver.behave((response, _nth, { headers, body }) => {
    if (random.share() < 1 / 3) return response.writeHead(500).end();
    const id = String(headers['webhook-id']);
    arrived.set(id, { body, count: (arrived.get(id)?.count ?? 0) + 1 });
    return response.writeHead(204).end();
  });
  const places = await openPlaces(world, { teams: 1, units: 4 });
  const client = clientOf(world, at(places, 0).token);
  const { id } = await follow(client, receiver.url, { types: ['booking.*'] });
  const ledger = openLedger(places);
  const start = () => servers.start({ OUTBOUND_ALLOW: '127.0.0.1' });
  let server: Server = await start();
  for (const kill of times(KILLS, (n) => n)) {
    const before = ledger.acknowledged();
    const load = startLoad({ ledger, port: server.port, clients: CLIENTS, stream: kill, reads: 0 });
    const next = start();
    void next.catch(() => {}); // An earlier failure is reported instead.
    await expect.poll(() => ledger.acknowledged(), { timeout: 60_000 }).toBeGreaterThan(before + CLIENTS);
    await sleep(random.between(0, MOST_WAIT_MS));
    server.child.kill('SIGKILL');
    await load.stop();
    // As if the minute of its lease were over.
    await world.db.execute('update webhooks set leased_until = now()');
    server = await next;
    await ledger.settle(server.port);
  }
  // What failed is due at once, as if the hours until its next try were over. Moments are stored to the second, so
  // `now()` itself could be stored as half a second later, again and again.
  const makeDue = () =>
    world.db.execute(
      `update webhooks set next_attempt_at = now() - interval '1 minute' where lease is null
         and exists (select from webhook_deliveries d where d.webhook_id = webhooks.id and d.status = 'pending')`,
    );
  await until(async () => {
    await world.db.execute(
      "update webhook_deliveries set next_attempt_at = now() - interval '1 minute' where status = 'pending'",
    );
    await makeDue();
    await sleep(200);
    return (await client.read(`/webhooks/${id}`)).behind === 0;
  }, 300_000);

  const events: Json[] = [];
  for (let after = 0, more = true; more; ) {
    const { body } = await client.send('GET', `/events?types=booking.*&limit=500&after=${after}`);
    events.push(...body.data);
    after = body.meta.next;
    more = body.meta.has_more;
  }
  expect([...arrived.keys()].sort()).toEqual(events.map((event) => event.id).sort());
  // The first arrival of an event comes after that of every earlier event of its booking.
  const ofBookings = Map.groupBy([...arrived.values()], ({ body }) => body.data.booking_id);
  for (const arrivals of ofBookings.values()) {
    const positions = arrivals.map(({ body }) => body.data.position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  }
  const again = [...arrived.values()].reduce((sum, { count }) => sum + count - 1, 0);
  expect(again).toBeLessThanOrEqual(KILLS * MOST_AGAIN);
  reportFigures('webhook-kills', {
    load: `${CLIENTS} clients that book, change and cancel as fast as they are answered, and a webhook`,
    faults: `${KILLS} times kill -9 of the server; the receiver answers 500 a third of the time`,
    acknowledged: ledger.acknowledged(),
    lost: 0,
    refused: ledger.count(422, 503),
    seen: `All ${events.length.toLocaleString('en')} events arrived, those of one booking in their order; ${again} of them twice, because they were under way at a kill.`,
  });
});
