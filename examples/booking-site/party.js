import { h } from './dom.js';
import { fill, sentences } from './sentences.js';
import { createStepper } from './stepper.js';
import { counted } from './words.js';

/**
 * @typedef {import('./stay-address.js').Party} Party
 * @typedef {import('./stay-options.js').StayOptions} StayOptions
 */

export const MAX_CHILDREN = 100;
const LAST_AGE = 17;

/** @param {StayOptions} options */
function childrenAllowed({ max_children: children, max_infants: infants }) {
  const { ages, upTo, upToAndInfants } = sentences.party;
  if (children === null) return fill(ages, { oldest: LAST_AGE });
  return fill(infants === 0 ? upTo : upToAndInfants, { number: children });
}

/**
 * Who comes: adults, children with their ages, and pets where the place takes any.
 *
 * @param {{ maxGuests: number, options: StayOptions, party: Party, onChange: (wanted: Partial<Party>) => void }} context
 */
export function createParty({ maxGuests, options, party, onChange }) {
  const { max_children: maxChildren, max_infants: maxInfants, max_pets: maxPets } = options;
  const { party: words } = sentences;
  let { childrenAges } = party;
  const adults = createStepper({
    id: 'adults',
    label: words.adults,
    small: fill(words.room, { count: maxGuests }),
    fewer: words.fewerAdults,
    more: words.moreAdults,
    inWords: (number) => counted(number, 'adults'),
    least: 1,
    most: maxGuests,
    onNumber: (number) => onChange({ adults: number }),
  });
  const children = createStepper({
    id: 'children',
    label: words.children,
    small: childrenAllowed(options),
    fewer: words.fewerChildren,
    more: words.moreChildren,
    inWords: (number) => counted(number, 'children'),
    least: 0,
    most: maxChildren === null || maxInfants === null ? MAX_CHILDREN : maxChildren + maxInfants,
    onNumber: (number) =>
      onChange({ childrenAges: Array.from({ length: number }, (_, index) => childrenAges[index] ?? null) }),
  });
  const ages = createAges((next) => onChange({ childrenAges: next }));
  const pets = createStepper({
    id: 'pets',
    label: words.pets,
    small: fill(words.upTo, { number: maxPets }),
    fewer: words.fewerPets,
    more: words.morePets,
    inWords: (number) => counted(number, 'pets'),
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
      h('option', { value: '' }, sentences.party.chooseAge),
      Array.from({ length: LAST_AGE + 1 }, (_, age) =>
        h('option', { value: age }, age === 0 ? sentences.party.underOne : String(age)),
      ),
    );
    selects.push(select);
    element.append(
      h(
        'div',
        { class: 'field' },
        h('label', { for: id }, fill(sentences.party.ageOf, { number: selects.length })),
        select,
      ),
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
