/**
 * Simulated channels that share one unit with the service: each reads the address that its feed has, and the service
 * reads what the channel writes. Guests book and cancel everywhere, in any order and between any two readings.
 */
import { expect } from 'vitest';
import { addDays, type StayDate } from '../../src/domain/dates/dates.ts';
import { TEST_NOW, type TestApp } from '../helpers/app.ts';
import { at, type Inn, openInn, times } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import type { Random } from '../helpers/random.ts';
import { type Channel, type ChannelEvent, openChannel } from '../options/calendars/services/channel.ts';

/** What a channel writes into its calendar. */
export const STYLES = [
  'only its own stays',
  'merges nights that touch',
  'new UIDs at each export',
  'repeats single nights by rules',
] as const;
export type Style = (typeof STYLES)[number];

/** Stays lie in these nights, so that they meet often. */
const NIGHTS = 14;
const MAX_STAY = 4;
/** After the last change, all agree in so many rounds for each channel, because all may have sold one night (18.10). */
const ROUNDS_PER_CHANNEL = 2;
/** A calendar that has lost most of its nights waits for an hour. */
const ROUND_MINUTES = 61;

type Stay = { id: string; nights: readonly number[] };
type SimulatedChannel = {
  name: string;
  style: Style;
  source: Channel;
  feedId: string;
  address: string;
  /** Its guests' stays. */
  own: Stay[];
  /** Nights that the service showed as taken when the channel last fetched. */
  imported: ReadonlySet<number>;
  exports: number;
  /** How many minutes pass before its calendar says what it knows, and all that it has said until now. */
  lateMinutes: number;
  said: { at: number; events: ChannelEvent[] }[];
};

const offsetOf = (date: StayDate): number => Math.round((Date.parse(date) - Date.parse(day(0))) / 86_400_000);

/** The nights of every event in a calendar of the service. */
export function nightsIn(calendar: string): Set<number> {
  const nights = new Set<number>();
  for (const [, start = '', end = ''] of calendar.matchAll(
    /DTSTART;VALUE=DATE:(\d{8})\r\nDTEND;VALUE=DATE:(\d{8})/g,
  )) {
    const [first, last] = [start, end].map((text) =>
      offsetOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`),
    );
    for (let night = first ?? 0; night < (last ?? 0); night += 1) nights.add(night);
  }
  return nights;
}

const closedIn = ({ own, imported }: SimulatedChannel): Set<number> =>
  new Set([...imported, ...own.flatMap(({ nights }) => nights)]);

/** Runs of nights that follow each other. */
function runsOf(nights: Iterable<number>): number[][] {
  const runs: number[][] = [];
  for (const night of [...nights].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.at(-1) === night - 1) last.push(night);
    else runs.push([night]);
  }
  return runs;
}

const eventOf = (uid: string, nights: readonly number[]) => ({
  uid,
  start: day(at(nights, 0)),
  end: addDays(day(at(nights, nights.length - 1)), 1),
});

/** The same nights as one event of a night that is repeated, without the last day that its rule has. */
const ruleOf = (uid: string, nights: readonly number[]): ChannelEvent => {
  const { start, end } = eventOf(uid, nights);
  const left = `EXDATE;VALUE=DATE:${end.replaceAll('-', '')}`;
  return { uid, start, lines: [`RRULE:FREQ=DAILY;COUNT=${nights.length + 1}`, left] };
};

/** The channel writes what it knows into its calendar, and shows what it wrote so many minutes ago. */
function exportCalendar(channel: SimulatedChannel, now: number): void {
  channel.exports += 1;
  channel.said.push({ at: now, events: listEvents(channel) });
  const until = now - channel.lateMinutes * 60_000;
  const shown = channel.said.findLast(({ at: writtenAt }) => writtenAt <= until);
  channel.source.have(...(shown?.events ?? []));
}

function listEvents(channel: SimulatedChannel): ChannelEvent[] {
  const { name, style, own, imported, exports } = channel;
  return {
    'only its own stays': () => own.map(({ id, nights }) => eventOf(`${id}@${name}`, nights)),
    'merges nights that touch': () =>
      runsOf(closedIn(channel)).map((nights) => eventOf(`${nights[0]}-${nights.length}@${name}`, nights)),
    'new UIDs at each export': () =>
      [...own.map(({ nights }) => nights), ...runsOf(imported)].map((nights, nth) =>
        eventOf(`${exports}-${nth}@${name}`, nights),
      ),
    'repeats single nights by rules': () =>
      [...own.map(({ nights }) => nights), ...runsOf(imported)].map((nights) =>
        ruleOf(`${nights[0]}-${nights.length}@${name}`, nights),
      ),
  }[style]();
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const rest = [...items];
  return times(items.length, () => rest.splice(random.between(0, rest.length - 1), 1)).flat();
}

/** The world of one history: a unit, its channels, and what everybody has sold. */
export async function openHistory(
  world: TestApp,
  styles: readonly Style[],
  sweep: () => Promise<unknown>,
  lateMinutes = 0,
) {
  world.clock.set(TEST_NOW);
  const inn: Inn = await openInn(world, {
    listing: { preparationDays: 0, minStay: 1, bookingWindowDays: null },
  });
  const unitId = at(inn.units, 0).id;
  const channels: SimulatedChannel[] = [];
  for (const [nth, style] of styles.entries()) {
    const source = await openChannel();
    const name = `channel-${nth}`;
    const feed = await inn.data(
      inn.send('POST', '/calendar-feeds', { unit_id: unitId, name, url: source.url }),
      201,
    );
    const { url } = (await inn.send('POST', `/calendar-feeds/${feed.id}/calendar`)).body.data;
    const address = new URL(url).pathname;
    channels.push({
      name,
      style,
      source,
      address,
      own: [],
      exports: 0,
      // The first channel is the one that is late.
      feedId: feed.id,
      imported: new Set<number>(),
      said: [],
      lateMinutes: nth === 0 ? lateMinutes : 0,
    });
  }
  let booked: Stay[] = [];
  let made = 0;
  const history: string[] = [];

  const drawNights = (random: Random) => {
    const length = random.between(1, MAX_STAY);
    const first = random.between(0, NIGHTS - length);
    return times(length, (nth) => first + nth);
  };

  const acts = {
    /** A guest books at the service. It refuses what it knows as taken. */
    async book(random: Random) {
      const nights = drawNights(random);
      const { start, end } = eventOf('', nights);
      const answer = await inn.tryBook({ check_in: start, check_out: end });
      expect([201, 422]).toContain(answer.status);
      if (answer.status === 201) booked.push({ id: answer.body.data.id, nights });
      return `book ${nights} ${answer.status}`;
    },
    async cancel(random: Random) {
      if (booked.length === 0) return 'nothing to cancel';
      const stay = random.pick(booked);
      await inn.data(inn.cancel(stay.id));
      booked = booked.filter((one) => one !== stay);
      return `cancel ${stay.nights}`;
    },
    /** A guest books at a channel. It refuses what it knows as taken. */
    async sell(random: Random) {
      const channel = random.pick(channels);
      const nights = drawNights(random);
      const closed = closedIn(channel);
      if (nights.some((night) => closed.has(night))) return `${channel.name} refuses ${nights}`;
      made += 1;
      channel.own.push({ id: `stay-${made}`, nights });
      return `${channel.name} sells ${nights}`;
    },
    async giveBack(random: Random) {
      const channel = random.pick(channels);
      if (channel.own.length === 0) return 'nothing to give back';
      const stay = random.pick(channel.own);
      channel.own = channel.own.filter((one) => one !== stay);
      return `${channel.name} gives back ${stay.nights}`;
    },
    fetch: async (random: Random) => fetchAddress(random.pick(channels)),
    read: async (random: Random) => readFeed(random.pick(channels)),
    async wait(random: Random) {
      const minutes = random.between(1, 40);
      pass(minutes);
      return `${minutes} minutes pass`;
    },
  };

  /** The channel reads what the service says. */
  async function fetchAddress(channel: SimulatedChannel): Promise<string> {
    const answer = await world.get(channel.address);
    expect(answer.statusCode).toBe(200);
    channel.imported = nightsIn(answer.body);
    return `${channel.name} fetches ${[...channel.imported]}`;
  }

  /** The service reads what the channel says. */
  async function readFeed(channel: SimulatedChannel): Promise<string> {
    exportCalendar(channel, world.clock.now().getTime());
    const { status } = await inn.data(inn.send('POST', `/calendar-feeds/${channel.feedId}/refresh`));
    return `read ${channel.name}: ${status}`;
  }

  function pass(minutes: number): void {
    world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString());
  }

  /** The nights that no guest can have at the service. */
  async function takenAtService(): Promise<Set<number>> {
    const query = `from=${day(-1)}&to=${day(NIGHTS + 1)}&per_page=100`;
    const { data } = (await inn.send('GET', `/occupancies?${query}`)).body;
    return new Set(
      data.flatMap(({ start_date, end_date }: { start_date: StayDate; end_date: StayDate }) =>
        times(offsetOf(end_date) - offsetOf(start_date), (nth) => offsetOf(start_date) + nth),
      ),
    );
  }

  const soldAnywhere = (): Set<number> =>
    new Set([...booked, ...channels.flatMap(({ own }) => own)].flatMap(({ nights }) => nights));

  const sorted = (nights: Iterable<number>) => [...nights].toSorted((a, b) => a - b);

  return {
    channels,
    history,
    /** One thing happens, and then the service takes nights that became free. */
    async act(kind: keyof typeof acts, random: Random): Promise<void> {
      history.push(await acts[kind](random));
      await sweep();
      for (const channel of channels) exportCalendar(channel, world.clock.now().getTime());
    },
    async readAll(): Promise<void> {
      for (const channel of channels) history.push(await readFeed(channel));
    },
    /** Every night that the channel has sold cannot be had at the service, whatever else takes some of them. */
    async expectClosed(channel: SimulatedChannel): Promise<void> {
      const taken = await takenAtService();
      for (const night of channel.own.flatMap(({ nights }) => nights))
        expect(taken.has(night), `night ${night}\n${history.join('\n')}`).toBe(true);
    },
    /**
     * Nothing more is sold or given back. In each round every channel fetches and is then read, between the turns of the
     * others. Then all agree.
     */
    async expectRest(random: Random, rounds = ROUNDS_PER_CHANNEL * channels.length): Promise<void> {
      for (let round = 0; round < rounds; round += 1) {
        pass(ROUND_MINUTES);
        const waiting = new Set(channels);
        for (const channel of shuffled([...channels, ...channels], random)) {
          const step = waiting.delete(channel) ? fetchAddress : readFeed;
          history.push(await step(channel));
          await sweep();
        }
        history.push(`round ${round + 1} is over`);
      }
      // What the last readings brought is seen at the next fetch.
      for (const channel of channels) await fetchAddress(channel);
      const sold = sorted(soldAnywhere());
      const seen = {
        service: sorted(await takenAtService()),
        ...Object.fromEntries(channels.map((channel) => [channel.name, sorted(closedIn(channel))])),
      };
      const agreed = Object.fromEntries(Object.keys(seen).map((name) => [name, sold]));
      const story = channels
        .map(({ name, style }) => `${name} ${style}`)
        .concat(history)
        .join('\n');
      expect(seen, story).toEqual(agreed);
    },
    async [Symbol.asyncDispose]() {
      for (const { source } of channels) await source[Symbol.asyncDispose]();
    },
  };
}

export const ACTS = [
  'book',
  'cancel',
  'sell',
  'sell',
  'giveBack',
  'fetch',
  'fetch',
  'read',
  'read',
  'wait',
] as const;
