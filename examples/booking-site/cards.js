import { h, inLanguage } from './dom.js';
import { drawingOf, inOrder, picture } from './pictures.js';
import { fill, sentences } from './sentences.js';
import { sizeOf, typeOf } from './words.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * A place in a list. `details` are within the link to it, `beside` is below it, with links of its
 * own. `title` is its own unless more is known.
 *
 * @param {import('./api.js').Listing} listing
 * @param {{ href: string, isLazy: boolean, isFaded?: boolean, title?: Child, details: Child[], beside?: Child }} options
 */
export function cardOf(
  listing,
  {
    href,
    isLazy,
    isFaded = false,
    title = inLanguage(listing.public_title, listing.lang),
    details,
    beside = null,
  },
) {
  return h(
    'li',
    { class: isFaded ? 'card is-faded' : 'card' },
    h(
      'a',
      { href },
      picture(inOrder(listing.photos)[0], '', {
        drawing: drawingOf(listing),
        isLazy,
        isFirst: !isLazy,
        isHeld: isLazy,
      }),
      h(
        'div',
        { class: 'card-text' },
        h(
          'p',
          { class: 'kicker' },
          [typeOf(listing), listing.address.city].filter((part) => part !== null).join(' · '),
        ),
        h('h2', {}, title),
        listing.headline ? h('p', { class: 'headline', lang: listing.lang }, listing.headline) : null,
        h('p', { class: 'size' }, sizeOf(listing).join(' · ')),
        details,
      ),
    ),
    beside,
  );
}

/**
 * @param {{ current_page: number, last_page: number }} meta
 * @param {(page: number) => string} addressOf
 */
export function pager({ current_page: page, last_page: last }, addressOf) {
  if (last <= 1) return null;
  return h(
    'nav',
    { class: 'pager', 'aria-label': sentences.list.pages },
    page > 1 ? h('a', { class: 'button plain', href: addressOf(page - 1) }, sentences.list.before) : null,
    h('span', {}, fill(sentences.list.page, { page, last })),
    page < last ? h('a', { class: 'button plain', href: addressOf(page + 1) }, sentences.list.after) : null,
  );
}

/** Grey cards, shown until the list has been read. */
export const listSkeleton = () =>
  h(
    'div',
    { 'aria-hidden': 'true' },
    h('div', { class: 'intro' }, h('p', { class: 'bone wide' }), h('p', { class: 'bone' })),
    h(
      'div',
      { class: 'cards' },
      Array.from({ length: 6 }, () =>
        h(
          'div',
          { class: 'card' },
          h('span', { class: 'picture bone' }),
          h('p', { class: 'bone' }),
          h('p', { class: 'bone wide' }),
        ),
      ),
    ),
  );
