import { contactLinks } from './contact.js';
import { h } from './dom.js';
import { sentences } from './sentences.js';

/**
 * Who lets the places, how to reach them, and what the law wants a site to lead to. Null if nothing is known.
 *
 * @param {import('./api.js').Team} team
 * @param {import('./contact.js').Contact[]} contacts
 */
export function createFooter(team, contacts) {
  return h(
    'div',
    { class: 'foot-team' },
    h(
      'p',
      {},
      h('strong', {}, team.name),
      ...(contacts.length > 0 ? [' · ', ...contactLinks(contacts)] : []),
    ),
    legalLinks(team),
    team.imprint
      ? h(
          'details',
          { class: 'imprint' },
          h('summary', {}, sentences.frame.imprint),
          h('p', { class: 'prose', lang: team.langs?.imprint }, team.imprint),
        )
      : null,
  );
}

/** @param {import('./api.js').Team} team */
function legalLinks({ privacy_url: privacy, terms_url: terms }) {
  const links = [
    ...(terms ? [legalLink(terms, sentences.frame.terms)] : []),
    ...(privacy ? [legalLink(privacy, sentences.frame.privacy)] : []),
  ];
  return links.length > 0
    ? h(
        'ul',
        { class: 'legal', 'aria-label': sentences.frame.legal },
        links.map((link) => h('li', {}, link)),
      )
    : null;
}

/** Opens beside the page, so that a form that is being filled in stays. @param {string} href @param {string} words */
export const legalLink = (href, words) => h('a', { href, target: '_blank', rel: 'noreferrer' }, words);
