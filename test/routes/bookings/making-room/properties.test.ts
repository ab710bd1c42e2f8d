/** The promise of docs/rules.md, 14.3, over HTTP: a stay can be booked exactly if the answers say so. */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { propertyRuns } from '../../../helpers/arbitraries.ts';
import { expectSound, type Json } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { seed } from '../../../helpers/random.ts';
import {
  endOfMoves,
  type House,
  type HouseOptions,
  openCrowdedHouse,
  seatsOf,
  stayAmong,
} from './crowded-house.ts';

const world = await openSharedApp();

const NIGHTS = 14;
/** Few, as each is lived in: 2 of a kind, or as many more as PROPERTY_RUNS says. */
const HOUSES = Math.ceil(propertyRuns / 500);
const STAYS = 6;

type Stay = { check_in: string; check_out: string };

const quoteOf = async (house: House, stay: Stay) =>
  (await house.quote(house.listing.id, { ...stay, guests: 2, alternatives: 2 })).body.data;

/** The numbers of units left on the nights of a stay, from the listing's calendar. */
async function nightsLeft(house: House, { check_in, check_out }: Stay): Promise<number[]> {
  const { data } = (
    await house.send(
      'GET',
      `/listings/${house.listing.id}/calendar?start_date=${check_in}&end_date=${check_out}`,
    )
  ).body;
  return data.slice(0, -1).map(({ units_left }: Json) => Number(units_left));
}

/** The calendars of many listings are those of each. */
async function expectOneCalendar(house: House): Promise<void> {
  const window = `start_date=${day(0)}&end_date=${day(NIGHTS)}`;
  const { data } = (await house.send('GET', `/listings/${house.listing.id}/calendar?${window}`)).body;
  const many = (await house.send('GET', `/calendars?${window}`)).body.data;
  expect(many.map(({ days }: Json) => days)).toEqual([data]);
}

async function expectSeated(house: House): Promise<void> {
  const seats = await seatsOf(world, house.teamId);
  for (const { id, unitId, isFixed } of house.placed) {
    const seat = seats.get(id);
    expect(endOfMoves(unitId, seat?.moves ?? [])).toBe(seat?.unitId);
    if (isFixed) expect(seat?.unitId).toBe(unitId);
  }
  await expectSound(world);
}

/** Asks for stays in a house, and books each that can be had. Returns how many needed moves. */
async function bookAll(house: House, expectPromise: (left: number[], quote: Json, stay: Stay) => void) {
  let moved = 0;
  for (let n = 0; n < STAYS; n += 1) {
    const stay = stayAmong(house.random, NIGHTS);
    const quote = await quoteOf(house, stay);
    expectPromise(await nightsLeft(house, stay), quote, stay);
    const searched = await house.send(
      'GET',
      `/search?${new URLSearchParams({ ...stay, guests: '2', available: 'all', alternatives: '2' })}`,
    );
    const { listing, distance_km, ...found } = searched.body.data[0];
    // A search knows no extras.
    expect({ ...found, extras: [] }).toEqual(quote);
    const before = await seatsOf(world, house.teamId);
    const { status, body } = await house.tryBook({ ...stay, guest: { name: 'Ada' } });
    expect([stay, status, body.errors]).toEqual([
      stay,
      quote.available ? 201 : 422,
      quote.available ? undefined : { availability: quote.reasons.map(({ message }: Json) => message) },
    ]);
    if (!quote.available) continue;
    const after = await seatsOf(world, house.teamId);
    const changed = [...before].filter(([id, seat]) => after.get(id)?.unitId !== seat.unitId);
    for (const [id] of changed) expect(after.get(id)?.moves.at(-1)?.[2]).toBe(body.data.id);
    moved += Number(changed.length > 0);
    house.placed.push({ id: body.data.id, unitId: body.data.unit.id, isFixed: false });
  }
  await expectSeated(house);
  await expectOneCalendar(house);
  return moved;
}

const houses = (options: Omit<HouseOptions, 'units' | 'nights' | 'seed'>) =>
  Array.from({ length: HOUSES }, (_, n) => ({
    units: 2 + ((seed + n) % 4),
    nights: NIGHTS,
    seed: seed + n,
    ...options,
  }));

describe('stays in a crowded house', () => {
  it('with reseating, a stay can be booked whenever each of its nights has a free unit and no booking is pinned', async () => {
    for (const options of [...houses({}), ...houses({ preparationDays: 1 })]) {
      await bookAll(await openCrowdedHouse(world, options), (left, quote, stay) => {
        const { available, units_left } = quote;
        expect([stay, available]).toEqual([stay, left.every((count) => count > 0)]);
        // Preparation nights of the nights before may leave more for a whole stay than for one of its nights.
        expect(units_left).toBeLessThanOrEqual(Math.min(...left));
        if (options.preparationDays === undefined) expect(units_left).toBe(Math.min(...left));
      });
    }
  });

  it('with pinned bookings and blocks, a stay can be booked exactly if its quote says so', async () => {
    for (const options of houses({ pinned: 20, blocks: 10 })) {
      await bookAll(await openCrowdedHouse(world, options), (left, { available, units_left }) => {
        expect(available).toBe(units_left > 0);
        if (available) expect(Math.min(...left)).toBeGreaterThan(0);
      });
    }
  });

  it('a stay can be booked exactly as often as its quote has units left', async () => {
    const house = await openCrowdedHouse(world, { units: 6, nights: NIGHTS, seed: 7 });
    let needed = 0;
    for (let from = 0; from < NIGHTS; from += 2) {
      const stay = { check_in: day(from), check_out: day(from + 4) };
      const { units_left: count } = await quoteOf(house, stay);
      for (let left = count; left > 0; left -= 1) {
        expect((await quoteOf(house, stay)).units_left).toBe(left);
        const before = await seatsOf(world, house.teamId);
        await house.book({ ...stay, guest: { name: 'Ada' } });
        const after = await seatsOf(world, house.teamId);
        needed += Number([...before].some(([id, seat]) => after.get(id)?.unitId !== seat.unitId));
      }
      expect((await quoteOf(house, stay)).units_left).toBe(0);
      expect((await house.tryBook({ ...stay, guest: { name: 'Ada' } })).status).toBe(422);
    }
    expect(needed).toBeGreaterThan(0);
    await expectSeated(house);
  });
});
