/** Many writers at once in a house whose bookings move to make room (docs/rules.md, 14). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Answer, at, type Client, type Json, storm, tally, times } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { endOfMoves, type House, openCrowdedHouse, seatsOf, stayAmong } from './crowded-house.ts';

const RACERS = 30;
const NIGHTS = 20;

const world = await openSharedApp({ poolMax: 1 });

const guest = { name: 'Ada Moss' };

/** Every booking is where its moves lead to, each move names a booking of the team, and what is fixed did not move. */
async function expectSeated(house: House, booked: readonly Json[], handMoves = 0): Promise<number> {
  const seats = await seatsOf(world, house.teamId);
  let moves = 0;
  for (const { id, unitId, isFixed } of [...house.placed, ...booked]) {
    const seat = seats.get(id);
    if (!seat) continue; // Cancelled.
    expect([id, endOfMoves(unitId, seat.moves)]).toEqual([id, seat.unitId]);
    if (isFixed) expect(seat.moves).toEqual([]);
    moves += seat.moves.length;
  }
  expect(moves).toBeGreaterThanOrEqual(handMoves);
  return moves;
}

/** Where new bookings were first put. */
const startsOf = (answers: readonly Answer[]) =>
  answers
    .filter(({ status }) => status === 201)
    .map(({ body }) => ({ id: body.data.id, unitId: body.data.unit.id, isFixed: false }));

const onlyOrdinary = (answers: readonly Answer[]) =>
  expect(answers.filter(({ status }) => ![200, 201, 422].includes(status))).toEqual([]);

describe('making room at once', () => {
  it(`if ${RACERS} callers want the same nights at once, exactly as many get them as units are left`, async () => {
    // Fixed seeds, so that each of these houses has fewer free units than units left.
    let moves = 0;
    for (const seed of [3, 11, 12]) {
      const house = await openCrowdedHouse(world, { units: 6, nights: NIGHTS, seed });
      const stay = { check_in: day(6), check_out: day(10) };
      const { units_left: left } = (await house.quote(house.listing.id, { ...stay, guests: 2 })).body.data;
      const answers = await storm(world, house.token, (client) =>
        Promise.all(
          times(RACERS, () => client.send('POST', '/bookings', house.newBooking({ ...stay, guest }))),
        ),
      );
      expect(tally(answers)).toEqual({ ...(left > 0 ? { 201: left } : {}), 422: RACERS - left });
      moves += await expectSeated(house, startsOf(answers));
    }
    expect(moves).toBeGreaterThan(0);
  });

  it('while bookings are cancelled, changed, pinned and moved at once, making room loses none of them', async () => {
    for (const seed of [1, 2, 3]) {
      const house = await openCrowdedHouse(world, { units: 6, nights: NIGHTS, seed, pinned: 15, blocks: 8 });
      const { random } = house;
      const free = house.placed.filter(({ isFixed }) => !isFixed);
      const touch = (client: Client, n: number): Promise<Answer> => {
        const { id } = at(free, random.between(0, free.length - 1));
        const unit_id = at(house.units, random.between(0, house.units.length - 1)).id;
        const changes = [
          () => client.cancel(id),
          () => client.change(id, stayAmong(random, NIGHTS)),
          () => client.change(id, { notes: `Note ${n}` }),
          () => client.change(id, { unit_pinned: n % 2 === 0 }),
          () => client.change(id, { unit_id }),
          () => client.change(id, { ...stayAmong(random, NIGHTS), override_rules: true }),
        ];
        return at(changes, n % changes.length)();
      };
      const answers = await storm(world, house.token, (client) =>
        Promise.all(
          times(60, (n) =>
            n % 2 === 0
              ? client.send('POST', '/bookings', house.newBooking({ ...stayAmong(random, NIGHTS), guest }))
              : touch(client, (n - 1) / 2),
          ),
        ),
      );
      onlyOrdinary(answers);
      expect(tally(answers)[201]).toBeGreaterThan(0);
      const seats = await seatsOf(world, house.teamId);
      for (const { id, unitId, isFixed } of house.placed)
        if (isFixed) expect(seats.get(id)?.unitId).toBe(unitId);
    }
  });
});
