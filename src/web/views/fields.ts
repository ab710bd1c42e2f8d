import type { Form } from '../form.ts';
import { type Html, html } from './html.ts';

type Field = {
  name: string;
  /** For a page with several fields of this name. */
  id?: string;
  label: string;
  help?: string | undefined;
  /** `unmarked`: optional, but the label does not say so. */
  isOptional?: boolean | 'unmarked';
  /** Of what is typed, if it is not the page's. */
  lang?: string;
};
type InputType = 'text' | 'email' | 'password' | 'date' | 'number' | 'search' | 'tel' | 'time' | 'url';
export type FieldOptions = Field & {
  type?: InputType;
  autocomplete?: string;
  maxLength?: number;
  /** The keyboard of a phone for a number that is typed as text. */
  keys?: 'numeric' | 'decimal';
  /** For a number or a date. */
  min?: number | string | undefined;
  max?: number | string | undefined;
  /** Beside the field, such as the currency. */
  unit?: string | undefined;
  /** The id of an HTML list with values that the field suggests. */
  list?: string;
};

/** A typed password is not shown again. */
export function renderField(form: Form, input: FieldOptions): Html {
  const { name, id = name, type = 'text', autocomplete, maxLength, keys, min, max, unit, list } = input;
  return renderLabelled(
    form,
    input,
    renderControlWithUnit(
      unit,
      html`<input id="${id}" name="${name}" type="${type}"
value="${type === 'password' ? '' : (form.values[name] ?? '')}" autocomplete="${autocomplete ?? 'off'}"
${keys === undefined ? '' : html` inputmode="${keys}"`}${maxLength === undefined ? '' : html` maxlength="${maxLength}"`}${min === undefined ? '' : html` min="${min}"`}${max === undefined ? '' : html` max="${max}"`}${list === undefined ? '' : html` list="${list}"`}
${type === 'email' ? html` autocapitalize="none" spellcheck="false"` : ''}${renderAttributes(form, input)}>`,
    ),
  );
}

const renderControlWithUnit = (unit: string | undefined, control: Html): Html =>
  unit === undefined
    ? control
    : unit === '%'
      ? html`<div class="with-unit">${control}<span class="unit">%</span></div>`
      : html`<div class="with-unit"><span class="unit">${unit}</span>${control}</div>`;

export const renderTextArea = (form: Form, input: Field & { rows?: number; maxLength?: number }): Html =>
  renderLabelled(
    form,
    input,
    html`<textarea id="${input.name}" name="${input.name}" rows="${input.rows ?? 3}"${input.maxLength === undefined ? '' : html` maxlength="${input.maxLength}"`}${renderAttributes(form, input)}>
${form.values[input.name] ?? ''}</textarea>`,
  );

export type Choice = { value: string; name: string };

/** If nothing was typed, the first choice is chosen. */
export const renderSelect = (form: Form, input: Field & { choices: readonly Choice[] }): Html =>
  renderLabelled(
    form,
    input,
    html`<select id="${input.id ?? input.name}" name="${input.name}"${renderAttributes(form, input)}>
${input.choices.map(({ value, name }) => html`<option value="${value}"${form.values[input.name] === value ? ' selected' : ''}>${name}</option>`)}
</select>`,
  );

/** It sends the value `on`. */
export const renderCheckbox = (form: Form, input: Omit<Field, 'isOptional'>): Html => {
  const { name, id = name, label, help } = input;
  const error = form.errors[name];
  return html`<div class="field tick">
<input id="${id}" name="${name}" type="checkbox" value="on"${form.values[name] === 'on' ? ' checked' : ''}${renderAttributes(form, { ...input, isOptional: true })}>
<label for="${id}">${label}</label>
${help ? html`<p class="help" id="${id}-help">${help}</p>` : ''}
${error ? html`<p class="error" id="${id}-error">${error}</p>` : ''}
</div>`;
};

const renderLabelled = (
  form: Form,
  { name, id = name, label, help, isOptional }: Field,
  control: Html,
): Html => {
  const error = form.errors[name];
  return html`<div class="field">
<label for="${id}">${label}${isOptional === true ? html` <span class="optional">optional</span>` : ''}</label>
${help ? html`<p class="help" id="${id}-help">${help}</p>` : ''}
${control}
${error ? html`<p class="error" id="${id}-error">${error}</p>` : ''}
</div>`;
};

function renderAttributes(form: Form, { name, id = name, help, isOptional, lang }: Field): Html {
  const error = form.errors[name];
  const describedBy = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return html`${isOptional ? '' : ' required'}${lang === undefined ? '' : html` lang="${lang}"`}${describedBy ? html` aria-describedby="${describedBy}"` : ''}${error ? html` aria-invalid="true"` : ''}`;
}

/** The value lists the ticked ones, with commas between them. */
export function renderCheckboxes(
  form: Form,
  { name, label, choices }: Pick<Field, 'name' | 'label'> & { choices: readonly Choice[] },
): Html {
  const chosen = new Set((form.values[name] ?? '').split(','));
  const error = form.errors[name];
  return html`<fieldset class="field"${error ? html` aria-describedby="${name}-error"` : ''}>
<legend>${label}</legend>
<div class="ticks">${choices.map(
    (choice, index) =>
      html`<label class="tick"><input type="checkbox"${index === 0 ? html` id="${name}"` : ''} name="${name}" value="${choice.value}"${chosen.has(choice.value) ? ' checked' : ''}> ${choice.name}</label>`,
  )}</div>
${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
</fieldset>`;
}

export const toChoices = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, name]) => ({ value, name }));

export const renderHidden = (values: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
