import type { PlaceName } from '../../services/place-names.ts';
import type { Form } from '../form.ts';
import { renderCheckboxes, renderSelect, toChoices } from './fields.ts';
import { type Html, html } from './html.ts';
import { presentPlaceName } from './place-name.ts';

type Choice = {
  /** One field says whether all places are chosen; the other lists them. */
  names: { which: string; list: string };
  label: string;
  all: string;
  places: readonly PlaceName[];
  toValue: (place: PlaceName) => string;
};

/** The list may be long, so it is open only if some places are chosen, or if it has an error. */
export function renderPlaceChoice(form: Form, { names, label, all, places, toValue }: Choice): Html {
  const { which, list } = names;
  const isOpen = form.values[which] === 'some' || form.errors[list] !== undefined;
  const choices = places.map((place) => ({ value: toValue(place), name: presentPlaceName(place) }));
  return html`${renderSelect(form, { name: which, label, choices: toChoices({ all, some: 'Only those that are ticked below' }) })}
<details class="more"${isOpen ? ' open' : ''}><summary>Choose places</summary>
<div class="long-list">${renderCheckboxes(form, { name: list, label: 'Only these', choices })}</div></details>`;
}
