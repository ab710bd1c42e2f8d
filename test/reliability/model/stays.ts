/** Whether a stay is available and why not (contract, section 6), and the calendar (section 7). */
import { between, type Day, later, nights, plus } from './dates.ts';
import { baseRate, type Stay } from './price.ts';
import { SAYS } from './sentences.ts';
import { type Booking, isFree, isLive, type State, type Taking, takingsOf, todayOf } from './state.ts';
import {
  activeUnitsOf,
  type Coupon,
  couponByCode,
  isBookable,
  type Listing,
  ruleOf,
  seasonOf,
  type Unit,
} from './team.ts';

export type Reason = {
  code: string;
  message: string;
  required: number | null;
  actual: number | null;
  dates: Day[];
};

const reason = (code: string, message: string, more: Partial<Reason> = {}): Reason => ({
  code,
  message,
  required: null,
  actual: null,
  dates: [],
  ...more,
});

const minStayOn = (listing: Listing, day: Day) =>
  ruleOf(listing, day)?.min_stay ?? seasonOf(listing, day)?.min_stay ?? listing.rules.min_stay ?? 1;

const maxStayOn = (listing: Listing, day: Day) =>
  ruleOf(listing, day)?.max_stay ?? seasonOf(listing, day)?.max_stay ?? listing.rules.max_stay;

/** The part of a stay that is new: everything if it is not booked yet. */
export type Scope = { booking: Booking | null; override: boolean };

/** Every rule that a stay fails, in order. A change is checked only for what it changes. */
export function reasonsFor(state: State, listing: Listing, stay: Stay, scope: Scope): Reason[] {
  const { booking, override } = scope;
  const isMoved = booking?.check_in !== stay.check_in || booking.check_out !== stay.check_out;
  const nightsLost = isMoved ? nightReasons(state, listing, stay, scope) : [];
  if (override) return nightsLost;
  return [
    ...(isMoved && !isBookable(state.team, listing)
      ? [reason('listing_not_bookable', SAYS.listing_not_bookable)]
      : []),
    ...arrivalReasons(state, listing, stay, booking),
    ...windowReasons(state, listing, stay, booking),
    ...guestReasons(listing, stay, booking),
    ...lengthReasons(listing, stay, booking),
    ...doorReasons(listing, stay, booking),
    ...nightsLost,
  ];
}

function arrivalReasons(
  state: State,
  { rules }: Listing,
  { check_in }: Stay,
  booking: Booking | null,
): Reason[] {
  if (booking?.check_in === check_in) return [];
  const today = todayOf(state);
  const notice = rules.advance_notice_days ?? 0;
  const dates = [check_in];
  if (check_in < today) return [reason('past_date', SAYS.past_date, { dates })];
  if (check_in >= plus(today, notice)) return [];
  const actual = between(today, check_in);
  return [reason('advance_notice', SAYS.advance_notice(notice), { required: notice, actual, dates })];
}

/** The stay's nights that its booking does not have yet. */
const addedNights = ({ check_in, check_out }: Stay, booking: Booking | null): Day[] =>
  nights(check_in, check_out).filter(
    (night) => !booking || night < booking.check_in || night >= booking.check_out,
  );

function windowReasons(state: State, { rules }: Listing, stay: Stay, booking: Booking | null): Reason[] {
  const required = rules.booking_window_days;
  if (required === null) return [];
  const today = todayOf(state);
  const dates = addedNights(stay, booking).filter((night) => between(today, night) > required);
  const last = dates.at(-1);
  if (last === undefined) return [];
  const actual = between(today, last);
  return [reason('booking_window', SAYS.booking_window(required), { required, actual, dates })];
}

function guestReasons(
  { max_guests: required }: Listing,
  { guests }: Stay,
  booking: Booking | null,
): Reason[] {
  if (guests <= required || booking?.number_of_guests === guests) return [];
  return [reason('guests_exceeded', SAYS.guests_exceeded(required), { required, actual: guests })];
}

function lengthReasons(listing: Listing, { check_in, check_out }: Stay, booking: Booking | null): Reason[] {
  const actual = between(check_in, check_out);
  if (booking && between(booking.check_in, booking.check_out) === actual) return [];
  const min = minStayOn(listing, check_in);
  const max = maxStayOn(listing, check_in);
  const reasons: Reason[] = [];
  if (actual < min) reasons.push(reason('min_stay', SAYS.min_stay(min), { required: min, actual }));
  if (max !== null && actual > max)
    reasons.push(reason('max_stay', SAYS.max_stay(max), { required: max, actual }));
  return reasons;
}

function doorReasons(listing: Listing, { check_in, check_out }: Stay, booking: Booking | null): Reason[] {
  const reasons: Reason[] = [];
  if (booking?.check_in !== check_in && ruleOf(listing, check_in)?.closed_for_arrival)
    reasons.push(reason('closed_for_arrival', SAYS.closed_for_arrival(check_in), { dates: [check_in] }));
  if (booking?.check_out !== check_out && ruleOf(listing, check_out)?.closed_for_departure)
    reasons.push(
      reason('closed_for_departure', SAYS.closed_for_departure(check_out), { dates: [check_out] }),
    );
  return reasons;
}

const isClosed = (listing: Listing, night: Day) => ruleOf(listing, night)?.closed === true;

/** The units among these that are free for nights `[from, to)`. */
const freeFor = (takings: readonly Taking[], units: readonly Unit[], from: Day, to: Day) =>
  units.filter(({ id }) => isFree(takings, id, from, to));

/** How many of the free units can be sold. For a building one, if all are free. */
const soldFrom = ({ kind }: Listing, free: readonly Unit[], units: readonly Unit[]): number =>
  kind === 'building' ? Number(units.length > 0 && free.length === units.length) : free.length;

/** Nights that are closed, or on which nothing is free for the whole stay and its preparation. */
function nightReasons(state: State, listing: Listing, stay: Stay, { booking, override }: Scope): Reason[] {
  const { check_in, check_out } = stay;
  const preparation = booking?.preparationDays ?? listing.rules.preparation_days;
  const end = plus(check_out, preparation);
  const takings = takingsOf(state, booking ?? undefined);
  const units = unitsFor(state, listing, booking);
  const closed = override ? [] : addedNights(stay, booking).filter((night) => isClosed(listing, night));
  const left = (from: Day, to: Day) => soldFrom(listing, freeFor(takings, units, from, to), units);
  if (closed.length === 0 && left(check_in, end) > 0) return [];
  const taken = nights(check_in, end).filter((night) => left(night, plus(night, 1)) === 0);
  const dates = [...new Set([...closed, ...taken])].sort();
  if (dates.length === 0) {
    const someTaken = nights(check_in, end).filter(
      (night) => freeFor(takings, units, night, plus(night, 1)).length < units.length,
    );
    return [reason('dates_unavailable', SAYS.no_single_unit, { dates: someTaken })];
  }
  const message = dates.some((night) => night < check_out)
    ? SAYS.nights_unavailable
    : SAYS.no_nights_to_prepare(preparation);
  return [reason('dates_unavailable', message, { dates })];
}

/** The units that a stay can get: the active ones, and for a change its own. */
export function unitsFor(state: State, listing: Listing, booking: Booking | null): Unit[] {
  const active = activeUnitsOf(state.team, listing);
  if (!booking || booking.whole_building) return active;
  return listing.units.filter((unit) => active.includes(unit) || booking.unitIds.includes(unit.id));
}

export function unitsLeft(state: State, listing: Listing, { check_in, check_out }: Stay): number {
  const isAnyClosed = nights(check_in, check_out).some((night) => isClosed(listing, night));
  if (isAnyClosed || !isBookable(state.team, listing)) return 0;
  const units = activeUnitsOf(state.team, listing);
  const end = plus(check_out, listing.rules.preparation_days);
  return soldFrom(listing, freeFor(takingsOf(state), units, check_in, end), units);
}

/** The coupon, or its first condition that fails. */
export function couponFor(
  state: State,
  listing: Listing,
  { check_in, check_out }: Stay,
  code: string,
): { coupon: Coupon } | { refusal: string; why: string } {
  const coupon = couponByCode(state.team, code);
  const today = todayOf(state);
  const { coupon: says } = SAYS;
  const no = (why: string, refusal: string) => ({ why, refusal });
  if (!coupon?.active) return no(coupon ? 'inactive' : 'unknown', says.unknown);
  const { valid_from, valid_until, stay_from, stay_until, min_nights, max_redemptions, listings } = coupon;
  if (valid_from !== null && today < valid_from) return no('valid_from', says.valid_from(valid_from));
  if (valid_until !== null && today > valid_until) return no('valid_until', says.valid_until(valid_until));
  if (stay_from !== null && check_in < stay_from) return no('stay_from', says.stay_from(stay_from));
  if (stay_until !== null && check_out > stay_until) return no('stay_until', says.stay_until(stay_until));
  if (min_nights !== null && between(check_in, check_out) < min_nights)
    return no('min_nights', says.min_nights(min_nights));
  if (listings !== null && !listings.includes(listing.slug)) return no('listings', says.listings);
  const redeemed = state.bookings.filter(
    (one) => isLive(state, one) && one.coupon_code === coupon.code,
  ).length;
  if (max_redemptions !== null && redeemed >= max_redemptions)
    return no('max_redemptions', says.max_redemptions);
  return { coupon };
}

/** One day of the calendar. */
export function calendarDay(state: State, listing: Listing, date: Day, takings = takingsOf(state)) {
  const { booking_window_days: window, advance_notice_days: notice, preparation_days } = listing.rules;
  const today = todayOf(state);
  const rule = ruleOf(listing, date);
  const units = activeUnitsOf(state.team, listing);
  const free = freeFor(takings, units, date, plus(date, 1 + preparation_days));
  const isInside = date >= today && (window === null || date <= plus(today, window));
  const canBeSold = isInside && !rule?.closed && isBookable(state.team, listing);
  const left = canBeSold ? soldFrom(listing, free, units) : 0;
  return {
    date,
    available: left > 0,
    status: left > 0 ? 'available' : 'unavailable',
    units_left: String(left),
    day_rate: baseRate(listing, date),
    min_stay: minStayOn(listing, date),
    closed_for_arrival:
      rule?.closed_for_arrival === true || (date >= today && date < later(today, plus(today, notice ?? 0))),
    closed_for_departure: rule?.closed_for_departure === true,
  };
}

export function calendarOf(state: State, listing: Listing, from: Day, to: Day) {
  const takings = takingsOf(state);
  return nights(from, plus(to, 1)).map((date) => calendarDay(state, listing, date, takings));
}

/** The number of nights in a row that a unit is free from a day on, forwards or backwards, up to 365. */
function gapFrom(takings: readonly Taking[], unitId: string, from: Day, step: 1 | -1): number {
  const own = takings.filter((taking) => taking.unitId === unitId);
  let count = 0;
  for (let night = from; count < 365 && isFree(own, unitId, night, plus(night, 1)); night = plus(night, step))
    count += 1;
  return count;
}

/** The unit that a stay gets: its own if that is free, else the one that leaves the smallest gaps. */
export function chosenUnit(
  state: State,
  listing: Listing,
  stay: Stay,
  booking: Booking | null,
): Unit | undefined {
  const end = plus(stay.check_out, booking?.preparationDays ?? listing.rules.preparation_days);
  const takings = takingsOf(state, booking ?? undefined);
  const free = freeFor(takings, unitsFor(state, listing, booking), stay.check_in, end);
  const own = free.find(({ id }) => booking?.unitIds.includes(id));
  const gap = ({ id }: Unit) =>
    gapFrom(takings, id, plus(stay.check_in, -1), -1) + gapFrom(takings, id, end, 1);
  return own ?? free.sort((a, b) => gap(a) - gap(b) || (a.name < b.name ? -1 : 1))[0];
}
