import { cardOf, listSkeleton, pager } from './cards.js';
import { askUs, contactLinks, contactsOf } from './contact.js';
import { h, put } from './dom.js';
import { andList } from './format.js';
import { cover } from './look.js';
import { priceTag } from './price-tag.js';
import { searchBar } from './search-bar.js';
import { fill, sentences } from './sentences.js';
import { readStay, stayParameters } from './stay-address.js';

/**
 * @typedef {import('./api.js').Listing} Listing
 * @typedef {import('./site.js').Context} Context
 */

/** All places of the team, a page at a time. @param {HTMLElement} main @param {Context & { page: number }} context */
export async function showList(main, { api, site, host, page }) {
  put(main, listSkeleton());
  const [{ data, meta }, team] = await Promise.all([api.listings(page), host]);
  const contacts = contactsOf(site.contact, team);
  const cities = [...new Set(data.map(({ address }) => address.city).filter((city) => city !== null))];
  const picture = cover(team ?? {});
  const sentence = site.sentence ?? team?.site_sentence ?? null;
  const { langs = {} } = team ?? {};
  put(
    main,
    h(
      'div',
      { class: picture ? 'intro has-cover' : 'intro' },
      picture,
      h(
        'div',
        { class: 'intro-words' },
        h('h1', { lang: team?.site_headline ? langs.site_headline : null }, team?.site_headline ?? site.name),
        sentence || data.length > 0
          ? h(
              'p',
              { lang: sentence && sentence === team?.site_sentence ? langs.site_sentence : null },
              sentence ?? sentenceOf(meta.total, cities),
            )
          : null,
        contacts.length > 0 ? h('p', { class: 'reach' }, ...contactLinks(contacts)) : null,
      ),
      data.length > 0 ? h('h2', { class: 'hidden' }, sentences.list.title) : null,
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
      : h(
          'div',
          { class: 'notice' },
          h('p', {}, sentences.list.empty),
          contacts.length > 0 ? h('p', {}, askUs(contacts, sentences.frame.orAskUs)) : null,
        ),
    pager(meta, (number) => site.listAddress(number > 1 ? { page: String(number) } : {})),
  );
}

const MAX_CITIES_NAMED = 3;

/** As in the page without JavaScript. @param {number} count @param {string[]} cities */
function sentenceOf(count, cities) {
  const { places, placesIn, placesAround } = sentences.list;
  const named = cities.slice(0, MAX_CITIES_NAMED);
  if (named.length === 0) return fill(places, { count });
  if (named.length < cities.length) return fill(placesAround, { count, cities: named.join(', ') });
  return fill(placesIn, { count, cities: andList(named) });
}

/** The calendars that a card reads for its price. A house with more kinds of rooms has their prices on its own page. */
const MAX_CALENDARS_OF_CARD = 8;

/** @param {Listing} listing @param {number} index @param {Pick<Context, 'api' | 'site'>} context */
function card(listing, index, { api, site }) {
  const rooms = listing.unit_types;
  const slugs = rooms.length > 0 ? rooms.map(({ slug }) => slug) : [listing.slug];
  return cardOf(listing, {
    href: site.listingAddress(listing.slug),
    isLazy: index > 0,
    details: [
      rooms.length > 0 ? h('p', { class: 'size' }, roomsInWords(listing)) : null,
      slugs.length > MAX_CALENDARS_OF_CARD ? null : priceTag(api, slugs, listing),
    ],
  });
}

/** @param {Listing} listing */
const roomsInWords = ({ unit_types: rooms, whole_building: whole }) =>
  fill(whole ? sentences.list.roomsOrHouse : sentences.list.rooms, { count: rooms.length });
