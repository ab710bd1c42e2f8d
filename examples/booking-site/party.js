import { h } from './dom.js';
import { count } from './format.js';
import { createStepper } from './stepper.js';

/**
 * @typedef {import('./stay-address.js').Party} Party
 * @typedef {import('./stay-options.js').StayOptions} StayOptions
 */

export const MAX_CHILDREN = 100;
const LAST_AGE = 17;

/** `3 guests`, or `2 adults, 2 children, 1 pet`. @param {Pick<Party, 'adults' | 'childrenAges' | 'pets'>} party */
export function partyInWords({ adults, childrenAges, pets }) {
  const withPets = pets > 0 ? `, ${count(pets, 'pet')}` : '';
  if (childrenAges.length === 0) return `${count(adults, 'guest')}${withPets}`;
  return `${count(adults, 'adult')}, ${count(childrenAges.length, 'child', 'children')}${withPets}`;
}

/** @param {StayOptions} options */
function childrenAllowed({ max_children: children, max_infants: infants }) {
  if (children === null) return `0 to ${LAST_AGE} years`;
  return infants === 0 ? `Up to ${children}` : `Up to ${children}, and infants`;
}

/**
 * Who comes: adults, children with their ages, and pets where the place takes any.
 *
 * @param {{ maxGuests: number, options: StayOptions, party: Party, onChange: (wanted: Partial<Party>) => void }} context
 */
export function createParty({ maxGuests, options, party, onChange }) {
  const { max_children: maxChildren, max_infants: maxInfants, max_pets: maxPets } = options;
  let { childrenAges } = party;
  const adults = createStepper({
    id: 'adults',
    label: 'Adults',
    small: `Room for ${count(maxGuests, 'guest')}`,
    noun: 'adult',
    least: 1,
    most: maxGuests,
    onNumber: (number) => onChange({ adults: number }),
  });
  const children = createStepper({
    id: 'children',
    label: 'Children',
    small: childrenAllowed(options),
    noun: 'child',
    nouns: 'children',
    least: 0,
    most: maxChildren === null || maxInfants === null ? MAX_CHILDREN : maxChildren + maxInfants,
    onNumber: (number) =>
      onChange({ childrenAges: Array.from({ length: number }, (_, index) => childrenAges[index] ?? null) }),
  });
  const ages = createAges((next) => onChange({ childrenAges: next }));
  const pets = createStepper({
    id: 'pets',
    label: 'Pets',
    small: `Up to ${maxPets}`,
    noun: 'pet',
    least: 0,
    most: maxPets,
    onNumber: (number) => onChange({ pets: number }),
  });
  const takesChildren = maxChildren !== 0 || maxInfants !== 0 || childrenAges.length > 0;
  return {
    element: h(
      'div',
      { class: 'party' },
      adults.element,
      takesChildren ? children.element : null,
      ages.element,
      maxPets > 0 || party.pets > 0 ? pets.element : null,
    ),
    /** @param {Party} next */
    update(next) {
      childrenAges = next.childrenAges;
      adults.update(next.adults);
      children.update(childrenAges.length);
      ages.update(childrenAges);
      pets.update(next.pets);
    },
  };
}

/**
 * A choice of the age for each child.
 *
 * @param {(ages: (number | null)[]) => void} onAges
 * @param {{ areRequired?: boolean }} options whether a form is not sent without them
 */
export function createAges(onAges, { areRequired = false } = {}) {
  /** @type {HTMLSelectElement[]} */
  const selects = [];
  const element = h('div', { class: 'ages' });
  const chosen = () => selects.map(({ value }) => (value === '' ? null : Number(value)));
  function add() {
    const id = `child-${selects.length + 1}`;
    const select = h(
      'select',
      { id, required: areRequired, onchange: () => onAges(chosen()) },
      h('option', { value: '' }, 'Choose'),
      Array.from({ length: LAST_AGE + 1 }, (_, age) =>
        h('option', { value: age }, age === 0 ? 'Under 1' : String(age)),
      ),
    );
    selects.push(select);
    element.append(
      h('div', { class: 'field' }, h('label', { for: id }, `Age of child ${selects.length}`), select),
    );
  }
  return {
    element,
    /** @param {(number | null)[]} ages */
    update(ages) {
      while (selects.length > ages.length) selects.pop()?.parentElement?.remove();
      while (selects.length < ages.length) add();
      for (const [index, select] of selects.entries()) {
        const value = String(ages[index] ?? '');
        if (select.value !== value) select.value = value;
      }
      element.hidden = ages.length === 0;
    },
  };
}
