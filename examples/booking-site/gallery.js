import { h } from './dom.js';
import { inOrder, picture } from './pictures.js';
import { fill, sentences } from './sentences.js';
import { createViewer } from './viewer.js';

/** @typedef {import('./pictures.js').Photo} Photo */

/** Beside each other on a desk. A phone has all of them in a row. */
const SHOWN = 5;
/** Half a window high. */
const FIRST = { phone: 100, desk: 27, ratio: 0.92 };
const OTHERS = { ...FIRST, desk: 13 };
const ALONE = { phone: 100, desk: 54, ratio: 1.8 };

/**
 * A listing's photos, the first one large. On a phone they are swiped. Each opens in a viewer, which has all of them.
 *
 * @param {readonly Photo[]} photos
 * @param {{ title: string, drawing: string }} place
 */
export function gallery(photos, { title, drawing }) {
  const ordered = inOrder(photos);
  if (ordered.length === 0) return h('div', { class: 'gallery has-1' }, picture(undefined, '', { drawing }));
  const viewer = createViewer(ordered, { title, drawing });
  const first = ordered.length === 1 ? ALONE : FIRST;
  const shots = ordered.map((photo, index) =>
    h(
      'button',
      {
        type: 'button',
        class: 'shot',
        'aria-label': enlarge(photo.caption, { number: index + 1, total: ordered.length }),
        onclick: () => viewer.open(index),
      },
      picture(photo, photo.caption ?? '', {
        drawing,
        frame: index === 0 ? first : OTHERS,
        isLazy: index > 0,
        isFirst: index === 0,
      }),
    ),
  );
  const place = h('span', { class: 'shot-count', 'aria-hidden': 'true' }, `1 / ${ordered.length}`);
  const strip = h('div', { class: 'strip' }, shots);
  strip.addEventListener('scroll', () => {
    const at = Math.round(strip.scrollLeft / Math.max(1, shots[1]?.offsetLeft ?? strip.clientWidth));
    place.textContent = `${Math.min(at, shots.length - 1) + 1} / ${shots.length}`;
  });
  return h(
    'div',
    {
      class: `gallery has-${Math.min(ordered.length, SHOWN)}`,
      role: 'group',
      'aria-label': fill(sentences.photos.of, { place: title }),
    },
    strip,
    ordered.length > 1 ? place : null,
    ordered.length > 1
      ? h(
          'button',
          { type: 'button', class: 'button plain all-photos', onclick: () => viewer.open(0) },
          fill(sentences.photos.all, { number: ordered.length }),
        )
      : null,
    viewer.element,
  );
}

/** @param {string | null | undefined} caption @param {{ number: number, total: number }} place */
const enlarge = (caption, place) =>
  caption
    ? fill(sentences.photos.enlargeCaption, { caption, ...place })
    : fill(sentences.photos.enlarge, place);
