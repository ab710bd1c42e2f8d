/** The promise of docs/rules.md, 18.10, about the pure part: channels on one unit agree once nothing more happens. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itHolds, propertyRuns } from '../../../helpers/arbitraries.ts';
import { seed } from '../../../helpers/random.ts';
import { type ChannelKind, createUnit, WINDOW } from './simulated-channels.ts';

const NIGHTS = 14;
const MAX_STAY = 4;
/** An ordinary run has a few histories, always the same ones, because each is long. */
const HISTORIES = propertyRuns > 1_000 ? { numRuns: propertyRuns, seed } : { numRuns: 100, seed: 196414747 };

type Unit = ReturnType<typeof createUnit>;
type Channel = Unit['channels'][number];
type Step = {
  what: 'sell' | 'giveBack' | 'fetch' | 'read' | 'sellHere' | 'giveBackHere' | 'sweep';
  channel: number;
  night: number;
  length: number;
  minutes: number;
};

const kinds = fc.array(
  fc.record({ isMerging: fc.boolean(), hasNewUids: fc.boolean(), isOwnOnly: fc.boolean() }),
  { minLength: 2, maxLength: 3 },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom('sell', 'sell', 'giveBack', 'fetch', 'read', 'sellHere', 'giveBackHere', 'sweep'),
    channel: fc.nat({ max: 2 }),
    night: fc.nat({ max: NIGHTS - 1 }),
    length: fc.integer({ min: 1, max: MAX_STAY }),
    minutes: fc.nat({ max: 40 }),
  }),
  { maxLength: 60, size: 'max' },
);
/** Decides the order of the turns in each round. */
const draws = fc.infiniteStream(fc.nat());

function play(kindsOfChannels: readonly ChannelKind[], history: readonly Step[]): Unit {
  const unit = createUnit(kindsOfChannels);
  for (const { what, channel: nth, night, length, minutes } of history) {
    const channel = unit.channels[nth % unit.channels.length];
    if (!channel) throw new Error('There is no such channel.');
    const stay = Array.from({ length }, (_, day) => WINDOW.from + night + day);
    unit.wait(minutes);
    if (what === 'sell') unit.sellIn(channel, stay);
    else if (what === 'sellHere') unit.sellHere(stay);
    else if (what === 'giveBack') unit.giveBack(channel.sold, WINDOW.from + night);
    else if (what === 'giveBackHere') unit.giveBack(unit.own, WINDOW.from + night);
    else if (what === 'sweep') unit.sweep();
    else unit[what](channel);
  }
  return unit;
}

/** Each channel fetches and is read once, an hour after the last round, as drawn among the turns of the others. */
function playRound(unit: Unit, order: fc.Stream<number>, isFetchedFirst: boolean): void {
  unit.wait(60);
  const turnsOf = (channel: Channel) => {
    const keys = [order.next().value ?? 0, order.next().value ?? 0];
    if (isFetchedFirst) keys.sort((a, b) => a - b);
    return (['fetch', 'read'] as const).map((what, nth) => ({ what, channel, key: keys[nth] ?? 0 }));
  };
  for (const { what, channel } of unit.channels.flatMap(turnsOf).sort((a, b) => a.key - b.key)) {
    unit[what](channel);
    unit.sweep();
  }
}

/** Two for each channel that had a night at the same time as others. */
const countRounds = (unit: Unit): number => 2 * Math.max(1, unit.mostChannels());

/** Where each night is closed: here and in each channel. At rest that is everywhere or nowhere. */
function expectRest(unit: Unit): void {
  const { channels, own } = unit;
  const taken = unit.listTaken();
  const nights = Array.from({ length: NIGHTS + MAX_STAY }, (_, night) => WINDOW.from + night);
  const closed = nights.map((night) => [
    taken.has(night),
    ...channels.map((channel) => unit.isClosedIn(channel, night)),
  ]);
  const sold = nights.map((night) => {
    const isSold = own.has(night) || channels.some((channel) => channel.sold.has(night));
    return [isSold, ...channels.map(() => isSold)];
  });
  expect(closed).toEqual(sold);
}

itHolds(
  'channels agree after two rounds of fetching and reading for each channel with a night: four rounds for two channels',
  fc.property(kinds, steps, draws, (channels, history, order) => {
    const unit = play(channels, history);
    for (let round = 0; round < countRounds(unit); round += 1) playRound(unit, order, true);
    // What the last readings brought is seen at the next fetch.
    for (const channel of unit.channels) unit.fetch(channel);
    expectRest(unit);
  }),
  HISTORIES,
);

itHolds(
  'channels that may be read before they fetch agree after twice as many rounds: four if nothing was sold twice',
  fc.property(kinds, steps, draws, (channels, history, order) => {
    const unit = play(channels, history);
    // Two rounds in any order have in them one of fetching and then reading.
    for (let round = 0; round < 2 * countRounds(unit); round += 1) playRound(unit, order, false);
    expectRest(unit);
  }),
  HISTORIES,
);

it('a night that another channel has sold counts as an echo of our own calendar until that calendar has shown it as free twice', () => {
  const plain = { isMerging: false, hasNewUids: false, isOwnOnly: false };
  const unit = createUnit([plain, plain]);
  const [first, second] = unit.channels;
  if (!first || !second) throw new Error('There are no two channels.');
  const night = WINDOW.from;
  unit.sellIn(second, [night]);
  unit.read(second);
  unit.giveBack(second.sold, night);
  unit.sellIn(first, [night]);

  const seen = Array.from({ length: 5 }, () => {
    unit.wait(60);
    for (const what of ['fetch', 'read'] as const)
      for (const channel of [first, second]) {
        unit[what](channel);
        unit.sweep();
      }
    return { isTaken: unit.listTaken().has(night), isClosedInSecond: unit.isClosedIn(second, night) };
  });
  expect(seen).toEqual([
    // The second channel's calendar leaves the night out, at first once.
    { isTaken: true, isClosedInSecond: false },
    { isTaken: false, isClosedInSecond: false },
    // The first channel is shown the night as free, then again.
    { isTaken: false, isClosedInSecond: false },
    { isTaken: true, isClosedInSecond: false },
    { isTaken: true, isClosedInSecond: true },
  ]);
});
