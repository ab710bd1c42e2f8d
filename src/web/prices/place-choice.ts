/** Form fields for choosing all places, or some of them. */
import type { PlaceName } from '../../services/front-desk/places.ts';
import type { Form } from '../form.ts';
import { renderCheckboxes, renderSelect, toChoices } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { presentPlaceName } from '../views/place-name.ts';

type Choice = {
  /**
   * The names of two form fields: one says whether all places are chosen, and the other lists the chosen
   * places.
   */
  names: { which: string; list: string };
  label: string;
  all: string;
  places: readonly PlaceName[];
  toValue: (place: PlaceName) => string;
};

/**
 * The list of places is hidden until the visitor opens it, because it may be long. The list of places is already open if
 * only some places may be chosen, or if it has an error.
 */
export function renderPlaceChoice(form: Form, { names, label, all, places, toValue }: Choice): Html {
  const { which, list } = names;
  const isOpen = form.values[which] === 'some' || form.errors[list] !== undefined;
  const choices = places.map((place) => ({ value: toValue(place), name: presentPlaceName(place) }));
  return html`${renderSelect(form, { name: which, label, choices: toChoices({ all, some: 'Only those that are ticked below' }) })}
<details class="more"${isOpen ? ' open' : ''}><summary>Choose places</summary>
<div class="long-list">${renderCheckboxes(form, { name: list, label: 'Only these', choices })}</div></details>`;
}
