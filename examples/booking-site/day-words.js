import { longDay, money, shortMoney } from './format.js';
import { fill, sentences } from './sentences.js';
import { isDepartureOnly, whyNoArrival, whyNoDeparture } from './stays.js';

/**
 * What a calendar shows: the days that are known, the stay as far as it is picked, and the days to blame for a refusal.
 *
 * @typedef {{ days: ReadonlyMap<string, import('./api.js').Day>, checkIn: string | null, checkOut: string | null,
 *   problems: ReadonlySet<string> }} CalendarState
 * @typedef {{ today: string, currency: string }} Where
 */

/**
 * Whether the next pick is the last day of the stay, and could be this day.
 *
 * @param {CalendarState} state
 * @param {string} date
 */
export const isEndWanted = ({ checkIn, checkOut }, date) =>
  checkIn !== null && checkOut === null && date > checkIn;

/**
 * The look of a day: its classes, the text under its number, and what it can be picked for.
 *
 * @param {string} date
 * @param {CalendarState} state
 * @param {Where} where
 */
export function lookOf(date, state, { today, currency }) {
  const { days, checkIn, checkOut, problems } = state;
  const day = days.get(date);
  const noArrival = whyNoArrival(days, date);
  const refusal = checkIn && isEndWanted(state, date) ? whyNoDeparture(days, checkIn, date) : noArrival;
  const isEdge = date === checkIn || date === checkOut;
  const isWithin = !!checkIn && !!checkOut && date > checkIn && date < checkOut;
  const isEndOnly = date >= today && isDepartureOnly(days, date);
  const classes = {
    'is-unknown': !day,
    'is-past': date < today,
    'is-taken': !!day && !day.available && !isEndOnly,
    'is-end-only': isEndOnly,
    'is-no-arrival': !!day?.available && noArrival !== null,
    'is-not-offered': refusal !== null && !isEdge,
    'is-offered': refusal === null,
    'is-within': isWithin,
    'is-start': date === checkIn,
    'is-alone': date === checkIn && !checkOut,
    'is-end': date === checkOut,
    'is-problem': problems.has(date),
  };
  return {
    classes: Object.entries(classes).flatMap(([name, holds]) => (holds ? [name] : [])),
    price: day?.available ? shortMoney(day.day_rate, currency) : isEndOnly ? sentences.day.out : '',
    isSelected: isEdge || isWithin,
    isOffered: refusal === null || isEdge,
  };
}

/**
 * A day in words: its price, what it can be picked for, and why not.
 *
 * @param {string} date
 * @param {CalendarState} state
 * @param {Where} where
 */
export function labelOf(date, state, { today, currency }) {
  const { days, checkIn, checkOut, problems } = state;
  const day = days.get(date);
  const { day: words } = sentences;
  const parts = [longDay(date)];
  if (date === checkIn) parts.push(words.yourArrival);
  if (date === checkOut) parts.push(words.yourDeparture);
  if (date < today) return [...parts, words.past].join(', ');
  if (!day) return [...parts, words.unknown].join(', ');
  if (day.available) parts.push(money(day.day_rate, currency));
  if (problems.has(date)) parts.push(words.problem);
  if (checkIn && isEndWanted(state, date)) {
    parts.push(departureWords(whyNoDeparture(days, checkIn, date), days.get(checkIn)));
  } else if (!day.available) {
    parts.push(isDepartureOnly(days, date) ? words.onlyDeparture : words.taken);
  } else parts.push(...arrivalWords(whyNoArrival(days, date), day));
  return parts.join(', ');
}

/** @param {ReturnType<typeof whyNoArrival>} refusal @param {import('./api.js').Day} day */
function arrivalWords(refusal, day) {
  const { noArrival, arrival, minimumStay, doesNotFit } = sentences.day;
  const minStay = day.min_stay > 1 ? [fill(minimumStay, { count: day.min_stay })] : [];
  if (refusal === 'closed_for_arrival') return [noArrival];
  if (refusal === 'too_short') return [noArrival, ...minStay, doesNotFit];
  return [arrival, ...minStay];
}

/** @param {ReturnType<typeof whyNoDeparture>} refusal @param {import('./api.js').Day | undefined} arrival */
function departureWords(refusal, arrival) {
  const { day } = sentences;
  if (refusal === null) return day.departure;
  if (refusal === 'min_stay') return fill(day.tooShort, { count: arrival?.min_stay ?? 1 });
  if (refusal === 'too_long') return day.tooLong;
  if (refusal === 'closed_for_departure') return day.noDeparture;
  if (refusal === 'taken_between') return day.takenBetween;
  return day.unknown;
}
