import { ApiError } from './api.js';
import { h, put } from './dom.js';
import { addDays, count, money, readable, todayIn } from './format.js';
import { inOrder, picture } from './pictures.js';
import { sizeOf } from './words.js';

/** How far ahead the lowest price of a card is looked for. */
const DAYS_AHEAD = 60;

/**
 * @typedef {import('./api.js').Listing} Listing
 * @typedef {{ api: import('./api.js').Api, site: import('./site.js').Site }} Context
 */

/** All places of the team, a page at a time. @param {HTMLElement} main @param {Context & { page: number }} context */
export async function showList(main, { api, site, page }) {
  put(main, skeleton());
  const { data, meta } = await api.listings(page);
  const cities = [...new Set(data.map(({ address }) => address.city).filter((city) => city !== null))];
  put(
    main,
    h(
      'div',
      { class: 'intro' },
      h('h1', {}, 'Find a place to stay'),
      h(
        'p',
        {},
        data.length > 0
          ? `${count(meta.total, 'place')}${inCities(cities)}, with every free date and the whole price before you decide.`
          : '',
      ),
    ),
    data.length > 0
      ? h(
          'ul',
          { class: 'cards' },
          data.map((listing, index) => card(listing, index, { api, site })),
        )
      : h('p', { class: 'notice' }, 'There is nothing to book here yet. Please come back later.'),
    pager(meta, site),
  );
}

/** @param {string[]} cities */
function inCities(cities) {
  if (cities.length === 0) return '';
  const shown = cities.slice(0, 3).join(', ');
  return cities.length > 3 ? ` in ${shown} and around` : ` in ${shown}`;
}

/** @param {Listing} listing @param {number} index @param {Context} context */
function card(listing, index, { api, site }) {
  const price = h('p', { class: 'card-price' }, '\u00a0');
  const rooms = listing.unit_types.length;
  const element = h(
    'li',
    { class: 'card' },
    h(
      'a',
      { href: site.listingAddress(listing.slug) },
      picture(inOrder(listing.photos)[0], '', { isLazy: index > 2 }),
      h(
        'div',
        { class: 'card-text' },
        h(
          'p',
          { class: 'kicker' },
          [readable(listing.property_type), listing.address.city].filter((part) => part !== null).join(' · '),
        ),
        h('h2', {}, listing.public_title),
        h('p', { class: 'headline' }, listing.headline ?? ''),
        h('p', { class: 'size' }, sizeOf(listing).join(' · ')),
        rooms > 0 ? h('p', { class: 'size' }, roomsInWords(listing)) : null,
        price,
      ),
    ),
  );
  whenSeen(element, async () => {
    const rates = await ratesAhead(api, listing);
    if (rates === null) return;
    if (rates.length === 0) return put(price, `Nothing free in the next ${DAYS_AHEAD} days`);
    const lowest = money(Math.min(...rates), listing.currency, { trailingZeroDisplay: 'stripIfInteger' });
    put(price, 'from ', h('strong', {}, lowest), ' a night');
  });
  return element;
}

/** @param {Listing} listing */
const roomsInWords = ({ unit_types: rooms, whole_building: whole }) =>
  `${count(rooms.length, 'kind')} of room${whole ? ', or the whole house' : ''}`;

/**
 * The prices of the free nights in the coming weeks; of a building those of its rooms. Null where they cannot be told:
 * a card without a price is still a card.
 *
 * @param {import('./api.js').Api} api
 * @param {Listing} listing
 */
async function ratesAhead(api, listing) {
  const today = todayIn(listing.timezone);
  const slugs = listing.unit_types.length > 0 ? listing.unit_types.map(({ slug }) => slug) : [listing.slug];
  try {
    const calendars = await Promise.all(
      slugs.map((slug) => api.calendar(slug, today, addDays(today, DAYS_AHEAD))),
    );
    return calendars.flat().flatMap((day) => (day.available ? [day.day_rate] : []));
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
    { rootMargin: '200px' },
  );
  observer.observe(element);
}

/** @param {import('./api.js').ListingPage['meta']} meta @param {import('./site.js').Site} site */
function pager({ current_page: page, last_page: last }, site) {
  if (last <= 1) return null;
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    page > 1 ? h('a', { class: 'button plain', href: site.listAddress(page - 1) }, 'Earlier places') : null,
    h('span', {}, `Page ${page} of ${last}`),
    page < last ? h('a', { class: 'button plain', href: site.listAddress(page + 1) }, 'More places') : null,
  );
}

const skeleton = () =>
  h(
    'div',
    { 'aria-hidden': 'true' },
    h('div', { class: 'intro' }, h('p', { class: 'bone wide' }), h('p', { class: 'bone' })),
    h(
      'div',
      { class: 'cards' },
      Array.from({ length: 6 }, () =>
        h(
          'div',
          { class: 'card' },
          h('span', { class: 'picture bone' }),
          h('p', { class: 'bone' }),
          h('p', { class: 'bone wide' }),
        ),
      ),
    ),
  );
