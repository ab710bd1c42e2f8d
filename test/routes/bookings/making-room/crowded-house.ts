/** A listing of interchangeable units whose bookings move to make room, filled from a seed. */
import type { TestApp } from '../../../helpers/app.ts';
import { openInn } from '../../../helpers/bookings.ts';
import { buildBlock, buildBooking, buildGuest, day, priceLines } from '../../../helpers/factories.ts';
import { type Random, randomOf } from '../../../helpers/random.ts';

export type HouseOptions = {
  units: number;
  nights: number;
  seed: number;
  /** Of a hundred stays, how many are pinned bookings, and how many are blocks. */
  pinned?: number;
  blocks?: number;
  preparationDays?: number;
};

export type House = Awaited<ReturnType<typeof openCrowdedHouse>>;

/** Three of four stays follow the one before them without a free night. */
export async function openCrowdedHouse(world: TestApp, options: HouseOptions) {
  const { units, nights, seed, pinned = 0, blocks = 0, preparationDays = 0 } = options;
  const names = Array.from({ length: units }, (_, n) => `Unit ${String(n + 1).padStart(2, '0')}`);
  const inn = await openInn(world, { listing: { reseating: 'on', preparationDays }, units: names });
  const random = randomOf(seed);
  const keys = { teamId: inn.teamId, listingId: inn.listing.id };
  const { id: guestId } = await buildGuest(world, { teamId: inn.teamId });
  const placed: { id: string; unitId: string; isFixed: boolean }[] = [];
  for (const { id: unitId } of inn.units) {
    for (let night = random.between(0, 2); night < nights; ) {
      const end = night + random.between(1, 4);
      const dice = random.between(0, 99);
      if (dice < blocks) {
        await buildBlock(world, { ...keys, unitId, startDate: day(night), endDate: day(end) });
      } else {
        const unitPinned = dice < blocks + pinned;
        const stay = { checkIn: day(night), checkOut: day(end), preparationDays, unitPinned };
        const price = priceOf(end - night);
        const { id } = await buildBooking(world, { ...keys, ...stay, ...price, unitId, guestId });
        placed.push({ id, unitId, isFixed: unitPinned });
      }
      night = end + preparationDays + (random.between(0, 3) === 0 ? random.between(1, 3) : 0);
    }
  }
  return { ...inn, guestId, placed, random };
}

const priceOf = (nights: number) => ({
  accommodationTotalCents: nights * 10_000,
  grandTotalCents: nights * 10_000 + 5_000,
  priceLines: priceLines(nights * 10_000, nights, 5_000),
});

/** A stay of one to five nights among the first nights of a house. */
export function stayAmong(random: Random, nights: number) {
  const from = random.between(0, nights - 1);
  return { check_in: day(from), check_out: day(from + random.between(1, 5)) };
}

/** The unit of each booking of a team that is not cancelled, and the units it had, by its events. */
export async function seatsOf({ db }: Pick<TestApp, 'db'>, teamId: number) {
  const { rows: seats } = await db.execute<{
    id: string;
    unit_id: string;
    moves: [string, string, string | null][];
  }>(`
    select b.id, b.unit_id, coalesce((select json_agg(json_build_array(e.details->'unit_id'->>0,
        e.details->'unit_id'->>1, e.because) order by e.number)
      from team_events e where e.team_id = b.team_id and e.booking_id = b.id and e.type = 'booking.unit_moved'), '[]')
      as moves
    from bookings b where b.team_id = ${teamId} and b.status <> 'cancelled' and not b.whole_building`);
  return new Map(seats.map((seat) => [seat.id, { unitId: seat.unit_id, moves: seat.moves }]));
}

/** The unit that a chain of moves leads to, if each move begins where the one before it ended. */
export function endOfMoves(start: string, moves: readonly [string, string, string | null][]): string | null {
  let unitId = start;
  for (const [from, to] of moves) {
    if (from !== unitId || to === from) return null;
    unitId = to;
  }
  return unitId;
}
