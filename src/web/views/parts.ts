/** Parts of several pages. */
import { html } from 'ghtml';
import type { Form } from '../form.ts';
import { ago, exactly } from '../when.ts';
import { icon } from './icons.ts';
import type { Html } from './layout.ts';

type Field = {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autocomplete?: string;
  help?: string;
  maxLength?: number;
};

/** A labelled field with its typed value (except a password), and its error. */
export function field(
  form: Form,
  { name, label, type = 'text', autocomplete, help, maxLength }: Field,
): Html {
  const error = form.errors[name];
  const describedBy = [help ? `${name}-help` : '', error ? `${name}-error` : ''].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
!${help ? html`<p class="help" id="${name}-help">${help}</p>` : ''}
<input id="${name}" name="${name}" type="${type}" required
value="${type === 'password' ? '' : (form.values[name] ?? '')}" autocomplete="${autocomplete ?? 'off'}"
!${maxLength ? html` maxlength="${maxLength}"` : ''}
!${type === 'email' ? ' autocapitalize="none" spellcheck="false"' : ''}
!${describedBy ? html` aria-describedby="${describedBy}"` : ''}!${error ? ' aria-invalid="true"' : ''}>
!${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
</div>`;
}

/** An error of the form as a whole. */
export const formError = (form: Form): Html =>
  form.errors.form ? html`<p class="notice bad" role="alert">${form.errors.form}</p>` : '';

/** All errors, with links to the fields, for a form further down the page. */
export const formErrors = ({ errors }: Form): Html =>
  Object.keys(errors).length === 0
    ? ''
    : html`<div class="notice bad" role="alert">
!${Object.entries(errors).map(
        ([name, error]) =>
          html`<p>!${name === 'form' ? html`${error}` : html`<a href="#${name}">${error}</a>`}</p>`,
      )}
</div>`;

export const notice = (text: string): Html => html`<p class="notice good" role="status">${text}</p>`;

/** The text of an empty list: how to begin. */
export const empty = (drawing: Parameters<typeof icon>[0], title: string, text: string): Html =>
  html`<div class="empty">!${icon(drawing)}<h2>${title}</h2><p>${text}</p></div>`;

/** A moment, roughly, with the exact one on hover. */
export const moment = (at: Date, now: Date): Html =>
  html`<time datetime="${at.toISOString()}" title="${exactly(at)}">${ago(at, now)}</time>`;

/** A text to be copied: with the button if scripts run, otherwise by hand. */
export const copyable = (label: string, text: string): Html => html`<div class="copy" data-copy>
<label for="copied">${label}</label>
<textarea id="copied" class="secret" readonly rows="2" spellcheck="false">${text}</textarea>
<div class="actions"><button type="button" hidden>Copy</button><span role="status"></span></div>
</div>`;

/** A table that becomes a list of cards on a narrow screen. The roles keep it a table for screen readers. */
export function table(
  { label, heads }: { label: string; heads: string[] },
  rows: readonly (readonly Html[])[],
): Html {
  return html`<table role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">!${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">
!${rows.map(
    (cells) =>
      html`<tr role="row">!${cells.map(
        (cell, index) =>
          html`<td role="cell"><span class="label" aria-hidden="true">${heads[index] ?? ''}</span><span class="cell">!${cell}</span></td>`,
      )}</tr>`,
  )}
</tbody>
</table>`;
}
