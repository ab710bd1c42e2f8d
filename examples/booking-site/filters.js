import { h } from './dom.js';
import { createFold } from './fold.js';
import { money, toMinor, toWhole } from './format.js';
import { field } from './search-bar.js';
import { fill, sentences } from './sentences.js';
import { byName, nameOfType } from './words.js';

/**
 * @typedef {import('./search-address.js').Search} Search
 * @typedef {import('./api.js').SearchPage['facets']} Facets
 */

/**
 * What kind of place, at what price, in which order. A choice applies at once.
 *
 * @param {Search} search
 * @param {Facets} facets
 * @param {(change: Partial<Search>) => void} onChange
 */
export function filters(search, facets, onChange) {
  const currency = facets.total?.currency ?? search.currency;
  const isFiltered = search.type !== null || search.totalMin !== null || search.totalMax !== null;
  const group = h(
    'div',
    { class: 'filters', role: 'group', 'aria-label': sentences.search.filters },
    typeField(search, facets, onChange),
    currency ? priceField('totalMin', { search, currency, onChange }) : null,
    currency ? priceField('totalMax', { search, currency, onChange }) : null,
    field(
      sentences.search.order,
      select('sort', sorts(), search.sort, (sort) => onChange({ sort })),
    ),
    facets.total ? h('p', { class: 'hint' }, rangeInWords(facets.total)) : null,
    isFiltered ? clearButton(onChange) : null,
  );
  // On a phone, the places come first.
  const isOpen = isFiltered || search.sort !== 'total';
  return createFold({ id: 'filters', title: sentences.search.filters, isOpen }, group).element;
}

/** @returns {[string, string][]} */
const sorts = () => [
  ['total', sentences.search.cheapestFirst],
  ['-total', sentences.search.dearestFirst],
  ['title', sentences.search.byName],
];

/** @param {(change: Partial<Search>) => void} onChange */
const clearButton = (onChange) =>
  h(
    'button',
    {
      type: 'button',
      class: 'link',
      onclick: () => onChange({ type: null, totalMin: null, totalMax: null }),
    },
    sentences.search.clear,
  );

/** @param {NonNullable<Facets['total']>} total */
function rangeInWords({ min, max, currency }) {
  const [lowest, highest] = [money(min, currency), money(max, currency)];
  if (min === max) return fill(sentences.search.samePrice, { price: lowest });
  return fill(sentences.search.prices, { lowest, highest });
}

/** @param {Search} search @param {Facets} facets @param {(change: Partial<Search>) => void} onChange */
function typeField({ type }, facets, onChange) {
  const counts = { ...(type ? { [type]: 0 } : {}), ...facets.property_type };
  /** @type {[string, string][]} */
  const choices = Object.entries(counts)
    .map(([word, number]) => /** @type {[string, string]} */ ([word, `${nameOfType(word)} (${number})`]))
    .sort(([, a], [, b]) => byName(a, b));
  return field(
    sentences.search.kind,
    select('type', [['', sentences.search.anyKind], ...choices], type ?? '', (chosen) =>
      onChange({ type: chosen || null }),
    ),
  );
}

/**
 * @param {'totalMin' | 'totalMax'} name
 * @param {{ search: Search, currency: string, onChange: (change: Partial<Search>) => void }} options
 */
function priceField(name, { search, currency, onChange }) {
  const amount = search[name];
  const input = h('input', {
    id: `filter-${name}`,
    type: 'number',
    min: 0,
    step: 1,
    inputmode: 'numeric',
    value: amount === null ? '' : toWhole(amount, currency),
  });
  input.addEventListener('change', () => {
    if (!input.checkValidity()) return void input.reportValidity();
    onChange({ [name]: input.value === '' ? null : toMinor(input.value, currency), currency });
  });
  const { atLeast, atMost } = sentences.search;
  return field(fill(name === 'totalMin' ? atLeast : atMost, { currency }), input);
}

/**
 * @param {string} name
 * @param {readonly (readonly [string, string])[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} onChoice
 */
function select(name, choices, chosen, onChoice) {
  const element = h(
    'select',
    { id: `filter-${name}` },
    choices.map(([value, label]) => h('option', { value, selected: value === chosen }, label)),
  );
  element.addEventListener('change', () => onChoice(element.value));
  return element;
}
