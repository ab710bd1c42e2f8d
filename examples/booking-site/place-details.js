/** What a place has and what its guests must heed: rooms with their beds, amenities by group, and house rules. */
import { askUs } from './contact.js';
import { h } from './dom.js';
import { count, readable } from './format.js';

/** @typedef {import('./api.js').Details} Details */

/** Beds by their kinds, one and several. @type {Record<string, [string, string]>} */
const BEDS = {
  double: ['double bed', 'double beds'],
  queen: ['queen bed', 'queen beds'],
  king: ['king bed', 'king beds'],
  single: ['single bed', 'single beds'],
  bunk: ['bunk bed', 'bunk beds'],
  sofa_bed: ['sofa bed', 'sofa beds'],
  cot: ['cot', 'cots'],
  futon: ['futon', 'futons'],
};

/** @param {Details} details */
export const placeDetails = (details) => [
  section('beds', 'Rooms and beds', roomsOf(details)),
  section('amenities', 'What this place has', amenitiesOf(details)),
  section('rules', 'House rules', houseRules(details)),
];

/** @param {import('./contact.js').Contact[]} contacts */
export const questions = (contacts) =>
  contacts.length > 0
    ? section('ask', 'Questions?', h('p', { class: 'prose' }, ...askUs('Ask us', contacts)))
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
      h('li', {}, h('strong', {}, name), h('span', {}, beds.map(bedsInWords).join(', ') || 'No bed')),
    ),
  );
}

/** @param {{ kind: string, count: number }} beds */
function bedsInWords({ kind, count: number }) {
  const [one, several] = BEDS[kind] ?? [readable(kind), readable(kind)];
  return count(number, one, several);
}

/** @param {Details} details */
function amenitiesOf({ amenities }) {
  if (amenities.length === 0) return null;
  const groups = [...Map.groupBy(amenities, ({ group }) => group)].sort(([a], [b]) => a.localeCompare(b));
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
  const lines = [
    rules.smoking === null ? null : rules.smoking ? 'Smoking is allowed.' : 'No smoking.',
    rules.parties === null ? null : rules.parties ? 'Parties are allowed.' : 'No parties.',
    quietIn(rules),
    rules.minimum_age === null ? null : `Whoever books is ${rules.minimum_age} or older.`,
    party.max_pets > 0 ? `Up to ${count(party.max_pets, 'pet')}.` : 'No pets.',
  ].filter((line) => line !== null);
  return h(
    'div',
    {},
    h(
      'ul',
      { class: 'terms-list rules' },
      lines.map((line) => h('li', {}, line)),
    ),
    rules.text ? h('p', { class: 'prose' }, rules.text) : null,
  );
}

/** @param {import('./api.js').HouseRules} rules */
function quietIn({ quiet_from: from, quiet_until: until }) {
  if (from && until) return `Quiet from ${from} to ${until}.`;
  if (from) return `Quiet from ${from}.`;
  return until ? `Quiet until ${until}.` : null;
}
