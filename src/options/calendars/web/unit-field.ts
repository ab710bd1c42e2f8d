/** Of a large building there are too many units to look through: their names are typed, and suggested. */
import type { UnitLabel } from '../../../services/unit-labels.ts';
import type { Form } from '../../../web/form.ts';
import { type FieldKind, oneOf } from '../../../web/form-table.ts';
import { type Choice, renderField } from '../../../web/views/fields.ts';
import { html } from '../../../web/views/html.ts';
import { presentListingName } from '../../../web/views/place-name.ts';

const MAX_IN_SELECT = 20;

export const presentUnitName = (unit: UnitLabel): string =>
  unit.name === unit.listingTitle && unit.buildingTitle === null
    ? unit.name
    : `${presentListingName(unit)} · ${unit.name}`;

export const toUnitChoices = (units: readonly UnitLabel[]): Choice[] =>
  units.map((unit) => ({ value: unit.id, name: presentUnitName(unit) }));

/** Units of two places may have one name. The end of the id tells them apart. */
const tellApart = ({ value, name }: Choice): string => `${name} (${value.slice(-4)})`;

export function unitField(label: string, units: readonly UnitLabel[]): FieldKind {
  const choices = toUnitChoices(units);
  const select = oneOf(label, choices);
  if (choices.length <= MAX_IN_SELECT) return select;

  const suggest = (choice: Choice): string =>
    choices.filter(({ name }) => name === choice.name).length === 1 ? choice.name : tellApart(choice);
  const present = (text: string): string => {
    const chosen = choices.find(({ value }) => value === text);
    return chosen === undefined ? text : suggest(chosen);
  };
  return {
    ...select,
    read(form, name) {
      const typed = form.text(name).trim();
      const [found, ...others] = choices.filter(
        (choice) => choice.value === typed || choice.name === typed || tellApart(choice) === typed,
      );
      if (found && others.length === 0) return found.value;
      if (typed !== '') form.errors[name] = `${label} must be one of those that the field suggests.`;
      return typed;
    },
    draw(form, input) {
      const { name } = input;
      const shown: Form = { ...form, values: { ...form.values, [name]: present(form.values[name] ?? '') } };
      return html`${renderField(shown, { ...input, list: `${name}-choices` })}
<datalist id="${name}-choices">${choices.map((choice) => html`<option value="${suggest(choice)}"></option>`)}</datalist>`;
    },
  };
}
