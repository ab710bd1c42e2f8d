/**
 * A channel's calendar on one unit, and the bookings that are its events, all in memory. What must be so afterwards is
 * said by a model that knows only the rules (docs/rules.md, 18.6, 18.7, 18.13 to 18.15).
 */
import { expect } from 'vitest';
import { fromDayNumber, toDayNumber } from '../../../../src/domain/dates/dates.ts';
import type { NightSpan } from '../../../../src/domain/inventory/inventory.ts';
import {
  type BookedStay,
  type FeedDifference,
  findBookedEvents,
  listDifferences,
  listEventsToPlace,
  type MissingEvent,
  mayBecomeBooking,
} from '../../../../src/options/calendars/domain/booked-events.ts';
import type { FeedEvent } from '../../../../src/options/calendars/domain/events.ts';
import { toNights, toSpans } from '../../../../src/options/calendars/domain/nights.ts';
import {
  type FeedBlock,
  type FeedConflict,
  type PlannedBlock,
  placeNights,
} from '../../../../src/options/calendars/domain/placing.ts';
import { absorbReading, type FeedMemory } from '../../../../src/options/calendars/domain/reading.ts';
import { TODAY, WINDOW } from './simulated-channels.ts';

const FEED = 'feed';
const START = Date.parse('2031-05-05T10:00:00Z');

/** A booking of the feed's unit, or of another one. */
type Booking = BookedStay & { isHere: boolean };
type Block = FeedBlock & { event: NightSpan };
/** What the rules say of a booking whose event is not in the calendar: since when, and whether it is gone. */
type Absence = { since: number; isSudden: boolean; isGone: boolean };

const nightsOf = ({ startDate, endDate }: NightSpan): number[] =>
  Array.from(
    { length: toDayNumber(endDate) - toDayNumber(startDate) },
    (_, nth) => toDayNumber(startDate) + nth,
  );
const aheadOf = (span: NightSpan) => nightsOf(span).filter((night) => night >= WINDOW.from);
const spanOf = ({ checkIn, checkOut }: BookedStay): NightSpan => ({ startDate: checkIn, endDate: checkOut });
const datesOf = ({ startDate, endDate }: NightSpan) => `${startDate}/${endDate}`;
const areSame = (one: NightSpan, other: NightSpan) => String(aheadOf(one)) === String(aheadOf(other));

export function createBookedUnit() {
  let minutes = 0;
  let made = 0;
  const newId = () => {
    made += 1;
    return `${made}`;
  };
  /** What the channel has: an event that is cancelled stays in its calendar as such. */
  let calendar: (FeedEvent & { isCancelled?: boolean })[] = [];
  let bookings: Booking[] = [];
  let blocks: Block[] = [];
  let memory: FeedMemory = { events: [], wanted: new Set(), leaving: new Map() };
  let differs: FeedDifference[] = [];
  let missing: MissingEvent[] = [];
  let conflicts: FeedConflict[] = [];
  /** The model. */
  let known: FeedEvent[] = [];
  let wanted = new Set<number>();
  const absences = new Map<string, Absence>();
  const ofBooking = new Map<string, string>();

  function settle(reading: { events: FeedEvent[]; isComplete: boolean; cancelledUids: Set<string> } | null) {
    const now = new Date(START + minutes * 60_000);
    const held = toNights(blocks, WINDOW);
    const after = reading
      ? absorbReading(memory, reading, { held, shown: new Map() }, { window: WINDOW, now })
      : { ...memory, freed: new Set<number>(), isShrunk: false };
    const stays = bookings.filter(({ isHere, feedId }) => isHere || feedId === FEED);
    const booked = findBookedEvents(
      FEED,
      after.events,
      stays.map((stay) => ({ ...stay, isOfChannel: stay.isOfChannel && stay.isHere })),
    );
    for (const { booking, event } of booked) {
      const linked = { feedId: FEED, feedUid: event.uid };
      Object.assign(bookings.find(({ id }) => id === booking.id) ?? {}, linked);
    }
    const said = listDifferences(
      FEED,
      {
        stays,
        booked,
        reading: reading && { ...reading, isShrunk: after.isShrunk },
        before: { missing, differs },
      },
      { today: TODAY, now },
    );
    const events = listEventsToPlace(after.events, {
      stays: bookings.filter(({ feedId }) => feedId === FEED),
      booked,
    });
    const plan = placeNights(
      {
        events,
        wanted: after.wanted.intersection(toNights(events, WINDOW)),
        held: blocks,
        freed: after.freed,
        others: bookings
          .filter(({ isHere }) => isHere)
          .map((booking) => ({
            ...spanOf(booking),
            bookingId: booking.id,
            blockId: null,
            stays: new Set<string>(),
          })),
      },
      { window: WINDOW, newId },
    );
    const eventOf = ({ id, owner }: PlannedBlock): NightSpan => {
      if ('id' in owner) return blocks.find((block) => block.id === id)?.event ?? owner;
      return ('whole' in owner && owner.whole) || owner;
    };
    blocks = plan.blocks.map((block) => ({ ...block, event: eventOf(block) }));
    ({ differs, missing } = said);
    ({ conflicts } = plan);
    memory = after;
  }

  /** What the rules make of a calendar, of which only the first events may have been read. */
  function follow(reading: { events: FeedEvent[]; isComplete: boolean; cancelledUids: Set<string> } | null) {
    if (reading) {
      const read = new Set(reading.events.flatMap(aheadOf));
      const isSudden =
        reading.isComplete &&
        (read.size === 0 || (wanted.size >= 8 && wanted.intersection(read).size * 2 < wanted.size));
      // What a calendar that was read in part does not have is as it was.
      const kept = reading.isComplete
        ? []
        : known
            .filter((event) => aheadOf(event).some((night) => wanted.has(night) && !read.has(night)))
            .map((event) => ({
              ...event,
              isOld:
                event.isOld ||
                reading.cancelledUids.has(event.uid) ||
                reading.events.some(({ uid }) => uid === event.uid),
            }));
      wanted = reading.isComplete ? read : wanted.union(read);
      known = [...reading.events, ...kept];
      linkAll();
      for (const booking of bookings) followAbsence(booking, reading, isSudden);
    } else linkAll();
  }

  const findEvent = ({ id }: BookedStay) =>
    known.find(({ uid, isOld }) => !isOld && uid === ofBooking.get(id));

  /** A booking without an event is the one of its unit, source and dates, and one whose event has another UID too. */
  function linkAll(): void {
    const taken = new Set(bookings.flatMap((booking) => findEvent(booking) ?? []));
    for (const booking of bookings) {
      if (findEvent(booking)) continue;
      if (!ofBooking.has(booking.id) && !(booking.isHere && booking.isOfChannel)) continue;
      const sorted = known.filter(({ isOld }) => !isOld).toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
      const event = sorted.find((one) => !taken.has(one) && datesOf(one) === datesOf(spanOf(booking)));
      if (!event) continue;
      taken.add(event);
      ofBooking.set(booking.id, event.uid);
      absences.delete(booking.id);
    }
  }

  function followAbsence(
    booking: Booking,
    reading: { isComplete: boolean; cancelledUids: Set<string> },
    isSudden: boolean,
  ): void {
    const uid = ofBooking.get(booking.id);
    if (uid === undefined) return;
    const before = absences.get(booking.id);
    if (findEvent(booking)) absences.delete(booking.id);
    else if (reading.cancelledUids.has(uid))
      absences.set(booking.id, { since: minutes, isSudden, isGone: true });
    else if (!before && reading.isComplete)
      absences.set(booking.id, { since: minutes, isSudden, isGone: false });
    else if (before && !before.isGone) {
      const isLongSudden = before.isSudden || isSudden;
      const isGone = reading.isComplete && minutes - before.since >= (isLongSudden ? 60 : 10);
      absences.set(booking.id, { ...before, isSudden: isLongSudden, isGone });
    }
  }

  function expectRules(story: readonly string[]): void {
    const text = story.join('\n');
    const ownOf = (event: FeedEvent) =>
      bookings.filter(
        (one) => ofBooking.get(one.id) === event.uid && (event.isOld || findEvent(one) === event),
      );
    const blocked = toNights(blocks, WINDOW);
    const soldHere = new Set(bookings.filter(({ isHere }) => isHere).flatMap((one) => aheadOf(spanOf(one))));
    const inTheWay: string[] = [];
    for (const event of known) {
      const own = new Set(ownOf(event).flatMap((booking) => aheadOf(spanOf(booking))));
      for (const night of aheadOf(event)) {
        const isClosed = blocked.has(night) || soldHere.has(night);
        expect(isClosed || own.has(night), `${fromDayNumber(night)} of ${event.uid} is free\n${text}`).toBe(
          true,
        );
        const isOfOther = bookings.some(
          (one) => one.isHere && !ownOf(event).includes(one) && aheadOf(spanOf(one)).includes(night),
        );
        if (isOfOther && !own.has(night)) inTheWay.push(datesOf(event));
      }
    }
    expect(conflicts.map(datesOf).sort(), `conflicts\n${text}`).toEqual([...new Set(inTheWay)].sort());
    expect(blocked.intersection(soldHere).size, `a block and a booking\n${text}`).toBe(0);

    const expected = bookings.flatMap((booking): FeedDifference[] => {
      const uid = ofBooking.get(booking.id);
      const event = findEvent(booking);
      const said = { uid: uid ?? '', bookingId: booking.id };
      if (event)
        return areSame(event, spanOf(booking))
          ? []
          : [{ ...said, startDate: event.startDate, endDate: event.endDate }];
      return absences.get(booking.id)?.isGone ? [{ ...said, startDate: null, endDate: null }] : [];
    });
    expect(differs, `differs\n${text}`).toEqual(expected);
    expect(
      bookings.map(({ id, feedUid }) => [id, feedUid ?? undefined]),
      `links\n${text}`,
    ).toEqual(bookings.map(({ id }) => [id, ofBooking.get(id)]));
  }

  const compare = () => {
    settle(null);
    follow(null);
  };
  const isFree = (span: NightSpan, { isHere, except }: { isHere: boolean; except?: Booking }) => {
    const taken = new Set(
      bookings
        .filter((one) => one !== except && one.isHere === isHere)
        .flatMap((one) => nightsOf(spanOf(one))),
    );
    const ofOthers = isHere ? blocks.filter(({ uid }) => !except || uid !== except.feedUid) : [];
    for (const night of ofOthers.flatMap(nightsOf)) taken.add(night);
    return nightsOf(span).every((night) => !taken.has(night));
  };

  return {
    expectRules,
    wait(passed: number): void {
      minutes += passed;
    },
    sell(span: NightSpan): string {
      const uid = `event-${newId().padStart(4, '0')}`;
      calendar.push({ uid, ...span });
      return `the channel sells ${uid} ${datesOf(span)}`;
    },
    /** The channel moves, cancels, forgets or renames one of its stays. */
    alter(nth: number, how: 'move' | 'cancel' | 'forget' | 'rename', span: NightSpan): string {
      const event = calendar[nth % Math.max(1, calendar.length)];
      if (!event) return 'nothing to alter';
      if (how === 'move') Object.assign(event, span);
      if (how === 'cancel') event.isCancelled = !event.isCancelled;
      if (how === 'rename') event.uid = `event-${newId().padStart(4, '0')}`;
      if (how === 'forget') calendar = calendar.filter((one) => one !== event);
      return `the channel: ${how} ${event.uid} ${datesOf(event)}`;
    },
    read(isComplete: boolean): string {
      const live = calendar.filter(({ isCancelled }) => !isCancelled);
      const events = (isComplete ? live : live.slice(0, Math.ceil(live.length / 2))).map(
        ({ uid, startDate, endDate }) => ({ uid, startDate, endDate }),
      );
      const cancelledUids = new Set(calendar.filter(({ isCancelled }) => isCancelled).map(({ uid }) => uid));
      settle({ events, isComplete, cancelledUids });
      follow({ events, isComplete, cancelledUids });
      return `read ${events.map(({ uid }) => uid)} ${isComplete ? '' : 'in part '}after ${minutes} minutes`;
    },
    book(span: NightSpan, isOfChannel: boolean, isHere: boolean): string {
      if (span.startDate < TODAY || !isFree(span, { isHere })) return 'no booking';
      const dates = { checkIn: span.startDate, checkOut: span.endDate };
      bookings.push({ id: newId(), ...dates, feedId: null, feedUid: null, isOfChannel, isHere });
      sortBookings();
      compare();
      return `booked ${datesOf(span)}${isOfChannel ? ' of the channel' : ''}${isHere ? '' : ' elsewhere'}`;
    },
    /** Makes a booking of a block that has exactly its event's nights from today on. */
    enter(nth: number): string {
      const block = blocks[nth % Math.max(1, blocks.length)];
      const ofUid = bookings.filter(({ feedUid }) => feedUid === block?.uid).length;
      const isOpen =
        block &&
        mayBecomeBooking(
          { ...block.event, uid: block.uid },
          { events: memory.events, differs, bookings: ofUid },
        );
      if (!block || !isOpen || !areSame(block, block.event)) return 'no guest to enter';
      blocks = blocks.filter((one) => one !== block);
      const id = newId();
      const dates = { checkIn: block.startDate, checkOut: block.endDate };
      bookings.push({ id, ...dates, feedId: FEED, feedUid: block.uid, isOfChannel: true, isHere: true });
      ofBooking.set(id, block.uid);
      sortBookings();
      compare();
      return `the guest of ${block.uid} is entered as ${id}`;
    },
    change(nth: number, span: NightSpan): string {
      const booking = bookings[nth % Math.max(1, bookings.length)];
      const { isHere = true } = booking ?? {};
      if (!booking || span.startDate < TODAY || !isFree(span, { isHere, except: booking }))
        return 'no change';
      if (isHere)
        blocks = blocks.flatMap((block) =>
          toSpans(new Set(nightsOf(block)).difference(new Set(nightsOf(span)))).map((rest, index) => ({
            ...block,
            ...rest,
            id: index === 0 ? block.id : newId(),
          })),
        );
      Object.assign(booking, { checkIn: span.startDate, checkOut: span.endDate });
      sortBookings();
      compare();
      return `${booking.id} is now ${datesOf(span)}`;
    },
    move(nth: number): string {
      const booking = bookings[nth % Math.max(1, bookings.length)];
      if (!booking || !isFree(spanOf(booking), { isHere: !booking.isHere, except: booking }))
        return 'no move';
      booking.isHere = !booking.isHere;
      if (booking.isHere)
        blocks = blocks.filter((block) => {
          const own = new Set(nightsOf(spanOf(booking)));
          return !nightsOf(block).some((night) => own.has(night));
        });
      compare();
      return `${booking.id} moves ${booking.isHere ? 'here' : 'elsewhere'}`;
    },
    cancel(nth: number): string {
      const booking = bookings[nth % Math.max(1, bookings.length)];
      if (!booking) return 'nothing to cancel';
      bookings = bookings.filter((one) => one !== booking);
      compare();
      return `${booking.id} is cancelled`;
    },
  };

  function sortBookings(): void {
    bookings.sort((a, b) => toDayNumber(a.checkIn) - toDayNumber(b.checkIn) || Number(a.id) - Number(b.id));
  }
}
