import { cardOf, listSkeleton, pager } from './cards.js';
import { h, put } from './dom.js';
import { count } from './format.js';
import { priceTag } from './price-tag.js';
import { searchBar } from './search-bar.js';
import { readStay, stayParameters } from './stay-address.js';

/**
 * @typedef {import('./api.js').Listing} Listing
 * @typedef {{ api: import('./api.js').Api, site: import('./site.js').Site }} Context
 */

/** All places of the team, a page at a time. @param {HTMLElement} main @param {Context & { page: number }} context */
export async function showList(main, { api, site, page }) {
  put(main, listSkeleton());
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
      data.length > 0
        ? searchBar(readStay(location.search), (stay) =>
            location.assign(site.listAddress(stayParameters(stay))),
          )
        : null,
    ),
    data.length > 0
      ? h(
          'ul',
          { class: 'cards' },
          data.map((listing, index) => card(listing, index, { api, site })),
        )
      : h('p', { class: 'notice' }, 'There is nothing to book here yet. Please come back later.'),
    pager(meta, (number) => site.listAddress(number > 1 ? { page: String(number) } : {})),
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
  return cardOf(listing, {
    href: site.listingAddress(listing.slug),
    isLazy: index > 2,
    details: [
      rooms.length > 0 ? h('p', { class: 'size' }, roomsInWords(listing)) : null,
      priceTag(api, slugs, listing),
    ],
  });
}

/** @param {Listing} listing */
const roomsInWords = ({ unit_types: rooms, whole_building: whole }) =>
  `${count(rooms.length, 'kind')} of room${whole ? ', or the whole house' : ''}`;
