/** A choice among many: it is typed, and suggested, because a long select takes long to look through. */
import type { Form } from '../form.ts';
import { type FieldKind, oneOf } from '../form-table.ts';
import { type Choice, renderField } from '../views/fields.ts';
import { html } from '../views/html.ts';

const MAX_IN_SELECT = 20;

/** Two may have one name. The end of the id tells them apart. */
const tellApart = ({ value, name }: Choice): string => `${name} (${value.slice(-4)})`;

/** The value of what was typed. Undefined if it is of none, or of several. */
export function findChosen(choices: readonly Choice[], text: string): string | undefined {
  const typed = text.trim();
  const [found, ...others] = choices.filter(
    (choice) => choice.value === typed || choice.name === typed || tellApart(choice) === typed,
  );
  return others.length === 0 ? found?.value : undefined;
}

/** A choice with an empty value is that of an empty field. */
export function longChoice(label: string, choices: readonly Choice[]): FieldKind {
  const select = oneOf(label, choices);
  const none = choices.find(({ value }) => value === '');
  const named = choices.filter(({ value }) => value !== '');
  if (named.length <= MAX_IN_SELECT) return select;

  const suggest = (choice: Choice): string =>
    named.filter(({ name }) => name === choice.name).length === 1 ? choice.name : tellApart(choice);
  const present = (text: string): string => {
    const chosen = named.find(({ value }) => value === text);
    return chosen === undefined ? text : suggest(chosen);
  };
  return {
    ...select,
    read(form, name) {
      const typed = form.text(name).trim();
      const found = findChosen(named, typed);
      if (found === undefined && typed !== '')
        form.errors[name] = `${label} must be one of those that the field suggests.`;
      return found ?? typed;
    },
    draw(form, { choices: _choices, ...input }) {
      const { name } = input;
      const shown: Form = { ...form, values: { ...form.values, [name]: present(form.values[name] ?? '') } };
      const isOptional =
        none === undefined ? {} : ({ isOptional: 'unmarked', help: `Empty: ${none.name}` } as const);
      return html`${renderField(shown, { ...isOptional, ...input, list: `${name}-choices` })}
<datalist id="${name}-choices">${named.map((choice) => html`<option value="${suggest(choice)}"></option>`)}</datalist>`;
    },
  };
}
