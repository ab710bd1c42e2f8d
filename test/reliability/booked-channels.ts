/**
 * A simulated channel over HTTP whose stays become bookings here: guests are entered, stays move, are cancelled and vanish
 * there, and bookings are changed, moved and cancelled here. What must be so is said by a model that knows only the
 * rules (docs/rules.md, 18.7, 18.13 to 18.15).
 */
import { expect } from 'vitest';
import { addDays, type StayDate } from '../../src/domain/dates/dates.ts';
import { TEST_NOW, type TestApp } from '../helpers/app.ts';
import { at, type Json, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import type { Random } from '../helpers/random.ts';
import { openChannel } from '../options/calendars/services/channel.ts';

const NIGHTS = 14;
const MAX_STAY = 4;

type Span = { start: StayDate; end: StayDate };
type Stay = Span & { uid: string; isCancelled: boolean };
/** A booking as the model knows it: the UID of its event, and what the calendar said of that event in vain. */
type Booked = Span & {
  id: string;
  isHere: boolean;
  isOfChannel: boolean;
  uid: string | null;
  absence: Absence;
};
type Absence = { since: number; isSudden: boolean; isGone: boolean } | null;

export const BOOKED_ACTS = [
  'sell',
  'sell',
  'move',
  'cancelThere',
  'forget',
  'rename',
  'read',
  'read',
  'read',
  'enter',
  'enter',
  'enter',
  'book',
  'bookOfChannel',
  'change',
  'change',
  'moveHere',
  'cancelHere',
  'wait',
] as const;

const nightsOf = ({ start, end }: Span): string[] => {
  const nights: string[] = [];
  for (let night = start; night < end; night = addDays(night, 1)) nights.push(night);
  return nights;
};
const datesOf = ({ start, end }: Span) => `${start}/${end}`;

export async function openBookedHistory(world: TestApp, sweep: () => Promise<unknown>) {
  world.clock.set(TEST_NOW);
  const inn = await openInn(world, {
    listing: { preparationDays: 0, minStay: 1, bookingWindowDays: null },
    units: ['A', 'B'],
  });
  const [here, elsewhere] = [at(inn.units, 0).id, at(inn.units, 1).id];
  const source = await openChannel();
  const body = { unit_id: here, name: 'Airbnb', url: source.url, source: 'airbnb' };
  const { id: feedId } = await inn.data(inn.send('POST', '/calendar-feeds', body), 201);
  let stays: Stay[] = [];
  let bookings: Booked[] = [];
  /** What the last reading had. */
  let known: Stay[] = [];
  let wanted = new Set<string>();
  const story: string[] = [];
  let made = 0;
  const newUid = () => {
    made += 1;
    return `stay-${String(made).padStart(4, '0')}`;
  };
  const minutesNow = () => world.clock.now().getTime() / 60_000;

  const drawSpan = (random: Random): Span => {
    const length = random.between(1, MAX_STAY);
    const first = random.between(0, NIGHTS - length);
    return { start: day(first), end: day(first + length) };
  };
  const findEvent = ({ uid }: Pick<Booked, 'uid'>) => known.find((stay) => stay.uid === uid);
  const sorted = () =>
    bookings.toSorted((a, b) => a.start.localeCompare(b.start) || a.id.localeCompare(b.id));

  /** A booking of the feed's unit, source and an event's dates is the event; so is one whose event has another UID. */
  function link(): void {
    const taken = new Set(bookings.flatMap((booking) => findEvent(booking) ?? []));
    for (const booking of sorted()) {
      if (findEvent(booking) || !(booking.uid ?? (booking.isHere && booking.isOfChannel))) continue;
      const event = known
        .toSorted((a, b) => a.uid.localeCompare(b.uid))
        .find((stay) => !taken.has(stay) && datesOf(stay) === datesOf(booking));
      if (!event) continue;
      taken.add(event);
      booking.uid = event.uid;
      booking.absence = null;
    }
  }

  const listBlocks = async (): Promise<Json[]> => (await inn.send('GET', '/blocks?per_page=100')).body.data;
  const readFeed = () => inn.read(`/calendar-feeds/${feedId}`);

  const acts: Record<(typeof BOOKED_ACTS)[number], (random: Random) => Promise<string>> = {
    async sell(random) {
      const stay = { uid: newUid(), ...drawSpan(random), isCancelled: false };
      stays.push(stay);
      return `the channel sells ${stay.uid} ${datesOf(stay)}`;
    },
    async move(random) {
      if (stays.length === 0) return 'nothing to move';
      const stay = random.pick(stays);
      Object.assign(stay, drawSpan(random));
      return `${stay.uid} moves to ${datesOf(stay)}`;
    },
    async cancelThere(random) {
      if (stays.length === 0) return 'nothing to cancel there';
      const stay = random.pick(stays);
      stay.isCancelled = !stay.isCancelled;
      return `${stay.uid} is ${stay.isCancelled ? '' : 'no longer '}cancelled there`;
    },
    async forget(random) {
      if (stays.length === 0) return 'nothing to forget';
      const stay = random.pick(stays);
      stays = stays.filter((one) => one !== stay);
      return `${stay.uid} vanishes`;
    },
    async rename(random) {
      if (stays.length === 0) return 'nothing to rename';
      const stay = random.pick(stays);
      const before = stay.uid;
      stay.uid = newUid();
      return `${before} is now ${stay.uid}`;
    },
    async read() {
      source.have(
        ...stays.map(({ uid, start, end, isCancelled }) => ({
          uid,
          start,
          end,
          lines: ['SUMMARY:Reserved', ...(isCancelled ? ['STATUS:CANCELLED'] : [])],
        })),
      );
      const status = await refresh();
      known = stays.filter(({ isCancelled }) => !isCancelled).map((stay) => ({ ...stay }));
      const cancelled = new Set(stays.filter(({ isCancelled }) => isCancelled).map(({ uid }) => uid));
      const nights = new Set(known.flatMap(nightsOf));
      const isSudden =
        nights.size === 0 || (wanted.size >= 8 && wanted.intersection(nights).size * 2 < wanted.size);
      wanted = nights;
      link();
      for (const booking of bookings) {
        const { uid, absence } = booking;
        const since = minutesNow();
        if (uid === null) continue;
        if (findEvent(booking)) booking.absence = null;
        else if (absence?.isGone || cancelled.has(uid)) booking.absence = { since, isSudden, isGone: true };
        else if (!absence) booking.absence = { since, isSudden, isGone: false };
        else {
          const isLong = absence.isSudden || isSudden;
          const isGone = since - absence.since >= (isLong ? 60 : 10);
          booking.absence = { ...absence, isSudden: isLong, isGone };
        }
      }
      return `read: ${status}, ${known.map(({ uid }) => uid)}`;
    },
    async enter(random) {
      const blocks = await listBlocks();
      if (blocks.length === 0) return 'no guest to enter';
      const block = random.pick(blocks);
      const event = {
        uid: block.uid,
        start: block.event_start_date ?? block.start_date,
        end: block.event_end_date ?? block.end_date,
      };
      const answer = await inn.send('POST', `/blocks/${block.id}/booking`, { guest: { name: 'Zoe Quill' } });
      const current = known.find(({ uid }) => uid === block.uid);
      const isWhole = !current || (current.start === block.start_date && current.end === block.end_date);
      const isBooked = bookings.some(({ uid }) => uid === block.uid);
      if (!isWhole || isBooked) expect(answer.status, story.join('\n')).toBe(422);
      if (current && isWhole && !isBooked) expect(answer.status, story.join('\n')).toBe(201);
      if (answer.status !== 201) {
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['block']]);
        return `no booking of the block of ${event.uid}`;
      }
      const { id, check_in, check_out, feed_uid } = answer.body.data;
      expect([check_in, check_out, feed_uid]).toEqual([block.start_date, block.end_date, block.uid]);
      const span = { start: check_in, end: check_out };
      bookings.push({ id, ...span, isHere: true, isOfChannel: true, uid: block.uid, absence: null });
      return `the guest of ${block.uid} is entered, ${datesOf(span)}`;
    },
    book: (random) => book(random, 'manual'),
    bookOfChannel: (random) => book(random, 'airbnb'),
    async change(random) {
      if (bookings.length === 0) return 'nothing to change';
      const booking = random.pick(bookings);
      const span = drawSpan(random);
      const answer = await inn.change(booking.id, { check_in: span.start, check_out: span.end });
      expect([200, 422]).toContain(answer.status);
      if (answer.status === 200) Object.assign(booking, span);
      await readUnits();
      link();
      return `${booking.uid ?? 'a booking'} is changed to ${datesOf(span)}: ${answer.status}`;
    },
    async moveHere(random) {
      if (bookings.length === 0) return 'nothing to move here';
      const booking = random.pick(bookings);
      const answer = await inn.change(booking.id, { unit_id: booking.isHere ? elsewhere : here });
      if (answer.status === 200) booking.isHere = !booking.isHere;
      link();
      return `${booking.uid ?? 'a booking'} is ${booking.isHere ? 'here' : 'elsewhere'}: ${answer.status}`;
    },
    async cancelHere(random) {
      if (bookings.length === 0) return 'nothing to cancel here';
      const booking = random.pick(bookings);
      await inn.data(inn.cancel(booking.id));
      bookings = bookings.filter((one) => one !== booking);
      return `${booking.uid ?? 'a booking'} is cancelled here`;
    },
    async wait(random) {
      const minutes = random.pick([1, 9, 10, 30, 61]);
      world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000).toISOString());
      return `${minutes} minutes pass`;
    },
  };

  /** Bookings may have moved to other units, to make room. */
  async function readUnits(): Promise<void> {
    const { data } = (await inn.send('GET', '/bookings?status=confirmed&per_page=100')).body;
    const unitOf = new Map(data.map(({ id, unit }: Json) => [id, unit.id]));
    for (const booking of bookings) booking.isHere = unitOf.get(booking.id) === here;
  }

  /** On a busy machine a calendar may not be read in its share of time. */
  async function refresh(tries = 5): Promise<string> {
    const { status } = await inn.data(inn.send('POST', `/calendar-feeds/${feedId}/refresh`));
    return status === 'failing' && tries > 1 ? refresh(tries - 1) : status;
  }

  async function book(random: Random, of: 'manual' | 'airbnb'): Promise<string> {
    const span = drawSpan(random);
    const dates = { check_in: span.start, check_out: span.end };
    const answer = await inn.tryBook({ ...dates, unit_id: here, source: of, unit_pinned: true });
    expect([201, 422]).toContain(answer.status);
    if (answer.status !== 201) return `no booking ${datesOf(span)}`;
    const { id } = answer.body.data;
    bookings.push({ id, ...span, isHere: true, isOfChannel: of === 'airbnb', uid: null, absence: null });
    link();
    return `${of} ${datesOf(span)}`;
  }

  async function expectRules(): Promise<void> {
    const text = story.join('\n');
    const feed = await readFeed();
    const blocked = new Set(
      (await listBlocks()).flatMap((block) => nightsOf({ start: block.start_date, end: block.end_date })),
    );
    const soldHere = new Set(bookings.filter(({ isHere }) => isHere).flatMap(nightsOf));
    const conflicts = new Set<string>();
    for (const stay of known) {
      const own = bookings.find((booking) => findEvent(booking) === stay);
      const ownNights = new Set(own ? nightsOf(own) : []);
      for (const night of nightsOf(stay)) {
        const isClosed = blocked.has(night) || soldHere.has(night) || ownNights.has(night);
        expect(isClosed, `${night} of ${stay.uid} is free\n${text}`).toBe(true);
        if (!ownNights.has(night) && soldHere.has(night)) conflicts.add(datesOf(stay));
      }
    }
    const listed = feed.conflicts.map((one: Json) => datesOf({ start: one.start_date, end: one.end_date }));
    expect(listed.toSorted(), `conflicts\n${text}`).toEqual([...conflicts].toSorted());
    const differs = sorted().flatMap((booking): Json[] => {
      const event = findEvent(booking);
      const said = { uid: booking.uid, booking_id: booking.id };
      if (event)
        return datesOf(event) === datesOf(booking)
          ? []
          : [{ ...said, start_date: event.start, end_date: event.end, gone: false }];
      return booking.absence?.isGone ? [{ ...said, start_date: null, end_date: null, gone: true }] : [];
    });
    expect(feed.differs, `differs\n${text}`).toEqual(differs);
  }

  return {
    async act(kind: (typeof BOOKED_ACTS)[number], random: Random): Promise<void> {
      story.push(await acts[kind](random));
      await sweep();
      await expectRules();
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
