import { expect, it } from 'vitest';
import { assignPositions, listEventFeed } from '../../../src/db/queries/events/feed.ts';
import { TEAM_EVENT_TYPES } from '../../../src/domain/events.ts';
import { numberEvents } from '../../../src/services/team/feed.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, type Json, openInn, times } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { followFeed as follow } from './follow-feed.ts';

const world = await openSharedApp();
const token = { type: 'token', name: 'Back office' };

it('the event feed lists what happened, in order, without any data about guests', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const secret = 'Canary-9f3';
  const guest = { name: secret, email: `${secret}@example.com`, phone: '+1 555 9393' };
  const made = await inn.book({ status: 'pending', guest, notes: secret });
  await inn.data(inn.confirm(made.id));
  await inn.data(inn.change(made.id, { check_out: day(5), notes: `${secret} 2`, guest: { phone: null } }));
  const { payments } = await inn.folio(made.id);
  await inn.data(inn.send('PUT', `/bookings/${made.id}/payments/${payments[0].id}`, { status: 'paid' }));
  await inn.data(inn.cancel(made.id, { reason: secret }));
  const [block] = await inn.data(
    inn.send('POST', '/blocks', {
      listing_id: inn.listing.id,
      unit_id: at(inn.units, 0).id,
      start_date: day(8),
      end_date: day(9),
      reason: secret,
    }),
    201,
  );
  await inn.send('DELETE', `/blocks/${block.id}`);
  const other = await inn.data(inn.send('POST', '/guests', { name: secret, notes: secret }), 201);
  await inn.data(inn.send('PUT', `/guests/${other.id}`, { name: `${secret} 2` }));
  await inn.data(inn.send('PUT', `/guests/${other.id}`, { name: `${secret} 2` }));

  const events = await follow(inn);
  const tokenEvent = (type: string, data: object) => ({ type, actor: token, data });
  const booking = (type: string, status: string, changed: string[], more: object = {}) =>
    tokenEvent(`booking.${type}`, {
      booking_id: made.id,
      confirmation_code: made.confirmation_code,
      listing_id: inn.listing.id,
      unit_id: at(inn.units, 0).id,
      status,
      check_in: day(0),
      check_out: day(5),
      changed,
      ...more,
    });
  const nights = { start_date: day(8), end_date: day(9) };
  const ofBlock = { block_id: block.id, listing_id: inn.listing.id, unit_id: at(inn.units, 0).id, ...nights };
  const ofGuest = (id: string, ...changed: string[]) => ({ guest_id: id, changed });
  const all = events.map(({ type, actor, data }) => ({ type, actor, data }));
  // All of it happened in one second, in which a booking's own order holds.
  const total = made.grand_total;
  const newTotal = (total / 4) * 5;
  const price = { currency: 'EUR', grand_total: newTotal };
  expect(all.filter(({ type }) => type.startsWith('booking.'))).toEqual([
    booking('created', 'pending', [], {
      check_out: day(4),
      source: made.source,
      external_reference: made.external_reference,
      currency: 'EUR',
      grand_total: total,
    }),
    booking('confirmed', 'confirmed', ['status'], {
      check_out: day(4),
      currency: 'EUR',
      grand_total: total,
    }),
    booking('changed', 'confirmed', ['check_out', 'accommodation_total', 'grand_total', 'notes', 'guest'], {
      previous_check_out: day(4),
      ...price,
      previous_grand_total: total,
    }),
    booking('folio_changed', 'confirmed', ['payment'], {
      changes: [
        {
          kind: 'payment',
          id: payments[0].id,
          status_before: 'scheduled',
          status_after: 'paid',
          amount: newTotal,
          refunded_amount: 0,
        },
      ],
      paid_total: newTotal,
      balance_due: 0,
    }),
    booking('cancelled', 'cancelled', ['status'], price),
  ]);
  expect(all.filter(({ type }) => !/^(booking|token)/.test(type))).toEqual([
    tokenEvent('guest.created', ofGuest(made.guest.id)),
    tokenEvent('guest.changed', ofGuest(made.guest.id, 'phone')),
    tokenEvent('block.created', ofBlock),
    tokenEvent('block.deleted', ofBlock),
    tokenEvent('guest.created', ofGuest(other.id)),
    tokenEvent('guest.changed', ofGuest(other.id, 'name')),
  ]);
  expect(events.map(({ position }) => position)).toEqual(times(events.length, (n) => n + 1));
  expect(events[0]).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: '2031-05-05T10:00:00+00:00',
  });
  expect(JSON.stringify(events)).not.toContain(secret);

  const kinds = async (types: string) => (await follow(inn, { types })).map(({ type }) => type);
  expect(await kinds('block.*')).toEqual(['block.created', 'block.deleted']);
  expect(await kinds('booking.cancelled,block.created')).toEqual(['booking.cancelled', 'block.created']);
  const nothingNew = await inn.send('GET', `/events?after=${events.length}`);
  expect(nothingNew.body).toEqual({ data: [], meta: { next: events.length, has_more: false } });
});

it('an event of a change has the dates from before, and only those that have changed', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  await inn.data(inn.change(id, { check_in: day(1) }));
  await inn.data(inn.change(id, { check_in: day(2), check_out: day(6) }));
  await inn.data(inn.change(id, { notes: 'Late.' }));
  const changes = (await follow(inn, { types: 'booking.changed' })).map(({ data }) => [
    data.check_in,
    data.check_out,
    data.previous_check_in ?? null,
    data.previous_check_out ?? null,
  ]);
  expect(changes).toEqual([
    [day(1), day(4), day(0), null],
    [day(2), day(6), day(1), day(4)],
    [day(2), day(6), null, null],
  ]);
});

it('a booking’s events keep their order in the feed even if their ids do not rise', async () => {
  const inn = await openInn(world);
  const made = await inn.book();
  await inn.data(inn.change(made.id, { check_out: day(5) }));
  await inn.data(inn.change(made.id, { check_out: day(6) }));
  await inn.data(inn.cancel(made.id));
  // As processes write them whose clocks differ by less than a second.
  await world.db.execute(`
    update team_events set id = ('ffffffff-ffff-7fff-8fff-' || lpad((9 - number)::text, 12, '0'))::uuid
    where booking_id = '${made.id}'`);
  const events = await follow(inn, { types: 'booking.*' });
  expect(events.map(({ type, data }) => [type, data.check_out])).toEqual([
    ['booking.created', day(4)],
    ['booking.changed', day(5)],
    ['booking.changed', day(6)],
    ['booking.cancelled', day(6)],
  ]);
  const own = await inn.events(made.id);
  expect(events.map(({ id }) => id)).toEqual(own.map(({ id }: Json) => id));
});

it('a booking for an existing guest has no guest.created event', async () => {
  const inn = await openInn(world);
  const guest = await inn.data(inn.send('POST', '/guests', { name: 'Bea Lind' }), 201);
  await inn.book({ guest: undefined, guest_id: guest.id });
  const events = await follow(inn, { types: 'guest.*,booking.*' });
  expect(events.map(({ type }) => type)).toEqual(['guest.created', 'booking.created']);
});

it('a reader of the event feed sees every event once without a gap, while many write', async () => {
  const inn = await openInn(world);
  const writers = times(6, async (writer) => {
    for (let n = 0; n < 5; n += 1)
      await inn.data(inn.send('POST', '/guests', { name: `Guest ${writer} ${n}` }), 201);
  });
  let isWriting = true;
  const readers = times(3, async () => {
    const positions: number[] = [];
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting;
      const events = await follow(inn, { after: positions.length, limit: 4 });
      positions.push(...events.map(({ position }) => position));
    }
    return positions;
  });
  await Promise.all(writers);
  isWriting = false;
  for (const positions of await Promise.all(readers)) expect(positions).toEqual(times(31, (n) => n + 1));
});

it('the event feed gives every event a position, in several steps if there are many', async () => {
  const inn = await openInn(world);
  const happen = (count: number) =>
    Promise.all(times(count, (n) => inn.data(inn.send('POST', '/guests', { name: `Guest ${n}` }), 201)));
  const feed = async () =>
    (await listEventFeed(world.db, inn.teamId, { after: 0, limit: 99 })).map(({ position }) => position);
  const giveAll = () => world.db.transaction((tx) => assignPositions(tx, inn.teamId, 3));
  expect(await feed()).toEqual([]);
  await happen(7);
  await numberEvents({ ...world.services, teamId: inn.teamId }, 3);
  expect(await feed()).toEqual(times(8, (n) => n + 1));
  // The last step finds as many as one gives a position, and then fewer.
  for (const last of [8, 14, 21]) {
    await happen(last - (await feed()).length);
    expect([await giveAll(), await feed()]).toEqual([last, times(last, (n) => n + 1)]);
  }
});

it('the event feed refuses a position that lies ahead of it, as after the restore of an older database', async () => {
  const inn = await openInn(world);
  await inn.book();
  const end = (await inn.send('GET', '/events?limit=500')).body.meta.next;
  for (const accept of ['application/json', 'text/csv']) {
    const read = (query: string) =>
      world.app.inject({
        url: `/v1/events?${query}`,
        headers: { accept, authorization: `Bearer ${inn.token}` },
      });
    for (const query of [`after=${end}`, `after=${end - 1}&types=block.*`])
      expect((await read(query)).statusCode).toBe(200);
    for (const after of [end + 1, 99_999_999]) {
      const refused = await read(`after=${after}`);
      expect([refused.statusCode, refused.json().codes]).toEqual([422, { after: ['too_large'] }]);
    }
  }
});

it('the event feed refuses a wrong parameter under its name', async () => {
  const inn = await openInn(world);
  const errors = async (query: string) => {
    const { status, body } = await inn.send('GET', `/events?${query}`);
    return [status, Object.keys(body.errors)];
  };
  for (const types of ['booking.lost', 'booking', '*', 'booking.created,', 'bookings.*'])
    expect(await errors(`types=${types}`)).toEqual([422, ['types']]);
  expect(await errors('after=-1&limit=501')).toEqual([422, ['after', 'limit']]);
  expect(await errors('limit=0')).toEqual([422, ['limit']]);
  expect((await inn.send('GET', `/events?types=${TEAM_EVENT_TYPES.join(',')}&limit=500`)).status).toBe(200);
});
