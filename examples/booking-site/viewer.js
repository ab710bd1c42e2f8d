/** All photos of a place, one at a time and as large as the window. A finger swipes them, as the browser does it. */
import { h, inLanguage, put } from './dom.js';
import { picture } from './pictures.js';
import { fill, sentences } from './sentences.js';

/** The whole window. */
const FRAME = { phone: 100, desk: 75, ratio: 3 };

/** @param {readonly import('./pictures.js').Photo[]} photos @param {{ title: string, drawing: string }} place */
export function createViewer(photos, { title, drawing }) {
  let shown = 0;
  /** @type {Element | null} */
  let opener = null;
  const words = h('p', { role: 'status' });
  // Filled when it is first opened, so that no picture of it is loaded before.
  const label = fill(sentences.photos.of, { place: title });
  const reel = h('ol', { class: 'reel', tabindex: 0, 'aria-label': label });
  const before = step(-1, sentences.photos.before, '‹');
  const after = step(1, sentences.photos.next, '›');
  const element = h(
    'dialog',
    { class: 'viewer', 'aria-label': label },
    h(
      'div',
      { class: 'viewer-bar' },
      words,
      h(
        'button',
        { type: 'button', class: 'button plain', onclick: () => element.close() },
        sentences.photos.close,
      ),
    ),
    before,
    reel,
    after,
  );

  /** @param {number} by @param {string} label @param {string} sign */
  function step(by, label, sign) {
    return h(
      'button',
      { type: 'button', class: 'round', 'aria-label': label, onclick: () => move(shown + by) },
      sign,
    );
  }

  /** @param {number} index */
  function say(index) {
    shown = index;
    const number = fill(sentences.photos.number, { number: shown + 1, total: photos.length });
    const caption = photos[shown]?.caption;
    put(words, ...(caption ? [inLanguage(caption, photos[shown]?.lang), ` · ${number}`] : [number]));
    before.setAttribute('aria-disabled', String(shown === 0));
    after.setAttribute('aria-disabled', String(shown === photos.length - 1));
  }

  /** @param {number} index @param {ScrollBehavior} [behavior] */
  function move(index, behavior) {
    const next = Math.max(0, Math.min(photos.length - 1, index));
    say(next);
    reel.scrollTo({ left: next * reel.clientWidth, ...(behavior ? { behavior } : {}) });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: photos.length - 1 }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  }

  reel.addEventListener('scrollend', () => say(Math.round(reel.scrollLeft / Math.max(1, reel.clientWidth))));
  element.addEventListener('keydown', onKey);
  element.addEventListener('close', () => {
    if (opener instanceof HTMLElement) opener.focus();
  });
  return {
    element,
    /** @param {number} index */
    open(index) {
      opener = document.activeElement;
      if (reel.childElementCount === 0)
        reel.append(
          ...photos.map((photo, at) =>
            h(
              'li',
              {},
              picture(
                photo,
                photo.caption ?? fill(sentences.photos.alternative, { place: title, number: at + 1 }),
                {
                  drawing,
                  frame: FRAME,
                },
              ),
            ),
          ),
        );
      element.showModal();
      reel.focus();
      // At once: the pictures between are not what the visitor wants to see.
      move(index, 'instant');
    },
  };
}
