/** A random walk over everything that a team does, with what must hold looked at after each step. */
import { addDays } from '../../../src/domain/dates/dates.ts';
import type { TestApp } from '../../helpers/app.ts';
import { expectSound, type Json } from '../../helpers/bookings.ts';
import { randomOf } from '../../helpers/random.ts';
import { storm } from './at-once.ts';
import { BOOKING_STEPS, type Wrote } from './booking-steps.ts';
import { expectMailsAsRuled, expectWritten } from './events-and-mails.ts';
import { type House, openHouse } from './house.ts';
import { HOUSE_STEPS } from './house-steps.ts';
import { expectMovesWhole } from './moved-team.ts';
import {
  type EventsAndMails,
  expectFolioAddsUp,
  expectMonthsAddUp,
  expectNightsAgree,
  expectNothingAcross,
  expectSecretsKept,
  readEventsAndMails,
} from './oracles.ts';
import { strangerSteps } from './stranger.ts';

const STEPS = { ...BOOKING_STEPS, ...HOUSE_STEPS };
const DRAWN = Object.entries(STEPS).flatMap(([name, [, weight]]) =>
  Array.from({ length: weight }, () => name),
);
/** Everything is looked at after so many steps; what a step alone can break, after each. */
const LOOK_EVERY = 10;
const AT_ONCE = 6;

/** What a walk did: its steps by name, what they wrote, and how often everything was looked at. */
export type Walked = { steps: Record<string, number>; events: number; messages: number; looks: number };

export async function walk(world: TestApp, seed: number, steps: number): Promise<Walked> {
  const house = await openHouse(world, randomOf(seed));
  const other = await openHouse(world, randomOf(seed, 1));
  const done: Walked = { steps: {}, events: 0, messages: 0, looks: 0 };
  const look = async () => {
    await lookAtAll(house, other);
    done.looks += 1;
  };
  const trace: string[] = [];
  try {
    for (let nth = 1; nth <= steps; nth += 1) {
      const name = house.random.pick(DRAWN);
      trace.push(`${nth} ${name}`);
      const { events, mails } = await takeStep(house, name);
      done.steps[name] = (done.steps[name] ?? 0) + 1;
      done.events += events.length;
      done.messages += mails.length;
      if (nth % LOOK_EVERY === 0) await look();
    }
    await look();
    await expectSecretsKept(house);
    await expectMovesWhole(house);
  } catch (error) {
    throw new Error(`Seed ${seed}, after ${trace.slice(-6).join(', ')}`, { cause: error });
  } finally {
    await house.close();
    await other.close();
  }
  return done;
}

/** Takes a step, and returns the events and messages that it wrote. */
async function takeStep(house: House, name: string): Promise<EventsAndMails> {
  const [step] = STEPS[name] ?? [];
  if (!step) throw new Error(`There is no step ${name}.`);
  const before = await readEventsAndMails(house);
  const rules = await house.read('/mail-rules');
  const quiet = await house.read('/mail-suppressions');
  const wrote: Wrote = await step(house);
  const after = await readEventsAndMails(house);
  const known = new Set(before.mails.map(({ id }) => id));
  const events = after.events.slice(before.events.length);
  const mails = after.mails.filter(({ id }: Json) => !known.has(id));
  expectWritten(wrote, events);
  await expectMailsAsRuled(house, { events, mails, rules: rules.rules, quiet });
  const [last] = [...events].reverse().filter(({ booking_id: id }) => id !== null);
  if (last) await expectFolioAddsUp(house, last.booking_id);
  return { events, mails };
}

async function lookAtAll(house: House, other: House): Promise<void> {
  const today = house.world.clock.now().toISOString().slice(0, 10);
  await expectSound(house.world, house.bookings);
  await expectMonthsAddUp(house);
  await expectNightsAgree(house, addDays(today, -5), addDays(today, 60));
  await strangerSteps(house, other);
  await expectNothingAcross(house);
}

/** Many callers at once, after which each change has its message, and everything adds up. */
export async function walkAtOnce(
  world: TestApp,
  seed: number,
  rounds: number,
): Promise<Record<number, number>> {
  const house = await openHouse(world, randomOf(seed, 2));
  const other = await openHouse(world, randomOf(seed, 3));
  try {
    for (let left = 20; house.bookings.length < 3 && left > 0; left -= 1) await takeStep(house, 'book');
    const before = await readEventsAndMails(house);
    const statuses = await storm(house, rounds, AT_ONCE);
    const { events, mails } = await readEventsAndMails(house);
    const { rules } = await house.read('/mail-rules');
    const known = new Set(before.mails.map(({ id }) => id));
    await expectMailsAsRuled(house, {
      events: events.slice(before.events.length),
      mails: mails.filter(({ id }) => !known.has(id)),
      rules,
      quiet: [],
    });
    for (const id of house.bookings) await expectFolioAddsUp(house, id);
    await lookAtAll(house, other);
    return statuses;
  } finally {
    await house.close();
    await other.close();
  }
}
