/**
 * A small map of where a place is. Its tiles come from another server, which then sees the visitor's address, so they are
 * loaded only when the visitor asks for them.
 */
import { announce, h, put } from './dom.js';
import { sentences } from './sentences.js';

const TILE = 256;
const ZOOM = { least: 3, first: 15, most: 18 };
/** In pixels, by a key. */
const STEP = 80;
const COPYRIGHT = 'https://www.openstreetmap.org/copyright';

/** @typedef {{ latitude: number, longitude: number }} Position */

/** Null if the team has not said where it is. @param {import('./api.js').Listing['address']} address @returns {Position | null} */
export function positionOf({ latitude, longitude }) {
  const isNumber = [latitude, longitude].every((part) => part !== null && /^-?\d{1,3}(\.\d+)?$/.test(part));
  // Nearer to a pole, there are no tiles.
  return isNumber && Math.abs(Number(latitude)) < 85
    ? { latitude: Number(latitude), longitude: Number(longitude) }
    : null;
}

/** Where a position is on a map of the world, in pixels (Web Mercator). @param {Position} position @param {number} zoom */
function pointOf({ latitude, longitude }, zoom) {
  const size = TILE * 2 ** zoom;
  const angle = (latitude * Math.PI) / 180;
  return {
    x: ((longitude + 180) / 360) * size,
    y: ((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2) * size,
  };
}

/** @param {Position} position */
const mapAddress = ({ latitude, longitude }) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;

/**
 * @param {Position} position
 * @param {{ tiles: string | null, words: string }} options `tiles`: an address with {z}, {x} and {y}, or null for a link alone
 */
export function placeMap(position, { tiles, words }) {
  const link = h(
    'a',
    { href: mapAddress(position), rel: 'noreferrer', target: '_blank' },
    sentences.map.open,
  );
  const frame = h('div', { class: 'map' });
  const show = h('button', { type: 'button', class: 'button plain' }, sentences.map.show);
  show.addEventListener('click', () => {
    if (!tiles) return;
    const map = createMap(position, tiles);
    put(frame, map);
    map.focus();
    announce(sentences.map.shown);
  });
  if (tiles) put(frame, show, h('p', { class: 'hint' }, sentences.map.hint));
  return h(
    'section',
    { 'aria-labelledby': 'map-title' },
    h('h2', { id: 'map-title' }, sentences.map.title),
    words ? h('p', { class: 'prose' }, words) : null,
    tiles ? frame : null,
    h('p', { class: 'map-link' }, link),
  );
}

/** @param {Position} position @param {string} tiles */
function createMap(position, tiles) {
  let zoom = ZOOM.first;
  /** From the place, in pixels. */
  let shift = { x: 0, y: 0 };
  const layer = h('div', { class: 'map-tiles', 'aria-hidden': 'true' });
  const pin = h('span', { class: 'map-pin', 'aria-hidden': 'true' });
  const element = h(
    'div',
    { class: 'map-view', tabindex: 0, role: 'group', 'aria-label': sentences.map.label },
    layer,
    pin,
    h(
      'div',
      { class: 'map-buttons' },
      zoomButton(1, sentences.map.closer, '+'),
      zoomButton(-1, sentences.map.farther, '−'),
    ),
    h(
      'p',
      { class: 'map-credit' },
      '© ',
      h('a', { href: COPYRIGHT, rel: 'noreferrer', target: '_blank' }, sentences.map.contributors),
    ),
  );

  /** @param {number} by @param {string} label @param {string} sign */
  function zoomButton(by, label, sign) {
    return h(
      'button',
      { type: 'button', class: 'round', 'aria-label': label, onclick: () => turn(by) },
      sign,
    );
  }

  /** @param {number} by */
  function turn(by) {
    const next = Math.max(ZOOM.least, Math.min(ZOOM.most, zoom + by));
    shift = { x: shift.x * 2 ** (next - zoom), y: shift.y * 2 ** (next - zoom) };
    zoom = next;
    draw();
  }

  /** @param {number} x @param {number} y */
  function move(x, y) {
    shift = { x: shift.x + x, y: shift.y + y };
    draw();
  }

  /** Tiles that are shown already stay. */
  function draw() {
    const { clientWidth: width, clientHeight: height } = element;
    const point = pointOf(position, zoom);
    const left = Math.round(point.x + shift.x - width / 2);
    const top = Math.round(point.y + shift.y - height / 2);
    const count = 2 ** zoom;
    const known = new Map([...layer.children].map((tile) => [tile.getAttribute('data-tile'), tile]));
    /** @type {Element[]} */
    const shown = [];
    for (let y = Math.floor(top / TILE); y * TILE < top + height; y += 1) {
      for (let x = Math.floor(left / TILE); x * TILE < left + width; x += 1) {
        if (y < 0 || y >= count) continue;
        const key = `${zoom}/${((x % count) + count) % count}/${y}`;
        const tile = known.get(key) ?? tileOf(tiles, key);
        if (tile instanceof HTMLElement) tile.style.translate = `${x * TILE - left}px ${y * TILE - top}px`;
        shown.push(tile);
      }
    }
    put(layer, shown);
    pin.style.translate = `${-shift.x}px ${-shift.y}px`;
  }

  element.addEventListener('keydown', (event) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    if (event.target !== element || (x === 0 && y === 0)) return;
    event.preventDefault();
    move(x * STEP, y * STEP);
  });
  drag(element, move);
  new ResizeObserver(draw).observe(element);
  return element;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} tiles @param {string} key */
function tileOf(tiles, key) {
  const [z = '', x = '', y = ''] = key.split('/');
  const image = h('img', { alt: '', width: TILE, height: TILE, 'data-tile': key, draggable: 'false' });
  // OpenStreetMap serves nobody who does not say which site asks. It learns the site and not the page.
  image.referrerPolicy = 'origin';
  image.src = tiles.replace('{z}', z).replace('{x}', x).replace('{y}', y);
  return image;
}

/** @param {HTMLElement} element @param {(x: number, y: number) => void} move */
function drag(element, move) {
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  element.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && event.target.closest('a, button')) return;
    from = { x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    if (!from) return;
    move(from.x - event.clientX, from.y - event.clientY);
    from = { x: event.clientX, y: event.clientY };
  });
  for (const end of ['pointerup', 'pointercancel'])
    element.addEventListener(end, () => {
      from = null;
    });
}
