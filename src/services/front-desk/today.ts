import {
  type CalendarFeedProblem,
  type DuePayment,
  type FrontDeskStay,
  listCalendarFeedProblems,
  listDisabledWebhooks,
  listDuePayments,
  listFrontDeskStays,
  listPendingBookings,
  listTimezonesOfListings,
  type TimezoneOfListings,
} from '../../db/queries/front-desk/front-desk.ts';
import { addDays, type StayDate, todayInZone } from '../../domain/dates.ts';
import type { SystemScope } from '../team-scope.ts';

export type { CalendarFeedProblem, DuePayment, FrontDeskStay };

/** The most rows that each list on the page of the day shows. */
const MAX_STAYS_SHOWN = 1_000;
const MAX_WAITING_SHOWN = 100;
const MAX_DUE_SHOWN = 100;

export type DeskDay = {
  /** The date in the time zone of most of the team's listings. */
  today: StayDate;
  /**
   * The other dates that are today at some listings, and the number of these listings, empty if all have the
   * same date.
   */
  otherDates: { date: StayDate; listings: number }[];
  /** Whether times on the page need their time zone. */
  hasSeveralZones: boolean;
  now: Date;
  hasListings: boolean;
  arrivals: FrontDeskStay[];
  departures: FrontDeskStay[];
  /** Guests who came before today and leave after it. */
  inHouse: FrontDeskStay[];
  waiting: FrontDeskStay[];
  due: (DuePayment & { isOverdue: boolean })[];
  feedProblems: CalendarFeedProblem[];
  disabledWebhooks: { id: string; url: string; disabledReason: string | null }[];
  /** Whether a list of the day is longer than what is shown. */
  isCut: boolean;
};

/**
 * Each listing has its own today: a stay is read if it may be of today in any time zone, and then its
 * listing's zone decides.
 */
export async function readDeskDay({ db, clock, teamId }: SystemScope, timezone: string): Promise<DeskDay> {
  const now = clock();
  const nowMs = now.getTime();
  const utc = todayInZone('UTC', now);
  // A booking that departs today took its last night a day before, perhaps in a zone that is a day behind.
  const nights = { startDate: addDays(utc, -2), endDate: addDays(utc, 2) };
  const [zones, stays, waiting, due, feedProblems, disabledWebhooks] = await Promise.all([
    listTimezonesOfListings(db, teamId),
    listFrontDeskStays(db, teamId, nights, { nowMs, limit: MAX_STAYS_SHOWN }),
    listPendingBookings(db, teamId, nowMs, MAX_WAITING_SHOWN),
    listDuePayments(db, teamId, { until: addDays(utc, 1), nowMs, limit: MAX_DUE_SHOWN }),
    listCalendarFeedProblems(db, teamId),
    listDisabledWebhooks(db, teamId),
  ]);
  const findToday = todayByZone(now);
  const at = (stay: FrontDeskStay) => findToday(stay.timezone);
  const today = findToday(zones[0]?.timezone ?? timezone);
  return {
    today,
    otherDates: listDatesElsewhere(zones, findToday, today),
    hasSeveralZones: zones.length > 1,
    now,
    hasListings: zones.length > 0,
    arrivals: stays.filter((stay) => stay.checkIn === at(stay)),
    departures: stays.filter((stay) => stay.checkOut === at(stay)),
    inHouse: stays.filter((stay) => stay.checkIn < at(stay) && at(stay) < stay.checkOut),
    waiting,
    due: due
      .map((payment) => ({ ...payment, isOverdue: payment.dueOn < findToday(payment.timezone) }))
      .filter((payment) => payment.dueOn <= findToday(payment.timezone)),
    feedProblems,
    disabledWebhooks,
    isCut:
      stays.length === MAX_STAYS_SHOWN ||
      waiting.length === MAX_WAITING_SHOWN ||
      due.length === MAX_DUE_SHOWN,
  };
}

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
function todayByZone(now: Date): (timezone: string) => StayDate {
  const dates = new Map<string, StayDate>();
  return (timezone) => dates.getOrInsertComputed(timezone, () => todayInZone(timezone, now));
}
