/**
 * The buildings of kinds of rooms. Two buildings may have a kind of room of the same name, and the public form of a kind
 * of room does not name its building: the list of places does.
 */
import { h, inLanguage, put } from './dom.js';
import { fill, fillNodes, sentences } from './sentences.js';

/**
 * @typedef {import('./api.js').Listing} Listing
 * @typedef {ReadonlyMap<string, Listing>} Buildings by the slug of the kind of room
 */

/** Of the list of places. */
const MAX_PAGES = 5;

/**
 * Of those listings that are kinds of rooms. A page is complete without them, so none is found if the list of places
 * cannot be read.
 *
 * @param {import('./api.js').Api} api @param {Listing[]} listings @returns {Promise<Buildings>}
 */
export async function findBuildings(api, listings) {
  const slugs = new Set(listings.filter(({ kind }) => kind === 'unit_type').map(({ slug }) => slug));
  /** @type {Map<string, Listing>} */
  const found = new Map();
  for (let page = 1; found.size < slugs.size && page <= MAX_PAGES; page += 1) {
    const places = await api.listings(page).catch(() => null);
    for (const building of places?.data ?? [])
      for (const { slug } of building.unit_types) if (slugs.has(slug)) found.set(slug, building);
    if (!places || page >= places.meta.last_page) break;
  }
  return found;
}

/** With that of the building. @param {Listing} listing @param {Buildings} buildings */
export function nameOf({ slug, public_title: title }, buildings) {
  const building = buildings.get(slug);
  return building ? nameIn(title, building) : title;
}

/** @param {string} place @param {Listing} building */
export const nameIn = (place, { public_title: building }) =>
  fill(sentences.place.inBuilding, { place, building });

/**
 * The title of a place. It names the place's building as soon as that is known.
 *
 * @param {Promise<Buildings>} buildings @param {Listing} listing
 */
export function titleIn(buildings, listing) {
  const title = () => inLanguage(listing.public_title, listing.lang);
  const element = h('span', {}, title());
  void buildings.then((found) => {
    const building = found.get(listing.slug);
    if (!building) return;
    const named = { place: title(), building: inLanguage(building.public_title, building.lang) };
    put(element, fillNodes(sentences.place.inBuilding, named));
  });
  return element;
}
