/** All places, or those that are ticked: a select, and a list that may be long. */
import type { PlaceName } from '../../services/place-names.ts';
import type { Form } from '../form.ts';
import { type FieldKind, ticks } from '../form-table.ts';
import { renderCheckboxes, renderSelect, toChoices } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { presentPlaceName } from '../views/place-name.ts';

const WHICH = 'places';
const LIST = 'listings';

/** The name of its input is `listings`. Null for all places. */
export const somePlaces = (label: string, missing: string): FieldKind => ({
  ...ticks(label),
  read(form, name) {
    const ticked = form.list(name);
    if (form.text(WHICH) !== 'some') return null;
    if (ticked.length === 0) form.errors[name] = missing;
    return ticked;
  },
});

/** Of the select. A list that is there may be empty, which is not all places. */
export const toWhichPlaces = (listed: readonly string[] | null): Record<string, string> => ({
  [WHICH]: listed === null ? 'all' : 'some',
});

type Choice = {
  label: string;
  all: string;
  places: readonly PlaceName[];
  toValue: (place: PlaceName) => string;
};

/**
 * The list is open only if some places are chosen, or if it has an error. Of a team with more places than can be
 * listed, those that are ticked stay.
 */
export function renderPlaceChoice(form: Form, { label, all, places, toValue }: Choice): Html {
  const isOpen = form.values[WHICH] === 'some' || form.errors[LIST] !== undefined;
  const listed = places.map((place) => ({ value: toValue(place), name: presentPlaceName(place) }));
  const ticked = (form.values[LIST] ?? '').split(',').filter((value) => value !== '');
  const others = ticked.filter((one) => listed.every(({ value }) => value !== one));
  const choices = [...listed, ...others.map((value) => ({ value, name: value }))];
  return html`${renderSelect(form, { name: WHICH, label, choices: toChoices({ all, some: 'Only those that are ticked below' }) })}
<details class="more"${isOpen ? ' open' : ''}><summary>Choose places</summary>
<div class="long-list">${renderCheckboxes(form, { name: LIST, label: 'Only these', choices })}</div></details>`;
}
