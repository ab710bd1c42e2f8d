/** The fields of forms: with their label, the typed value, and their error. */
import { html } from 'ghtml';
import type { Form } from '../form.ts';
import type { Html } from './layout.ts';

type Named = {
  name: string;
  label: string;
  help?: string;
  /** If the page has another field with this name. */
  id?: string;
  required?: boolean;
  maxLength?: number;
};
type Entry = Named & {
  type?: 'text' | 'email' | 'date' | 'tel' | 'url' | 'search' | 'datetime-local';
  /** A number, or an amount: a phone then shows its digits. */
  keys?: 'numeric' | 'decimal';
  min?: string;
  max?: string;
  autocomplete?: string;
};

/** A field of one line. */
export const entry = (form: Form, given: Entry): Html => {
  const { name, id = name, type = 'text', keys, min, max, autocomplete = 'off', maxLength } = given;
  return around(
    form,
    given,
    html`<input id="${id}" name="${name}" type="${type}" value="${form.values[name] ?? ''}" autocomplete="${autocomplete}"
!${keys ? html` inputmode="${keys}"` : ''}!${min ? html` min="${min}"` : ''}!${max ? html` max="${max}"` : ''}
!${maxLength ? html` maxlength="${maxLength}"` : ''}!${type === 'email' ? ' autocapitalize="none" spellcheck="false"' : ''}!${facts(form, given)}>`,
  );
};

/** A field of several lines. */
export const area = (form: Form, given: Named & { rows?: number }): Html => {
  const { name, id = name, rows = 4, maxLength } = given;
  // The first line break of a text area is dropped, so one is added.
  return around(
    form,
    given,
    html`<textarea id="${id}" name="${name}" rows="${rows}"!${maxLength ? html` maxlength="${maxLength}"` : ''}!${facts(form, given)}>
${form.values[name] ?? ''}</textarea>`,
  );
};

export type Options = readonly (readonly [value: string, text: string])[];
export const optionsOf = (words: Readonly<Record<string, string>>): Options => Object.entries(words);

/** A choice of one of several words. */
export const select = (form: Form, given: Named & { options: Options }): Html => {
  const { name, id = name, options } = given;
  return around(
    form,
    given,
    html`<select id="${id}" name="${name}"!${facts(form, given)}>!${options.map(
      ([value, text]) =>
        html`<option value="${value}"!${value === (form.values[name] ?? '') ? ' selected' : ''}>${text}</option>`,
    )}</select>`,
  );
};

/** A box to tick. */
export const box = (form: Form, given: Named): Html => {
  const { name, id = name, label, help } = given;
  return html`<div class="tick"><input type="checkbox" id="${id}" name="${name}" value="on"!${form.values[name] ? ' checked' : ''}!${facts(form, given)}>
<div><label for="${id}">${label}</label>!${help ? html`<p class="help" id="${id}-help">${help}</p>` : ''}</div></div>`;
};

/** Several boxes with one name. */
export const boxes = (form: Form, { name, label, options }: Named & { options: Options }): Html => {
  const chosen = new Set((form.values[name] ?? '').split(','));
  const error = form.errors[name];
  return html`<fieldset class="field boxes"!${error ? html` aria-describedby="${name}-error"` : ''}>
<legend>${label}</legend>
<div class="ticks">!${options.map(
    ([value, text], index) =>
      html`<label class="tick"><input type="checkbox"!${index === 0 ? html` id="${name}"` : ''} name="${name}" value="${value}"!${chosen.has(value) ? ' checked' : ''}> ${text}</label>`,
  )}</div>
!${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
</fieldset>`;
};

export const hidden = (values: Readonly<Record<string, string>>): Html =>
  html`!${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;

/** The errors of a form: first those of no field, then a link to each field. */
export function problems({ errors, values }: Form): Html {
  const all = Object.entries(errors);
  return all.length === 0
    ? ''
    : html`<div class="notice bad" role="alert">
!${all.map(([name, error]) => html`<p>!${name in values ? html`<a href="#${name}">${error}</a>` : html`${error}`}</p>`)}
</div>`;
}

function facts(form: Form, { name, id = name, help, required = false }: Named): Html {
  const isWrong = form.errors[name] !== undefined;
  const describedBy = [help ? `${id}-help` : '', isWrong ? `${id}-error` : ''].filter(Boolean).join(' ');
  return html`!${required ? ' required' : ''}!${describedBy ? html` aria-describedby="${describedBy}"` : ''}!${isWrong ? ' aria-invalid="true"' : ''}`;
}

function around(form: Form, { name, id = name, label, help }: Named, input: Html): Html {
  const error = form.errors[name];
  return html`<div class="field">
<label for="${id}">${label}</label>
!${input}
!${help ? html`<p class="help" id="${id}-help">${help}</p>` : ''}
!${error ? html`<p class="error" id="${id}-error">${error}</p>` : ''}
</div>`;
}
