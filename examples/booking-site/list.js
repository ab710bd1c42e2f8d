import { h, put } from './dom.js';
import { count } from './format.js';
import { inOrder, picture } from './pictures.js';
import { priceTag } from './price-tag.js';
import { sizeOf, typeOf } from './words.js';

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
          ? `${count(meta.total, 'place')}${inCities(cities)}, with every free date and the full price before you decide.`
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
  const rooms = listing.unit_types;
  const slugs = rooms.length > 0 ? rooms.map(({ slug }) => slug) : [listing.slug];
  return h(
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
          [typeOf(listing), listing.address.city].filter((part) => part !== null).join(' · '),
        ),
        h('h2', {}, listing.public_title),
        h('p', { class: 'headline' }, listing.headline ?? ''),
        h('p', { class: 'size' }, sizeOf(listing).join(' · ')),
        rooms.length > 0 ? h('p', { class: 'size' }, roomsInWords(listing)) : null,
        priceTag(api, slugs, listing),
      ),
    ),
  );
}

/** @param {Listing} listing */
const roomsInWords = ({ unit_types: rooms, whole_building: whole }) =>
  `${count(rooms.length, 'kind')} of room${whole ? ', or the whole house' : ''}`;

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
