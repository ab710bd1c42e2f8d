/** A unit with some channels that read and publish calendars, all of it in memory. Nights are counted from today. */
import type { FeedEvent } from '../../../../src/options/calendars/domain/events.ts';
import { toNightMap, toNights, toRuns, toSpans } from '../../../../src/options/calendars/domain/nights.ts';
import { type FeedBlock, placeNights } from '../../../../src/options/calendars/domain/placing.ts';
import {
  absorbFetch,
  absorbReading,
  type FeedMemory,
  findFeedWindow,
  formatDates,
  type Shown,
} from '../../../../src/options/calendars/domain/reading.ts';

export const TODAY = '2031-05-05';
export const WINDOW = findFeedWindow(TODAY);
const START = Date.parse('2031-05-05T10:00:00Z');

/** How a channel writes its calendar. */
export type ChannelKind = {
  /** Closed nights that touch are one event. */
  isMerging: boolean;
  hasNewUids: boolean;
  /** What it was told by others is left out. */
  isOwnOnly: boolean;
};

/** The events of a calendar: one for each run of nights with the same stay. */
const toEvents = (stays: ReadonlyMap<number, string>, uid: (name: string) => string): FeedEvent[] =>
  toRuns(new Map([...stays].map(([night, name]) => [night, { name }]))).map(
    ({ name, startDate, endDate }) => ({ uid: uid(name), startDate, endDate }),
  );

export function createUnit(kinds: readonly ChannelKind[]) {
  let minutes = 0;
  let made = 0;
  const newId = () => {
    made += 1;
    return `${made}`;
  };
  /** Nights that were sold here, by their stays. */
  const own = new Map<number, string>();
  const channels = kinds.map((kind, nth) => ({
    kind,
    name: `channel-${nth}`,
    sold: new Map<number, string>(),
    /** What it was told by its calendar of ours. */
    imported: new Map<number, string>(),
    memory: { events: [], wanted: new Set(), leaving: new Map() } as FeedMemory,
    shown: new Map() as ReadonlyMap<number, Shown>,
    blocks: [] as FeedBlock[],
  }));
  type Channel = (typeof channels)[number];
  const at = () => ({ window: WINDOW, now: new Date(START + minutes * 60_000) });

  const listOthers = (channel: Channel) => [
    ...toSpans(new Set(own.keys())).map((span) => ({
      ...span,
      bookingId: 'booking',
      blockId: null,
      stays: new Set<string>(),
    })),
    ...channels
      .filter((other) => other !== channel)
      .flatMap((other) =>
        other.blocks.map((block) => ({
          ...block,
          bookingId: null,
          blockId: block.id,
          stays: new Set(other.memory.events.map(formatDates)),
        })),
      ),
  ];

  function place(channel: Channel, freed: ReadonlySet<number>): void {
    const { events, wanted } = channel.memory;
    const placing = { events, wanted, held: channel.blocks, freed, others: listOthers(channel) };
    channel.blocks = placeNights(placing, { window: WINDOW, newId }).blocks;
  }

  const exportCalendar = ({ kind, sold, imported }: Channel): FeedEvent[] => {
    const closed = new Map(kind.isOwnOnly ? sold : [...imported, ...sold]);
    const stays = kind.isMerging ? new Map([...closed.keys()].map((night) => [night, 'closed'])) : closed;
    const mark = kind.hasNewUids ? newId() : '';
    return toEvents(stays, (name) => `${name}${mark}`);
  };

  const takenFor = (channel: Channel | null) => {
    const taken = new Map(own);
    for (const other of channels)
      if (other !== channel)
        for (const [night, { id }] of toNightMap(other.blocks, WINDOW)) taken.set(night, id);
    return taken;
  };

  const isClosedIn = (channel: Channel, night: number) =>
    channel.sold.has(night) || channel.imported.has(night);

  const hasNight = ({ sold, memory, blocks }: Channel, night: number) =>
    sold.has(night) || memory.wanted.has(night) || toNights(blocks, WINDOW).has(night);
  let mostChannels = 0;
  const noteSale = (nights: readonly number[]): void => {
    for (const night of nights)
      mostChannels = Math.max(mostChannels, channels.filter((channel) => hasNight(channel, night)).length);
  };

  return {
    channels,
    own,
    /** How many channels had one night at once: they had sold it, or it was not yet given back here for them. */
    mostChannels: () => mostChannels,
    wait(passed: number): void {
      minutes += passed;
    },
    /** Reads the calendar of a channel. */
    read(channel: Channel): void {
      const held = toNights(channel.blocks, WINDOW);
      const reading = { events: exportCalendar(channel), isComplete: true };
      const known = { held, shown: channel.shown };
      const { freed, isSuspicious: _, ...memory } = absorbReading(channel.memory, reading, known, at());
      channel.memory = memory;
      place(channel, freed);
    },
    /** A channel fetches its calendar of ours. */
    fetch(channel: Channel): void {
      const taken = takenFor(channel);
      channel.imported = taken;
      channel.shown = absorbFetch(channel.shown, new Set(taken.keys()), channel.memory.events, WINDOW);
    },
    /** Takes nights that have become free. */
    sweep(): void {
      for (const channel of channels) place(channel, new Set());
    },
    listTaken: () => takenFor(null),
    isClosedIn,
    sellHere(nights: readonly number[]): boolean {
      if (nights.some((night) => takenFor(null).has(night))) return false;
      const stay = newId();
      for (const night of nights) own.set(night, `own-${stay}`);
      return true;
    },
    sellIn(channel: Channel, nights: readonly number[]): boolean {
      if (nights.some((night) => isClosedIn(channel, night))) return false;
      const stay = newId();
      for (const night of nights) channel.sold.set(night, `${channel.name}-${stay}`);
      noteSale(nights);
      return true;
    },
    /** Gives back the stay that has this night, in one place. */
    giveBack(sold: Map<number, string>, night: number): void {
      const stay = sold.get(night);
      for (const [one, name] of sold) if (name === stay) sold.delete(one);
    },
  };
}
