/** The language of a copy of the page, and the links to the others. */
import { h } from './dom.js';
import { fill, sentences } from './sentences.js';

const NAMED = 'language';
const isCode = (/** @type {string} */ text) => /^[a-z]{2}$/.test(text);

/** What the visitor reads, the best first: as the address says, else as the browser does. */
const listWanted = () =>
  [new URLSearchParams(location.search).get(NAMED) ?? '', ...navigator.languages]
    .map((tag) => tag.toLowerCase().split('-')[0] ?? '')
    .filter(isCode);

/**
 * The first of them that the team offers, else the team's own. Of an unknown team, the best.
 *
 * @param {import('./api.js').Api} api
 */
export async function chooseLanguage(api) {
  const wanted = listWanted();
  const team = await api.team(wanted[0]).catch(() => null);
  const offered = team ? (team.languages ?? ['en']) : wanted;
  return wanted.find((code) => offered.includes(code)) ?? offered.find(isCode) ?? 'en';
}

/** The language in the address, for that of another page. Empty if it is not named there. @returns {{ language?: string }} */
export const namedLanguage = () => {
  const named = new URLSearchParams(location.search).get(NAMED)?.toLowerCase().split('-')[0];
  return named && named === sentences.code ? { language: named } : {};
};

/** Every language in its own words. @param {string} code */
function nameOf(code) {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The page in another language. @param {string} code */
export function addressIn(code) {
  const address = new URL(location.href);
  address.searchParams.set(NAMED, code);
  return address.href;
}

/** Null if the team has one language. @param {import('./api.js').Team} team */
export function languageSwitch({ languages = [] }) {
  if (languages.length < 2) return null;
  const links = languages.map((code) => {
    const link = h(
      'a',
      {
        href: addressIn(code),
        lang: code,
        hreflang: code,
        'aria-current': code === sentences.code ? 'true' : null,
      },
      nameOf(code),
    );
    // The visitor may have chosen dates since the link was made.
    link.addEventListener('click', () => {
      link.href = addressIn(code);
    });
    return h('li', {}, link);
  });
  const label = fill(sentences.frame.language, { name: nameOf(sentences.code) });
  return h(
    'details',
    { class: 'languages' },
    h(
      'summary',
      {},
      h('span', { 'aria-hidden': 'true' }, sentences.code.toUpperCase()),
      h('span', { class: 'hidden' }, label),
    ),
    h('ul', {}, links),
  );
}
