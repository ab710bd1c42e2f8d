/** What a place has and what its guests must heed: rooms with their beds, amenities by group, and house rules. */
import { askUs } from './contact.js';
import { h } from './dom.js';
import { fill, sentences } from './sentences.js';
import { byName } from './words.js';

/** @typedef {import('./api.js').Details} Details */

/** @param {Details} details */
export const placeDetails = (details) => [
  section('beds', sentences.place.roomsAndBeds, roomsOf(details)),
  section('amenities', sentences.place.amenities, amenitiesOf(details)),
  section('rules', sentences.rules.title, houseRules(details)),
];

/** @param {import('./contact.js').Contact[]} contacts */
export const questions = (contacts) =>
  contacts.length > 0
    ? section(
        'ask',
        sentences.place.questions,
        h('p', { class: 'prose' }, askUs(contacts, sentences.place.askUs)),
      )
    : null;

/** @param {string} id @param {string} title @param {HTMLElement | null} content */
const section = (id, title, content) =>
  content &&
  h('section', { 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), content);

/** @param {Details} details */
function roomsOf({ rooms }) {
  if (rooms.length === 0) return null;
  return h(
    'ul',
    { class: 'bedrooms' },
    rooms.map(({ name, beds }) =>
      h(
        'li',
        {},
        h('strong', {}, name),
        h('span', {}, beds.map(bedsInWords).join(', ') || sentences.place.noBed),
      ),
    ),
  );
}

/** A copy may be older than a kind of bed: it then says that it is a bed. @param {{ kind: string, count: number }} beds */
function bedsInWords({ kind, count }) {
  /** @type {Record<string, { readonly other: `${string}{count}${string}` }>} */
  const words = sentences.beds;
  return fill(words[kind] ?? sentences.counts.beds, { count });
}

/** @param {Details} details */
function amenitiesOf({ amenities }) {
  if (amenities.length === 0) return null;
  const groups = [...Map.groupBy(amenities, ({ group }) => group)].sort(([a], [b]) => byName(a, b));
  return h(
    'ul',
    { class: 'amenities' },
    groups.map(([group, inGroup]) =>
      h(
        'li',
        {},
        h('h3', {}, group),
        h(
          'ul',
          {},
          inGroup.map(({ name }) => h('li', {}, name)),
        ),
      ),
    ),
  );
}

/** @param {Details} details */
export function houseRules({ house_rules: rules, party }) {
  const { rules: words } = sentences;
  const lines = [
    rules.smoking === null ? null : rules.smoking ? words.smoking : words.noSmoking,
    rules.parties === null ? null : rules.parties ? words.parties : words.noParties,
    quietIn(rules),
    rules.minimum_age === null ? null : fill(words.minimumAge, { age: rules.minimum_age }),
    party.max_pets > 0 ? fill(words.pets, { count: party.max_pets }) : words.noPets,
  ].filter((line) => line !== null);
  return h(
    'div',
    {},
    h(
      'ul',
      { class: 'terms-list rules' },
      lines.map((line) => h('li', {}, line)),
    ),
    rules.text ? h('p', { class: 'prose', lang: rules.lang }, rules.text) : null,
  );
}

/** @param {import('./api.js').HouseRules} rules */
function quietIn({ quiet_from: from, quiet_until: until }) {
  if (from && until) return fill(sentences.rules.quiet, { from, until });
  if (from) return fill(sentences.rules.quietFrom, { from });
  return until ? fill(sentences.rules.quietUntil, { until }) : null;
}
