import { h } from './dom.js';

/**
 * A photo may have a caption, which is its alternative text.
 *
 * @typedef {import('./api.js').Photo & { caption?: string | null }} Photo
 */

/** Each drawing has the name of its kind as a fragment. */
const DRAWINGS = new URL('places.svg', import.meta.url);

/**
 * What a place without a photo is drawn as: its kind of place. A room of a house is a room unless the team says more.
 *
 * @param {{ kind?: string, property_type?: string }} place
 */
export function drawingOf({ kind = 'unit_type', property_type: type = 'other' }) {
  return kind === 'unit_type' && type === 'other' ? 'room' : type;
}

/** @param {HTMLElement} frame @param {string} drawing */
function draw(frame, drawing) {
  frame.classList.add('is-missing');
  frame.style.backgroundImage = `url("${DRAWINGS.href}#${drawing}")`;
}

/** A picture's address, if a page may load it. @param {(string | null)[]} addresses best first */
function pictureAddress(addresses) {
  for (const address of addresses) {
    const url = address ? URL.parse(address, document.baseURI) : null;
    if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href;
  }
  return null;
}

/**
 * A photo in a frame of fixed proportions, so that nothing moves when it loads. If there is no photo or it does not
 * load, the frame shows a drawing.
 *
 * @param {Photo | undefined} photo
 * @param {string} alt
 * @param {{ drawing?: string, isLarge?: boolean, isLazy?: boolean }} [options]
 */
export function picture(photo, alt, { drawing = 'other', isLarge = false, isLazy = true } = {}) {
  const frame = h('span', { class: 'picture' });
  const sizes = photo ? [photo.medium_url, photo.original_url, photo.thumbnail_url] : [];
  if (isLarge && photo) sizes.unshift(photo.original_url);
  const src = pictureAddress(sizes);
  if (!src) {
    draw(frame, drawing);
    return frame;
  }
  const image = h('img', {
    alt,
    loading: isLazy ? 'lazy' : 'eager',
    decoding: 'async',
    width: photo?.width,
    height: photo?.height,
    onerror: () => {
      draw(frame, drawing);
      image.remove();
    },
  });
  image.src = src;
  frame.append(image);
  return frame;
}

/** The featured photo first, the others in the team's order. @param {readonly Photo[]} photos */
export const inOrder = (photos) => [...photos].sort((a, b) => Number(b.is_featured) - Number(a.is_featured));

/**
 * A listing's photos, the first one large. On a phone they are swiped. Each opens in a viewer.
 *
 * @param {readonly Photo[]} photos
 * @param {{ title: string, drawing: string }} place
 */
export function gallery(photos, { title, drawing }) {
  const ordered = inOrder(photos);
  if (ordered.length === 0) return h('div', { class: 'gallery has-1' }, picture(undefined, '', { drawing }));
  const viewer = createViewer(ordered, { title, drawing });
  const pictures = ordered.map((photo, index) =>
    h(
      'button',
      {
        type: 'button',
        class: 'shot',
        'aria-label': `${photo.caption ? `${photo.caption}. ` : ''}Picture ${index + 1} of ${ordered.length}: enlarge`,
        onclick: () => viewer.open(index),
      },
      picture(photo, photo.caption ?? '', { drawing, isLarge: index === 0, isLazy: index > 2 }),
    ),
  );
  return h(
    'div',
    {
      class: `gallery has-${Math.min(ordered.length, 5)}`,
      role: 'group',
      'aria-label': `Pictures of ${title}`,
    },
    pictures,
    viewer.element,
  );
}

/** @param {readonly Photo[]} photos @param {{ title: string, drawing: string }} place */
function createViewer(photos, { title, drawing }) {
  let shown = 0;
  const frame = h('div', { class: 'viewer-picture' });
  const place = h('p', { role: 'status' });
  const show = (/** @type {number} */ index) => {
    shown = (index + photos.length) % photos.length;
    const number = `Picture ${shown + 1} of ${photos.length}`;
    const caption = photos[shown]?.caption ?? null;
    const alt = caption ?? `${title}, picture ${shown + 1}`;
    frame.replaceChildren(picture(photos[shown], alt, { drawing, isLarge: true, isLazy: false }));
    place.textContent = caption ? `${caption} · ${number}` : number;
  };
  const step = (/** @type {number} */ by, /** @type {string} */ label, /** @type {string} */ sign) =>
    h(
      'button',
      { type: 'button', class: 'round', 'aria-label': label, onclick: () => show(shown + by) },
      sign,
    );
  const close = () => element.close();
  const element = h(
    'dialog',
    { class: 'viewer', 'aria-label': `Pictures of ${title}` },
    frame,
    h(
      'div',
      { class: 'viewer-bar' },
      step(-1, 'Picture before', '‹'),
      place,
      step(1, 'Next picture', '›'),
      h('button', { type: 'button', class: 'plain', onclick: close }, 'Close'),
    ),
  );
  element.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowLeft') show(shown - 1);
    if (event.key === 'ArrowRight') show(shown + 1);
  });
  element.addEventListener('click', (event) => {
    if (event.target === element) close();
  });
  return {
    element,
    /** @param {number} index */
    open(index) {
      show(index);
      element.showModal();
    },
  };
}
