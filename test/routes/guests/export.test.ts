import { expect, it } from 'vitest';
import { exportGuest } from '../../../src/services/guests/export.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, type Json, openInn } from '../../helpers/bookings.ts';
import { buildBooking, buildGuest, buildPhoto } from '../../helpers/factories.ts';

const world = await openSharedApp();
const BOOKINGS = 120;
const EVENTS = 1_203;

/** A guest with many bookings, three of the same moment each, one of which has many events. */
async function openMany() {
  const inn = await openInn(world, { units: [] });
  const { teamId } = inn;
  const guest = await buildGuest(world, { teamId, name: 'Bea "Often" Lind' });
  await buildPhoto(world, { teamId, listingId: inn.listing.id });
  const createdAt = new Date('2021-01-05T14:00:00Z');
  const first = { teamId, guestId: guest.id, createdAt };
  await buildBooking(world, { ...first, listingId: inn.listing.id });
  await buildBooking(world, first);
  // Copies of the second, without the nights that they would take from each other.
  const { rows } = await world.db.execute<{ id: string }>(`
    insert into bookings select copy.* from bookings b, generate_series(2, ${BOOKINGS - 1}) n,
      jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'confirmation_code', 'COPY' || n,
        'created_at', b.created_at + n / 3 * interval '1 minute')) copy
    where b.team_id = ${teamId} and b.listing_id <> '${inn.listing.id}'
    returning id`);
  const busyId = at(rows, 5).id;
  await world.db.execute(`
    insert into team_events (team_id, booking_id, number, id, type, in_feed, actor_type, actor_name, data, details, created_at)
    select ${teamId}, '${busyId}', n, gen_random_uuid(), 'booking.changed', false, 'token', 'T', '{}', '{}', now()
    from generate_series(100, ${99 + EVENTS}) as n`);
  return { ...inn, guest, busyId };
}

it('a guest with many bookings and events is exported completely, as a stream', async () => {
  const inn = await openMany();
  const { teamId, guest, busyId } = inn;
  const answer = await inn.send('GET', `/guests/${guest.id}/export`);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
  // Its length is not known when it begins.
  expect(answer.headers['content-length']).toBeUndefined();
  const { data } = answer.body;
  expect(data.guest).toEqual(await inn.read(`/guests/${guest.id}`));
  const listed: Json[] = [];
  for (const page of [1, 2])
    listed.push(...(await inn.read(`/bookings?guest_id=${guest.id}&per_page=100&page=${page}`)));
  const bookings = data.bookings.map(({ folio, events, ...booking }: Json) => booking);
  expect(bookings).toEqual(listed.toReversed());
  for (const { id, folio, events } of [at<Json>(data.bookings, 0), at<Json>(data.bookings, 119)])
    expect({ folio, events }).toEqual({ folio: await inn.folio(id), events: await inn.events(id) });
  const busy = data.bookings.find(({ id }: Json) => id === busyId);
  expect(busy.events).toHaveLength((await inn.send('GET', `/bookings/${busyId}/events`)).body.meta.total);
  expect(busy.events.length).toBeGreaterThanOrEqual(EVENTS);

  // Nothing is read before it is taken.
  const exported = await exportGuest(createSystemScope(world.services, teamId), guest.id);
  const taken = exported?.bookings[Symbol.asyncIterator]();
  const take = async (count: number) => {
    const { statements } = await world.statements.during(async () => {
      for (let n = 0; n < count; n += 1) expect((await taken?.next())?.value).toBeDefined();
    });
    return statements.length;
  };
  const first = await take(1);
  expect(first).toBeGreaterThan(0);
  expect(await take(60)).toBeGreaterThan(first);
});

it('a short export of a guest has a content length, and a guest without bookings can be exported', async () => {
  const inn = await openInn(world);
  const { id } = await buildGuest(world, { teamId: inn.teamId });
  const answer = await inn.send('GET', `/guests/${id}/export`);
  expect(answer.body).toEqual({
    data: { guest: await inn.read(`/guests/${id}`), bookings: [], messages: [] },
  });
  expect(Number(answer.headers['content-length'])).toBe(answer.text.length);
});
