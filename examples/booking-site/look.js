/** The house's own look: its colour, logo and cover. Without one, the page has Innkeep's. */
import { houseColours, isColour } from './colours.js';
import { h } from './dom.js';
import { loadSource, pictureAddress } from './pictures.js';

/**
 * Sets the custom properties of the style sheet. A content security policy without inline styles allows this.
 *
 * @param {string | null | undefined} colour
 */
export function paint(colour) {
  if (!isColour(colour)) return;
  const { fill, onFill, link, onLink, wash } = houseColours(colour);
  const { style } = document.documentElement;
  style.setProperty('--house', fill);
  style.setProperty('--on-house', onFill);
  for (const [name, { light, dark }] of Object.entries({ sea: link, 'on-sea': onLink, 'sea-wash': wash }))
    style.setProperty(`--${name}`, `light-dark(${light}, ${dark})`);
}

/** In place of the leaf before the house's name. @param {HTMLElement} brand @param {string | null | undefined} address */
export function showLogo(brand, address) {
  const src = pictureAddress(address);
  if (!src || brand.querySelector('img')) return;
  // The name is beside it.
  const logo = h('img', { class: 'logo', alt: '' });
  logo.addEventListener('load', () => brand.classList.add('has-logo'));
  logo.addEventListener('error', () => logo.remove());
  logo.src = src;
  brand.prepend(logo);
}

/** It is cut to this. On a desk it may be a little less sharp than the window is wide: words stand on it. */
const COVER = { phone: 160, desk: 75, ratio: 3 };

/**
 * The cover, or null if the house has none.
 *
 * @param {Partial<import('./api.js').Team>} team
 */
export function cover({ cover_url: original = null, cover_medium_url: medium = null, ...team }) {
  const src = pictureAddress(medium) ?? pictureAddress(original);
  if (!src) return null;
  const image = h('img', { class: 'cover', alt: '', fetchpriority: 'high' });
  image.addEventListener('error', () => {
    image.closest('.intro')?.classList.remove('has-cover');
    image.remove();
  });
  const sizes = {
    original_url: original,
    medium_url: medium,
    thumbnail_url: team.cover_thumbnail_url ?? null,
  };
  loadSource(image, src, sizes, COVER);
  return image;
}
