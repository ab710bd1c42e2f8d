import { ALTERNATIVES, ApiError, MAX_NIGHTS_WITH_ALTERNATIVES } from './api.js';
import { findBuildings, titleIn } from './buildings.js';
import { cardOf, listSkeleton, pager } from './cards.js';
import { askUs, contactsOf } from './contact.js';
import { announce, h, put } from './dom.js';
import { filters } from './filters.js';
import { daysBetween, longDay, money, withReadableDates } from './format.js';
import { otherDates } from './other-dates.js';
import { lastOne } from './price-tag.js';
import { searchParameters } from './search-address.js';
import { searchBar } from './search-bar.js';
import { fill, fillNodes, sentences } from './sentences.js';
import { partyParameters, stayParameters } from './stay-address.js';
import { partyInWords } from './words.js';

/**
 * @typedef {import('./search-address.js').Search} Search
 * @typedef {import('./api.js').SearchResult} Result
 * @typedef {import('./site.js').Context} Context
 */

/** The places that a stay can be had in, with its whole price, then the others. @param {HTMLElement} main @param {Context & { search: Search }} context */
export async function showResults(main, { api, site, host, search }) {
  put(main, listSkeleton());
  const go = (/** @type {Partial<Search>} */ change) =>
    location.assign(site.listAddress(searchParameters({ ...search, page: 1, ...change })));
  const bar = searchBar(search.stay, (stay) => go({ stay }));
  const found = await ask(api, search).catch((error) => {
    if (error instanceof ApiError && error.status === 422) return error;
    throw error;
  });
  if (found instanceof ApiError) {
    put(main, intro(bar, allPlaces(site)), h('p', { class: 'problem', role: 'alert' }, wordsOf(found)));
    return;
  }
  const { data, meta, facets } = found;
  const buildings = findBuildings(
    api,
    data.map(({ listing }) => listing),
  );
  const contacts = contactsOf(site.contact, await host);
  const summary = inWords(search, meta);
  put(
    main,
    intro(bar, h('p', {}, summary), allPlaces(site)),
    filters(search, facets, go),
    data.length > 0
      ? h(
          'ul',
          { class: 'cards' },
          data.map((result, index) => card(result, index, { api, site, search, buildings })),
        )
      : h(
          'div',
          { class: 'notice' },
          h('p', {}, sentences.search.nothingFits),
          contacts.length > 0 ? h('p', {}, askUs(contacts, sentences.frame.orAskUs)) : null,
        ),
    pager(meta, (page) => site.listAddress(searchParameters({ ...search, page }))),
  );
  announce(summary);
}

/** @param {Context['site']} site */
const allPlaces = (site) => h('a', { class: 'link', href: site.listAddress() }, sentences.search.allPlaces);

/** @param {HTMLElement} bar @param {...HTMLElement} more */
const intro = (bar, ...more) =>
  h(
    'div',
    { class: 'intro is-search' },
    h('div', { class: 'intro-words' }, h('h1', {}, sentences.list.title)),
    bar,
    h('div', { class: 'intro-more' }, ...more),
  );

/** Places with several currencies have no order by price. @param {Context['api']} api @param {Search} search */
async function ask(api, search) {
  const { stay, type, currency, totalMin, totalMax, sort, page } = search;
  const nights = daysBetween(`${stay.checkIn}`, `${stay.checkOut}`);
  const query = {
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    ...partyParameters(stay),
    property_type: type,
    currency,
    total_min: totalMin,
    total_max: totalMax,
    sort,
    page,
    available: 'all',
    alternatives: nights > MAX_NIGHTS_WITH_ALTERNATIVES ? null : ALTERNATIVES,
  };
  try {
    return await api.search(query);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields.currency || currency) throw error;
    return api.search({ ...query, sort: 'title' });
  }
}

/** The API's messages are for programmers. @param {ApiError} error */
const wordsOf = ({ fields, message }) =>
  fields.check_in || fields.check_out
    ? sentences.search.badDates
    : fields.property_type
      ? sentences.search.noSuchKind
      : message;

/** @param {Search} search @param {import('./api.js').SearchPage['meta']} meta */
function inWords({ stay }, { available_total: free, unavailable_total: others }) {
  const { search } = sentences;
  const from = longDay(`${stay.checkIn}`);
  const to = longDay(`${stay.checkOut}`);
  const asked = { from, to, party: partyInWords(stay) };
  return [
    free > 0 ? fill(search.free, { count: free, ...asked }) : fill(search.noneFree, asked),
    ...(others > 0 ? [fill(search.others, { count: others })] : []),
  ].join(' ');
}

/**
 * @param {Result} result
 * @param {number} index
 * @param {Pick<Context, 'api' | 'site'> & { search: Search, buildings: Promise<import('./buildings.js').Buildings> }} context
 */
function card(result, index, { api, site, search: { stay }, buildings }) {
  const { listing, available } = result;
  const address = (/** @type {Partial<import('./stay-address.js').Stay>} */ dates = {}) =>
    site.listingAddress(listing.slug, stayParameters({ ...stay, ...dates }));
  const nights = daysBetween(`${stay.checkIn}`, `${stay.checkOut}`);
  return cardOf(listing, {
    href: address(),
    isLazy: index > 0,
    isFaded: !available,
    title: titleIn(buildings, listing),
    details: available ? priceOf(api, result, nights) : reasonsOf(result),
    beside: otherDates(result, (dates) => address(dates)),
  });
}

/** @param {Context['api']} api @param {Result} result @param {number} nights */
const priceOf = (api, { listing, price, units_left: left }, nights) => [
  left === 1 && listing.kind !== 'building' ? lastOne(api, listing) : null,
  h(
    'p',
    { class: 'card-price' },
    fillNodes(sentences.search.price, {
      count: nights,
      price: h('strong', {}, money(price.grand_total, price.currency)),
    }),
  ),
];

/** @param {Result} result */
const reasonsOf = ({ reasons }) => [
  h(
    'ul',
    { class: 'why', 'aria-label': sentences.search.whyNot },
    reasons.map(({ message }) => h('li', {}, withReadableDates(message))),
  ),
];
