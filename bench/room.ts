/**
 * `npm run bench:room`: houses of interchangeable units, filled to 93 %, where bookings come and go at random. Counts the
 * requests that find a free unit every night but no single one, how many of them moves can serve, and what that costs.
 */

import { addDays, daysBetween } from '../src/domain/dates.ts';
import { chooseUnit, type Inventory, type NightSpan, type Occupancy } from '../src/domain/inventory.ts';
import { countFitting, makeRoom } from '../src/domain/reseating.ts';

const UNITS = [5, 10, 20, 50];
const PINNED_PERCENTS = [0, 10];
const FIRST_NIGHT = '2031-06-02';
const NIGHTS = 365;
const FILL = 0.93;
/** Requests for which every night has a free unit. */
const REQUESTS = 4_000;
const SEED = 22;

type Taken = Occupancy & { movableBookingId: string | null };

/** The same numbers in every run (mulberry32). */
function chance(seed: number) {
  let state = seed;
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  return (below: number) => Math.floor(share() * below);
}

function houseOf(unitCount: number, pinnedPercent: number) {
  const below = chance(SEED + unitCount * 100 + pinnedPercent);
  const units = Array.from({ length: unitCount }, (_, n) => ({ id: `unit-${n}`, name: `Unit ${n}` }));
  let taken: Taken[] = [];
  const free = new Array<number>(NIGHTS).fill(unitCount);
  let sold = 0;
  let made = 0;
  const inventory = (): Inventory => ({ units, wholeBuilding: false, reseating: true, occupancies: taken });
  const count = (span: NightSpan, change: 1 | -1) => {
    const from = daysBetween(FIRST_NIGHT, span.startDate);
    const to = daysBetween(FIRST_NIGHT, span.endDate);
    for (let night = from; night < to; night += 1) free[night] = (free[night] ?? 0) - change;
    sold += change * (to - from);
  };
  return {
    inventory,
    isFull: () => sold > FILL * unitCount * NIGHTS,
    /** Two of three stays last one to four nights, the others up to two weeks. Null if a night has no free unit. */
    draw(): NightSpan | null {
      const nights = 1 + below(below(3) === 0 ? 14 : 4);
      const first = below(NIGHTS - nights + 1);
      if (free.slice(first, first + nights).includes(0)) return null;
      return { startDate: addDays(FIRST_NIGHT, first), endDate: addDays(FIRST_NIGHT, first + nights) };
    },
    book(unitId: string, span: NightSpan) {
      made += 1;
      taken.push({
        ...span,
        unitId,
        movableBookingId: below(100) < pinnedPercent ? null : `booking-${made}`,
      });
      count(span, 1);
    },
    move(moves: readonly { bookingId: string; unitId: string }[]) {
      const unitOf = new Map(moves.map((one) => [one.bookingId, one.unitId]));
      taken = taken.map((one) => ({ ...one, unitId: unitOf.get(one.movableBookingId ?? '') ?? one.unitId }));
    },
    cancelOne() {
      const [gone] = taken.splice(below(taken.length), 1);
      if (gone) count(gone, -1);
    },
  };
}

const percentile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;

/** The processor time that a work takes, in milliseconds, garbage collection included. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function simulate(unitCount: number, pinnedPercent: number) {
  const house = houseOf(unitCount, pinnedPercent);
  const moves: number[] = [];
  const times: number[] = [];
  let asked = 0;
  let needed = 0;
  let isSteady = false;
  for (let requests = 0; requests < REQUESTS; ) {
    while (house.isFull()) {
      isSteady = true;
      house.cancelOne();
    }
    const span = house.draw();
    asked += Number(isSteady);
    if (!span) continue;
    const inventory = house.inventory();
    requests += Number(isSteady);
    const unit = chooseUnit(inventory, span, null);
    if (unit) {
      house.book(unit.id, span);
      continue;
    }
    let room: ReturnType<typeof makeRoom> = null;
    // What a booking computes: whether the stay is available, and then the moves.
    const ms = processorMs(() => {
      if (countFitting(inventory, span) > 0) room = makeRoom(inventory, span);
    });
    const found = room as ReturnType<typeof makeRoom>;
    if (isSteady) {
      needed += 1;
      times.push(ms);
      if (found) moves.push(found.moves.length);
    }
    if (!found) continue;
    house.move(found.moves);
    house.book(found.unitId, span);
  }
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
  return [
    unitCount,
    `${pinnedPercent} %`,
    percent(needed, asked),
    percent(needed, REQUESTS),
    percent(moves.length, needed),
    percentile(moves, 0.5),
    percentile(moves, 0.95),
    Math.max(...moves),
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.99).toFixed(1),
    Math.max(...times).toFixed(1),
  ];
}

const TITLES = [
  'units',
  'pinned',
  'no single unit, of all',
  'of those with a unit each night',
  'of them served',
  'moves, median',
  '95th',
  'most',
  'processor ms, median',
  'p99',
  'most',
];

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const print = (line: string) => void process.stdout.write(`${line}\n`);
print(row(TITLES));
print(row(TITLES.map(() => '---')));
for (const unitCount of UNITS) for (const pinned of PINNED_PERCENTS) print(row(simulate(unitCount, pinned)));
