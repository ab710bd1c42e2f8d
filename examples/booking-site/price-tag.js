import { ApiError } from './api.js';
import { h, put } from './dom.js';
import { addDays, money, todayIn } from './format.js';
import { fill, fillNodes, sentences } from './sentences.js';

/** For the lowest price. */
const DAYS_AHEAD = 60;

/** @typedef {{ currency: string, timezone: string }} Terms */

/**
 * "from €98 a night": the lowest price of the free nights in the coming weeks. It is requested when the element is near
 * the visible part of the page.
 *
 * @param {import('./api.js').Api} api
 * @param {readonly string[]} slugs
 * @param {Terms} terms
 */
export function priceTag(api, slugs, terms) {
  const element = h('p', { class: 'card-price' }, '\u00a0');
  whenSeen(element, async () => {
    const days = await daysAhead(api, slugs, todayIn(terms.timezone));
    if (days === null) return;
    const rates = days.flatMap((day) => (day.available ? [day.day_rate] : []));
    put(
      element,
      ...(rates.length > 0
        ? priceFrom(rates, terms.currency)
        : [fill(sentences.list.nothingFree, { days: DAYS_AHEAD })]),
    );
  });
  return element;
}

/** On one day at least. @param {Iterable<import('./api.js').Day>} days */
export const hasSeveralUnits = (days) => [...days].some(({ units_left: left }) => Number(left) > 1);

/**
 * Says that the place's last unit is left, if it has several: a house that is let as a whole is always "the last one".
 * The calendar says how many there are. It is requested when the element is near the visible part of the page.
 *
 * @param {import('./api.js').Api} api
 * @param {{ slug: string, timezone: string }} listing
 */
export function lastOne(api, { slug, timezone }) {
  const element = h('p');
  whenSeen(element, async () => {
    const days = await daysAhead(api, [slug], todayIn(timezone));
    if (!hasSeveralUnits(days ?? [])) return;
    element.className = 'last';
    put(element, sentences.search.lastOne);
  });
  return element;
}

/** @param {readonly number[]} rates @param {string} currency */
export function priceFrom(rates, currency) {
  const lowest = money(Math.min(...rates), currency, { trailingZeroDisplay: 'stripIfInteger' });
  return fillNodes(sentences.list.priceFrom, { price: h('strong', {}, lowest) });
}

/**
 * Returns null if the days cannot be read. A card without a price is still useful.
 *
 * @param {import('./api.js').Api} api
 * @param {readonly string[]} slugs
 * @param {string} today
 */
async function daysAhead(api, slugs, today) {
  try {
    const calendars = await Promise.all(
      slugs.map((slug) => api.calendar(slug, today, addDays(today, DAYS_AHEAD))),
    );
    return calendars.flat();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** @param {Element} element @param {() => void} then */
function whenSeen(element, then) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: '100px' },
  );
  observer.observe(element);
}
