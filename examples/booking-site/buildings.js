/**
 * The buildings of kinds of rooms. Two buildings may have a kind of room of the same name, and the public form of a kind
 * of room does not name its building: the list of places does.
 */
import { h } from './dom.js';

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
  return building ? `${title}, in ${building.public_title}` : title;
}

/**
 * An element to put after the title of a place. It names the place's building as soon as that is known, and stays empty
 * for a place that is in none.
 *
 * @param {Promise<Buildings>} buildings @param {string} slug
 */
export function inBuilding(buildings, slug) {
  const element = h('span', { class: 'in-building' });
  void buildings.then((found) => {
    const building = found.get(slug);
    if (building) element.textContent = `, in ${building.public_title}`;
  });
  return element;
}
