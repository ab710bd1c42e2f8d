/** A unit type that takes as many pets as its building (docs/rules.md, 23.5). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const PLACE = { title: 'House', currency: 'EUR', timezone: 'Europe/Lisbon' };

/** A building that takes two pets, with a kind of room that has one unit. */
async function openHouse(room: object) {
  const inn = await openInn(world);
  const add = (path: string, body: object) => inn.data(inn.send('POST', path, body), 201);
  const put = (id: string, body: object) => inn.data(inn.send('PUT', `/listings/${id}`, body));
  const house = await add('/listings', {
    kind: 'building',
    public_title: PLACE.title,
    max_guests: 8,
    max_pets: 2,
    rates: { nightly: 50_000 },
  });
  const kind = await add('/listings', {
    kind: 'unit_type',
    building_id: house.id,
    public_title: 'Room',
    max_guests: 4,
    rates: { nightly: 10_000 },
    ...room,
  });
  await add(`/listings/${kind.id}/units`, { name: 'R1' });
  const reasonsFor = async (pets: number) => {
    const stay = { check_in: day(0), check_out: day(2), adults: 1, pets };
    const { reasons } = await inn.data(inn.quote(kind.id, stay));
    return reasons.map(({ code, required }: { code: string; required: number }) => [code, required]);
  };
  return { ...inn, put, house, kind, reasonsFor };
}

it('a unit type without a number of pets takes as many as its building, whose changes it follows', async () => {
  const { kind, house, reasonsFor, put, tryBook, read, send } = await openHouse({ max_pets: null });
  expect(kind.max_pets).toBeNull();
  expect(await reasonsFor(2)).toEqual([]);
  expect(await reasonsFor(3)).toEqual([['pets_exceeded', 2]]);
  const party = { adults: 1, pets: 2 };
  const booked = await tryBook({ listing_id: kind.id, number_of_guests: undefined, party });
  expect(booked).toMatchObject({ status: 201, body: { data: { listing: { max_pets: null } } } });
  await send('POST', `/bookings/${booked.body.data.id}/cancel`);
  await put(house.id, { max_pets: 1 });
  expect(await reasonsFor(2)).toEqual([['pets_exceeded', 1]]);
  const found = await read(`/search?check_in=${day(0)}&check_out=${day(2)}&adults=1&pets=1`);
  expect(found).toMatchObject([{ listing: { id: kind.id } }]);
});

it('a unit type keeps a number of pets of its own, and 0 by default', async () => {
  const { kind, reasonsFor, put, read } = await openHouse({});
  expect(kind.max_pets).toBe(0);
  expect(await reasonsFor(1)).toEqual([['pets_exceeded', 0]]);
  expect(await put(kind.id, { max_pets: null })).toMatchObject({ max_pets: null });
  expect(await put(kind.id, { headline: 'New' })).toMatchObject({ max_pets: null });
  expect(await reasonsFor(2)).toEqual([]);
  expect(await put(kind.id, { max_pets: 1 })).toMatchObject({ max_pets: 1 });
  expect(await reasonsFor(2)).toEqual([['pets_exceeded', 1]]);
  expect(await read(`/listings/${kind.id}`)).toMatchObject({ max_pets: 1 });
});

it('of a building and of a place alone, no number of pets is none', async () => {
  const { house, listing, put } = await openHouse({});
  for (const id of [house.id, listing.id])
    expect(await put(id, { max_pets: null })).toMatchObject({ max_pets: 0 });
});
