/** The page's settings from its meta elements, and its own addresses. */

import { namedLanguage } from './language.js';
import { sentences } from './sentences.js';
import { readOptions } from './stay-options.js';

/** @param {string} name */
const meta = (name) =>
  document.querySelector(`meta[name="innkeep-${name}"]`)?.getAttribute('content')?.trim() ?? '';

/** The last page of a list that can be asked for. */
export const MAX_PAGE = 1_000_000;

/**
 * @typedef {ReturnType<typeof createSite>} Site
 * @typedef {{ api: import('./api.js').Api, site: Site, host: Promise<import('./api.js').Team | null> }} Context
 */

export function createSite() {
  const query = new URLSearchParams(location.search);
  // Read once, at the start, because the page's own address may change while it is open.
  const team = meta('team');
  const base = meta('base') ? new URL(meta('base'), document.baseURI).href : null;
  const own = new URL(location.pathname, location.href).href;
  return {
    team,
    get name() {
      return meta('name') || sentences.frame.name;
    },
    /** The sentence below the name, or null for one about the places. */
    sentence: meta('sentence') || null,
    /** Without a setting, the page's own origin. */
    api: new URL(meta('api') || '/', document.baseURI).href,
    bookUrl: meta('book-url') || null,
    /** How to reach the team, in place of what the team says of itself: an address, a number, or words. */
    contact: meta('contact') || null,
    /** Whether guests can have the link to their booking sent. */
    sendsLinks: meta('sends-links') !== '',
    /** The house's colour, before the team is known. */
    colour: meta('color') || null,
    /** The address of a map's tiles, or null for a link to a map. */
    mapTiles: tilesIn(meta('map')),
    /** What a stay can have at the place that the page shows. */
    options: readOptions(meta('options')),

    /** The listing and page that the address names. A page that is hosted as a file has the listing in the query. */
    wanted() {
      const path = base && own.startsWith(`${base}/`) ? decode(own.slice(base.length + 1)) : '';
      const page = Number(query.get('page'));
      return {
        listing: (base ? path : query.get('listing')) || null,
        /** The code of a booking that the visitor has made. */
        booking: query.get('booking')?.trim() || null,
        /** The id of a document of that booking. */
        document: query.get('document'),
        /** Whether the visitor looks for a booking without knowing its address. */
        isLooking: query.has('booking') && !query.get('booking')?.trim(),
        /** Whether the stay in the address is to be booked. */
        isBooking: query.has('book'),
        page: Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
      };
    },

    /** The list of places, or of what a search finds. @param {Record<string, string>} [query] */
    listAddress: (query = {}) => addressOf(base ?? own, query),

    /** @param {string} slug @param {Record<string, string>} [stay] */
    listingAddress(slug, stay = {}) {
      return base
        ? addressOf(`${base}/${encodeURIComponent(slug)}`, stay)
        : addressOf(own, { listing: slug, ...stay });
    },
  };
}

const TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** @param {string} setting */
function tilesIn(setting) {
  if (setting === '') return TILES;
  return setting.startsWith('https://') ? setting : null;
}

/** With the language, if the page's own address names it. @param {string} address @param {Record<string, string>} query */
function addressOf(address, query) {
  const parameters = new URLSearchParams({ ...query, ...namedLanguage() });
  return parameters.size > 0 ? `${address}?${parameters}` : address;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
