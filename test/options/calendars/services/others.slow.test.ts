import { expect, it } from 'vitest';
import { toNights } from '../../../../src/options/calendars/domain/nights.ts';
import { openTestApp } from '../../../helpers/app.ts';
import { at, clientOf, expectSound, type Inn, openInn, times } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { openChannel } from './channel.ts';

const options = { outbound: { allow: ['127.0.0.1'] } };
const blocksOf = async (inn: Inn) => (await inn.send('GET', '/blocks?per_page=100')).body.data;

it('a lapsed hold makes room for a feed’s event, and is in no calendar', async () => {
  const world = await openTestApp(options);
  await using channel = await openChannel();
  const inn = await openInn(world);
  const unit_id = at(inn.units, 0).id;
  const { url } = await inn.data(inn.send('POST', `/units/${unit_id}/calendar`), 201);
  const feed = await inn.data(
    inn.send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: channel.url }),
    201,
  );
  const refresh = () => inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
  const calendar = async () => (await world.get(new URL(url).pathname)).body;
  const hold = await inn.book({ status: 'pending', expires_in: 30 });
  channel.have({ uid: 'a', start: day(2), end: day(6) });
  expect((await refresh()).conflicts).toMatchObject([{ with: { booking_id: hold.id, block_id: null } }]);
  expect(await calendar()).toContain(hold.id);
  world.clock.set('2031-05-05T10:30:00Z');
  expect(await calendar()).not.toContain(hold.id);
  expect(await refresh()).toMatchObject({ status: 'ok', conflicts: [] });
  expect(await blocksOf(inn)).toMatchObject([{ start_date: day(2), end_date: day(6) }]);
  expect(await inn.read(`/bookings/${hold.id}`)).toMatchObject({
    status: 'cancelled',
    cancellation_reason: 'expired',
  });
  await expectSound(world);
  await world.close();
});

it('a unit and a listing can be deleted together with a calendar address and a feed that took no nights', async () => {
  const world = await openTestApp(options);
  await using channel = await openChannel();
  const inn = await openInn(world, { units: ['A', 'B'] });
  const publish = (unit: string) => inn.data(inn.send('POST', `/units/${unit}/calendar`), 201);
  for (const { id: unit_id } of inn.units) {
    await publish(unit_id);
    await inn.data(inn.send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: channel.url }), 201);
  }
  expect((await inn.send('DELETE', `/units/${at(inn.units, 0).id}`)).status).toBe(204);
  expect((await inn.send('GET', '/calendar-feeds')).body.meta.total).toBe(1);
  expect((await inn.send('DELETE', `/listings/${inn.listing.id}`)).status).toBe(204);
  expect((await inn.send('GET', '/calendar-feeds')).body.meta.total).toBe(0);
  await world.close();
});

const ALL_NIGHTS = { from: -Infinity, to: Infinity };

it('while bookings are made, readings of a feed block every night of its events or list one conflict each', async () => {
  const world = await openTestApp({ ...options, poolMax: 10 });
  const second = await openTestApp({ ...options, url: world.url, poolMax: 10 });
  await using channel = await openChannel();
  const inn = await openInn(world);
  const unit_id = at(inn.units, 0).id;
  const feed = await inn.data(
    inn.send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: channel.url }),
    201,
  );
  const stays = times(20, (nth) => ({ uid: `${nth}`, start: day(nth * 4), end: day(nth * 4 + 3) }));
  channel.have(...stays);
  const booked: string[] = [];
  const patient = [world, second].map((one) => clientOf(one, inn.token, 20));
  let next = 0;
  /** A client that sends one request after the other, of all that there are. */
  const client = async (): Promise<void> => {
    while (next < 60) {
      const nth = next;
      next += 1;
      if (nth % 6 === 0) {
        const reader = at(patient, (nth / 6) % 2);
        expect((await reader.send('POST', `/calendar-feeds/${feed.id}/refresh`)).status).toBe(200);
        continue;
      }
      const from = (nth * 7) % 78;
      const booking = inn.newBooking({ check_in: day(from), check_out: day(from + 2) });
      const answer = await at(patient, nth % 2).send('POST', '/bookings', booking);
      if (answer.status === 201) booked.push(answer.body.data.id);
      expect([201, 422]).toContain(answer.status);
    }
  };
  await Promise.all(times(20, client));
  const read = await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
  const nightsOf = async () => {
    const taken = (await inn.send('GET', `/occupancies?from=${day(0)}&to=${day(80)}&per_page=100`)).body.data;
    return toNights(
      taken.map((one: Record<string, string>) => ({ startDate: one.start_date, endDate: one.end_date })),
      ALL_NIGHTS,
    );
  };
  const feedNights = toNights(
    stays.map(({ start, end }) => ({ startDate: start, endDate: end })),
    ALL_NIGHTS,
  );
  expect(feedNights.isSubsetOf(await nightsOf())).toBe(true);
  for (const conflict of read.conflicts) expect(booked).toContain(conflict.with.booking_id);
  const events = (await inn.send('GET', '/events?types=calendar_feed.*&limit=500')).body.data;
  expect(events.map(({ data }: { data: { start_date: string } }) => data.start_date).toSorted()).toEqual(
    read.conflicts.map(({ start_date }: { start_date: string }) => start_date).toSorted(),
  );
  for (const id of booked) await inn.cancel(id);
  expect((await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`))).conflicts).toEqual([]);
  expect(await blocksOf(inn)).toHaveLength(20);
  await expectSound(world);
  await second.close();
  await world.close();
});
