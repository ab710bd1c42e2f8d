/** Readings of calendar feeds in several processes, while their clients book the same nights. */
import { expect, test } from 'vitest';
import { listDatesBetween } from '../../../src/domain/dates/dates.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectCalm, type Inn, type Json, openInn, times } from '../../helpers/bookings.ts';
import { randomOf, seed } from '../../helpers/random.ts';
import { openChannel } from '../../options/calendars/services/channel.ts';
import { reportFigures, sized } from '../figures.ts';
import { dayAhead, expectAnswered, figuresOf, type Load, type StormClient, withServers } from '../storm.ts';

const CLIENTS = sized(20, 8);
const READERS = 4;
const REQUESTS = sized(40, 6);
const ROUNDS = sized(20, 2);
const EVENTS = 30;
const DAYS = EVENTS * 4;

const world = await openSharedApp({ poolMax: 1 });

type Booked = { id: string; nights: string[] };

/** One client after the other books, or reads the feed, until all have sent their requests. */
async function round(inn: Inn, feed: string, clients: StormClient[], random: ReturnType<typeof randomOf>) {
  const booked: Booked[] = [];
  await Promise.all(
    clients.map(async (client, nth) => {
      for (let request = 0; request < REQUESTS; request += 1) {
        if (nth < READERS) {
          await client.send('POST', `/calendar-feeds/${feed}/refresh`);
          continue;
        }
        const from = random.between(0, DAYS - 3);
        const stay = { check_in: dayAhead(from), check_out: dayAhead(from + 2) };
        const { status, body } = await client.send('POST', '/bookings', inn.newBooking(stay));
        if (status === 201)
          booked.push({ id: body.data.id, nights: listDatesBetween(stay.check_in, stay.check_out) });
      }
    }),
  );
  return booked;
}

test('when calendars are read in two processes while their nights are booked, no night is sold twice', {
  timeout: 600_000,
}, async () => {
  await using channel = await openChannel();
  const random = randomOf(seed);
  const load: Load = { statuses: [], waitedMs: [] };
  let conflicts = 0;
  await withServers(
    world,
    2,
    async (openClients) => {
      for (let nth = 0; nth < ROUNDS; nth += 1) {
        const inn = await openInn(world);
        const events = times(EVENTS, (one) => {
          const start = one * 4 + random.between(0, 1);
          return { uid: `${one}`, start: dayAhead(start), end: dayAhead(start + random.between(1, 3)) };
        });
        channel.have(...events);
        const clients = openClients(inn.token, CLIENTS, load);
        const client = at(clients, 0);
        const body = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
        const { body: made } = await client.send('POST', '/calendar-feeds', body);
        const booked = await round(inn, made.data.id, clients, random);
        const refresh = async (): Promise<Json> =>
          (await client.send('POST', `/calendar-feeds/${made.data.id}/refresh`)).body.data;
        const read = await refresh();
        expect(read).toMatchObject({ status: 'ok', events: EVENTS });
        const listBlockedNights = async (): Promise<string[]> => {
          const { body } = await client.send('GET', '/blocks?per_page=100');
          return body.data
            .flatMap((block: Json) => listDatesBetween(block.start_date, block.end_date))
            .toSorted();
        };
        const sold = events.flatMap(({ start, end }) => listDatesBetween(start, end)).toSorted();
        const taken = new Set(booked.flatMap(({ nights }) => nights));
        // Of an event whose nights are partly booked, the others are blocked.
        expect(await listBlockedNights()).toEqual(sold.filter((night) => !taken.has(night)));
        const ids = booked.map(({ id }) => id);
        for (const conflict of read.conflicts) expect(ids).toContain(conflict.with.booking_id);
        const feedEvents = await client.send('GET', '/events?types=calendar_feed.*&limit=500');
        const startsOf = (list: Json[]): string[] => list.map((one) => one.start_date).toSorted();
        expect(startsOf(feedEvents.body.data.map(({ data }: Json) => data))).toEqual(
          startsOf(read.conflicts),
        );
        for (const id of ids) await client.send('POST', `/bookings/${id}/cancel`);
        expect((await refresh()).conflicts).toEqual([]);
        expect(await listBlockedNights()).toEqual(sold);
        conflicts += read.conflicts.length;
      }
    },
    { OUTBOUND_ALLOW: '127.0.0.1', CALENDAR_MINUTES: '0' },
  );
  expectAnswered(load);
  await expectCalm(world);
  reportFigures('calendar-feeds', {
    ...figuresOf(load),
    load: `${ROUNDS} times ${CLIENTS} clients of two processes × ${REQUESTS} requests, of which ${READERS} read the feed and the others book`,
    seen: `Of ${EVENTS * ROUNDS} events every night that was free was taken; there were ${conflicts} conflicts, each told once, and gone with its booking.`,
  });
});
