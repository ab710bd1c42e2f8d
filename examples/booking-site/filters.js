import { h } from './dom.js';
import { money, readable, toMinor, toWhole } from './format.js';
import { SORTS } from './search-address.js';
import { field } from './search-bar.js';

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
  return h(
    'div',
    { class: 'filters', role: 'group', 'aria-label': 'Filters' },
    typeField(search, facets, onChange),
    currency ? priceField('At least', 'totalMin', { search, currency, onChange }) : null,
    currency ? priceField('At most', 'totalMax', { search, currency, onChange }) : null,
    field(
      'Order',
      select('sort', [...SORTS], search.sort, (sort) => onChange({ sort })),
    ),
    facets.total ? h('p', { class: 'hint' }, rangeInWords(facets.total)) : null,
    isFiltered ? clearButton(onChange) : null,
  );
}

/** @param {(change: Partial<Search>) => void} onChange */
const clearButton = (onChange) =>
  h(
    'button',
    {
      type: 'button',
      class: 'link',
      onclick: () => onChange({ type: null, totalMin: null, totalMax: null }),
    },
    'Clear filters',
  );

/** @param {NonNullable<Facets['total']>} total */
function rangeInWords({ min, max, currency }) {
  if (min === max) return `Stays cost ${money(min, currency)}.`;
  return `Stays cost ${money(min, currency)} to ${money(max, currency)}.`;
}

/** @param {Search} search @param {Facets} facets @param {(change: Partial<Search>) => void} onChange */
function typeField({ type }, facets, onChange) {
  const counts = { ...(type ? { [type]: 0 } : {}), ...facets.property_type };
  /** @type {[string, string][]} */
  const choices = Object.entries(counts)
    .map(([word, number]) => /** @type {[string, string]} */ ([word, `${readable(word)} (${number})`]))
    .sort(([, a], [, b]) => a.localeCompare(b));
  return field(
    'Kind of place',
    select('type', [['', 'Any'], ...choices], type ?? '', (chosen) => onChange({ type: chosen || null })),
  );
}

/**
 * @param {string} label
 * @param {'totalMin' | 'totalMax'} name
 * @param {{ search: Search, currency: string, onChange: (change: Partial<Search>) => void }} options
 */
function priceField(label, name, { search, currency, onChange }) {
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
  return field(`${label}, ${currency}`, input);
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
