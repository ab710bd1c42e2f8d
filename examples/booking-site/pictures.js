import { h } from './dom.js';

/**
 * A photo may have a caption, which is its alternative text.
 *
 * @typedef {import('./api.js').Photo & { caption?: string | null, lang?: string | undefined }} Photo
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

/** A picture's address, if a page may load it. @param {string | null | undefined} address */
export function pictureAddress(address) {
  const url = address ? URL.parse(address, document.baseURI) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** Innkeep makes these widths, in pixels, of every picture that is uploaded. Those of other servers have any. */
const WIDTHS = /** @type {const} */ ({ thumbnail_url: 400, medium_url: 1_200, original_url: 2_400 });
const MADE_BY_INNKEEP = /\/media\/[^/]+\/[0-9a-f]{32}\.webp$/;

/**
 * The sizes of a picture for `srcset`, or null if they are not known.
 *
 * @param {Partial<Photo>} photo
 */
function sourcesOf(photo) {
  /** @type {Map<string, number>} */
  const sources = new Map();
  for (const [name, width] of Object.entries(WIDTHS)) {
    const address = pictureAddress(photo[/** @type {keyof typeof WIDTHS} */ (name)]);
    if (!address) continue;
    if (!MADE_BY_INNKEEP.test(address)) return null;
    // A narrow picture has the same address in several sizes.
    if (!sources.has(address)) sources.set(address, Math.min(width, photo.width ?? width));
  }
  return [...sources].map(([address, width]) => `${address} ${width}w`).join(', ') || null;
}

/** In Mbit/s. */
const SLOW = 1;

/** On a slow line, or for a visitor who saves data, pictures are half as sharp. Some browsers do not say. */
function isSlow() {
  const { connection = {} } =
    /** @type {{ connection?: { saveData?: boolean, effectiveType?: string, downlink?: number } }} */ (
      navigator
    );
  const { saveData = false, effectiveType = '4g', downlink = SLOW } = connection;
  return saveData || effectiveType !== '4g' || downlink < SLOW;
}

/**
 * How large a frame is: its width in percent of a phone's and in rem on a desk, and its proportions.
 *
 * @typedef {{ phone: number, desk: number, ratio: number }} Frame
 */

/** @type {Frame} */
const CARD = { phone: 100, desk: 24, ratio: 3 / 2 };

/**
 * How wide the picture is shown: a frame cuts off the sides of one that is wider than itself.
 *
 * @param {Frame} frame
 * @param {Partial<Photo>} photo
 */
function sizesOf({ phone, desk, ratio }, { width, height }) {
  const cut = width && height ? Math.max(1, width / height / ratio) : 1;
  const share = isSlow() ? cut / 2 : cut;
  return `(max-width: 46rem) ${Math.round(phone * share)}vw, ${Math.round(desk * share * 10) / 10}rem`;
}

/**
 * Loads what is in the window now, and the rest from the first scroll on: a browser by itself loads lazy pictures far
 * below the window, also for a visitor who never gets there.
 *
 * @param {Element} element @param {() => void} load
 */
function whenNear(element, load) {
  const moves = ['scroll', 'beforeprint'];
  const start = () => {
    observer.disconnect();
    for (const move of moves) removeEventListener(move, start);
    load();
  };
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && start(),
  );
  for (const move of moves) addEventListener(move, start, { passive: true });
  observer.observe(element);
}

/**
 * A photo in a frame of fixed proportions, so that nothing moves when it loads. If there is no photo or it does not
 * load, the frame shows a drawing.
 *
 * @param {Photo | undefined} photo
 * @param {string} alt
 * @param {{ drawing?: string, frame?: Frame, isLazy?: boolean, isFirst?: boolean, isHeld?: boolean }} [options] `isFirst`: what a
 *   visitor sees first; `isHeld`: not before the first scroll, unless it is in the window
 */
export function picture(
  photo,
  alt,
  { drawing = 'other', frame = CARD, isLazy = true, isFirst = false, isHeld = false } = {},
) {
  const element = h('span', { class: 'picture' });
  const isLarge = frame.desk > 40;
  const src = photo
    ? [
        isLarge ? photo.original_url : photo.medium_url,
        photo.medium_url,
        photo.original_url,
        photo.thumbnail_url,
      ].reduce((/** @type {string | null} */ found, address) => found ?? pictureAddress(address), null)
    : null;
  if (!src || !photo) {
    draw(element, drawing);
    return element;
  }
  const { width, height } = photo;
  const image = h('img', {
    alt,
    lang: alt === photo.caption ? photo.lang : null,
    loading: isLazy ? 'lazy' : 'eager',
    decoding: 'async',
    fetchpriority: isFirst ? 'high' : null,
    width,
    height,
    onerror: () => {
      draw(element, drawing);
      image.remove();
    },
  });
  const load = () => loadSource(image, src, photo, frame);
  if (isHeld) whenNear(element, load);
  else load();
  if (width && height && height > width) element.classList.add('is-standing');
  element.append(image);
  return element;
}

/**
 * As wide as it is shown, if the widths are known.
 *
 * @param {HTMLImageElement} image @param {string} src @param {Partial<Photo>} photo @param {Frame} frame
 */
export function loadSource(image, src, photo, frame) {
  const sources = sourcesOf(photo);
  if (sources) {
    // Before `srcset`, which begins to load.
    image.sizes = sizesOf(frame, photo);
    image.srcset = sources;
  }
  image.src = src;
}

/** The featured photo first, the others in the team's order. @param {readonly Photo[]} photos */
export const inOrder = (photos) => [...photos].sort((a, b) => Number(b.is_featured) - Number(a.is_featured));
