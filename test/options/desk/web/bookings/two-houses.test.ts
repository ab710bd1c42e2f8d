/** Kinds of rooms of the same name are named with their building (docs/rules.md, 21.18). */

import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildListing, buildUnit, day } from '../../../../helpers/factories.ts';
import { openDesk } from '../../../../helpers/pages.ts';
import { buildCalendarFeed } from '../../../calendars/feed-row.ts';

const world = await openSharedApp();
const [NORTH, SOUTH] = ['Double room, in House North', 'Double room, in House South'];

/** A team with two houses, each with a double room, and a booking in the northern one. */
async function openHouses() {
  world.clock.set(`${day(0)}T09:00:00Z`);
  const desk = await openDesk(world);
  const teamId = desk.team.id;
  async function build(title: string) {
    const house = await buildListing(world, { teamId, kind: 'building', publicTitle: title });
    const room = await buildListing(world, {
      teamId,
      kind: 'unit_type',
      buildingId: house.id,
      publicTitle: 'Double room',
    });
    const unit = await buildUnit(world, { teamId, listingId: room.id, name: '1' });
    return { house, room, unit };
  }
  const [north, south] = [await build('House North'), await build('House South')];
  const stay = { check_in: day(0), check_out: day(2), number_of_guests: 2 };
  const body = { ...stay, listing_id: north.room.id, guest: { name: 'Bea Lind' } };
  const booking = await desk.client.data(desk.client.send('POST', '/bookings', body), 201);
  return { ...desk, north, south, booking };
}

test('every page that names a kind of room names its building too', async () => {
  const { visitor, base, booking, north, south, team } = await openHouses();
  const teamId = team.id;
  const feed = await buildCalendarFeed(world, { teamId, unitId: south.unit.id, name: 'Airbnb' });
  const stay = `check_in=${day(4)}&check_out=${day(6)}&adults=2`;
  for (const [path, ...names] of [
    ['today', NORTH],
    ['today/cleaning?day=week', NORTH],
    ['money', NORTH],
    ['bookings?from=', NORTH],
    [`bookings/${booking.id}`, NORTH],
    [`bookings/${booking.id}/change`, NORTH, SOUTH],
    [`bookings/${booking.id}/cancel`, NORTH],
    [`guests/${booking.guest.id}`, NORTH],
    [`bookings/new?${stay}`, NORTH, SOUTH],
    [`bookings/new?${stay}&listing=${south.room.id}`, SOUTH],
    ['prices', NORTH, SOUTH],
    ['calendar-feeds', SOUTH],
    [`calendar-feeds/${feed.id}`, SOUTH],
    [`calendar/units/${north.unit.id}`, NORTH],
    [`calendar/units/${north.unit.id}/address`, NORTH],
  ] as [string, ...string[]][]) {
    const page = await visitor.get(`${base}/${path}`);
    expect([path, page.statusCode]).toEqual([path, 200]);
    for (const name of names) expect([path, page.body.includes(name)]).toEqual([path, true]);
  }
});

test('a booking that moves to a room of the same name in another house is shown to move', async () => {
  const { visitor, base, booking, south, client } = await openHouses();
  const path = `${base}/bookings/${booking.id}`;
  await visitor.get(`${path}/change`);
  const change = {
    listing_id: south.room.id,
    check_in: day(0),
    check_out: day(2),
    adults: '2',
    step: 'preview',
  };
  const shown = await visitor.post(`${path}/change`, change);
  expect(shown.body).toContain(`<dt>Place</dt><dd><del>${NORTH}</del> <ins>${SOUTH}</ins></dd>`);
  const moved = { listing_id: south.room.id };
  await client.data(client.send('PUT', `/bookings/${booking.id}`, moved));
  expect((await visitor.get(path)).body).toContain(`${NORTH} → ${SOUTH}`);
});

test('a building that is not booked as a whole has no price of its own in the list of prices', async () => {
  const { visitor, base } = await openHouses();
  const { body } = await visitor.get(`${base}/prices`);
  expect(body.match(/by its rooms/g)).toHaveLength(2);
});

test('the booking site names the building in its title and without JavaScript', async () => {
  const { visitor, team, south } = await openHouses();
  const { body } = await visitor.get(`/site/${team.slug}/${south.room.slug}`);
  expect(body).toContain(`<title>${SOUTH} · `);
  expect(body).toContain(`<h1>${SOUTH}</h1>`);
});

test('in the calendar, a place of its own is apart from the building above it', async () => {
  const { visitor, base } = await openHouses();
  const { body } = await visitor.get(`${base}/calendar`);
  const rows = [
    ...body.matchAll(/class="(cal-building|cal-end|cal-row cal-listing|cal-row cal-unit cal-only)"/g),
  ].map(([, name]) => name);
  expect(rows).toEqual([
    'cal-building',
    'cal-row cal-unit cal-only',
    'cal-building',
    'cal-row cal-unit cal-only',
    'cal-end',
    'cal-row cal-listing',
  ]);
});
