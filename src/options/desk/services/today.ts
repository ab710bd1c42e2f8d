import { addDays, type StayDate, todayInZone } from '../../../domain/dates/dates.ts';
import { compareCodePoints } from '../../../domain/text/text.ts';
import { mayDo } from '../../../services/access/access.ts';
import type { SystemScope } from '../../../services/team-scope.ts';
import {
  type FrontDeskStay,
  listFrontDeskStays,
  listPendingBookings,
  listTimezonesOfListings,
  type TimezoneOfListings,
} from '../db/queries/front-desk.ts';
import { type ChannelStayOfDay, listChannelStaysOfDays } from './channel-stays.ts';
import { DESK_VIEWS, type DeskView } from './desk-views.ts';
import { type DueOfBooking, listFirstDuePayments, sumByBooking } from './dues.ts';

export type { ChannelStayOfDay, FrontDeskStay };

/** Of each list. */
const MAX_STAYS_SHOWN = 1_000;
const MAX_WAITING_SHOWN = 100;
const MAX_DUE_SHOWN = 100;

/** A booking, or a stay that a channel has sold and of which only the calendar is known. */
export type DeskStay = BookedStay | ChannelStayOfDay;
export type BookedStay = FrontDeskStay & { kind: 'booking' };

/** Who arrives, leaves and stays. */
export type DeskStays = {
  /** In the time zone of most of the team's listings. */
  today: StayDate;
  /** In the time zone of most of the team's listings. */
  from: StayDate;
  to: StayDate;
  /** Of listings whose date differs now, with their number. Empty if all have the same date. */
  otherDates: { date: StayDate; listings: number }[];
  /** Then each time is shown with its zone. */
  hasSeveralZones: boolean;
  now: Date;
  hasListings: boolean;
  arrivals: DeskStay[];
  departures: DeskStay[];
  /** Guests who arrived before the days of the view and leave after them. */
  inHouse: DeskStay[];
  isCut: boolean;
};

export type DeskDay = DeskStays & {
  waiting: FrontDeskStay[];
  /**
   * What is due of each booking by the last day of the view, by today's date at its place: the sum, and the day on which
   * the first of it is due.
   */
  due: (DueOfBooking & { isOverdue: boolean; isDueLater: boolean })[];
  /** Otherwise nothing says what is paid or due. */
  readsMoney: boolean;
};

export async function readDeskDay(scope: SystemScope, view: DeskView, timezone: string): Promise<DeskDay> {
  const { db, clock, teamId } = scope;
  const readsMoney = mayDo(scope.access, 'money:read');
  const now = clock();
  const last = Math.max(0, DESK_VIEWS[view].last);
  const until = addDays(todayInZone('UTC', now), last + 1);
  const [stays, waiting, due] = await Promise.all([
    readDeskStays(scope, view, timezone),
    listPendingBookings(db, teamId, now.getTime(), MAX_WAITING_SHOWN),
    readsMoney
      ? listFirstDuePayments(scope, { until, limit: MAX_DUE_SHOWN })
      : { payments: [], isCut: false },
  ]);
  const findToday = todayByZone(now);
  const shown = due.payments.filter(({ dueOn, timezone }) => dueOn <= addDays(findToday(timezone), last));
  return {
    ...stays,
    waiting,
    readsMoney,
    due: sumByBooking(shown).map((payment) => ({
      ...payment,
      isOverdue: payment.dueOn < findToday(payment.timezone),
      isDueLater: payment.dueOn > findToday(payment.timezone),
    })),
    isCut: stays.isCut || waiting.length === MAX_WAITING_SHOWN || due.isCut,
  };
}

/**
 * Today is another date in another time zone: stays are read if they match in any zone, and then filtered by
 * the zone of their listing.
 */
export async function readDeskStays(
  { db, clock, teamId, access }: SystemScope,
  view: DeskView,
  timezone: string,
): Promise<DeskStays> {
  const { first, last } = DESK_VIEWS[view];
  const now = clock();
  const utc = todayInZone('UTC', now);
  // Two more days are read before the view, because a departing stay took its last night a day earlier, and its
  // time zone may be a day behind.
  const days = { from: addDays(utc, first - 1), to: addDays(utc, last + 1) };
  const nights = { startDate: addDays(utc, first - 2), endDate: addDays(utc, last + 2) };
  const [zones, booked, channelStays] = await Promise.all([
    listTimezonesOfListings(db, teamId),
    listFrontDeskStays(db, teamId, nights, { nowMs: now.getTime(), limit: MAX_STAYS_SHOWN }),
    listChannelStaysOfDays({ db, teamId }, days, MAX_STAYS_SHOWN),
  ]);
  const stays: DeskStay[] = mergeByPlace(
    booked.map((stay) => ({
      ...stay,
      ...(mayDo(access, 'money:read') ? {} : { dueCents: 0 }),
      kind: 'booking' as const,
    })),
    channelStays,
  );
  const findToday = todayByZone(now);
  const today = findToday(zones[0]?.timezone ?? timezone);
  const firstAt = (stay: { timezone: string }) => addDays(findToday(stay.timezone), first);
  const lastAt = (stay: { timezone: string }) => addDays(findToday(stay.timezone), last);
  // Stays of a single day keep their order, although its date may differ between time zones.
  const inOrder = (found: DeskStay[], dateOf: (stay: DeskStay) => StayDate) =>
    first === last ? found : found.toSorted(byDate(dateOf));
  const isOfView = (date: StayDate, stay: DeskStay) => firstAt(stay) <= date && date <= lastAt(stay);
  return {
    today,
    from: addDays(today, first),
    to: addDays(today, last),
    otherDates: view === 'today' ? listDatesElsewhere(zones, findToday, today) : [],
    hasSeveralZones: zones.length > 1,
    now,
    hasListings: zones.length > 0,
    arrivals: inOrder(
      stays.filter((stay) => isOfView(stay.checkIn, stay)),
      ({ checkIn }) => checkIn,
    ),
    departures: inOrder(
      stays.filter((stay) => isOfView(stay.checkOut, stay)),
      ({ checkOut }) => checkOut,
    ),
    inHouse: stays.filter((stay) => stay.checkIn < firstAt(stay) && lastAt(stay) < stay.checkOut),
    isCut: booked.length === MAX_STAYS_SHOWN || channelStays.length === MAX_STAYS_SHOWN,
  };
}

/** By listing, unit and arrival. A booking of a whole building comes after the units of its listing. */
function mergeByPlace(booked: readonly DeskStay[], ofChannels: readonly DeskStay[]): DeskStay[] {
  if (ofChannels.length === 0) return [...booked];
  const compareNames = (a: string | null, b: string | null) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : compareCodePoints(a, b);
  return [...booked, ...ofChannels].sort(
    (a, b) =>
      compareCodePoints(a.listingTitle, b.listingTitle) ||
      compareNames(a.unitName, b.unitName) ||
      compareCodePoints(a.checkIn, b.checkIn) ||
      compareCodePoints(a.id, b.id),
  );
}

/** Stays with the same date keep the order of their places. */
const byDate =
  (dateOf: (stay: DeskStay) => StayDate) =>
  (a: DeskStay, b: DeskStay): number =>
    dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0;

function listDatesElsewhere(
  zones: readonly TimezoneOfListings[],
  zoned: (timezone: string) => StayDate,
  today: StayDate,
) {
  const byDate = Map.groupBy(zones, ({ timezone }) => zoned(timezone));
  byDate.delete(today);
  return [...byDate].map(([date, there]) => ({
    date,
    listings: there.reduce((sum, { listings }) => sum + listings, 0),
  }));
}

/** Most listings share a few zones, so each zone's date is found once. */
export function todayByZone(now: Date): (timezone: string) => StayDate {
  const dates = new Map<string, StayDate>();
  return (timezone) => dates.getOrInsertComputed(timezone, () => todayInZone(timezone, now));
}
