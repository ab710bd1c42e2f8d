import { html as ghtml } from 'ghtml';

/** HTML in which all values are escaped. Only `html` makes it, so no text can become markup by mistake. */
class SafeHtml {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}
export type Html = SafeHtml;

type Value = string | number | Html | readonly Html[];

export const html = (literals: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new SafeHtml(String.raw(literals, ...values.map(toHtmlText)));

const toHtmlText = (value: Value): string => {
  if (value instanceof SafeHtml) return value.toString();
  return Array.isArray(value) ? value.join('') : escapeHtml(String(value));
};

export const escapeHtml = (text: string): string => ghtml`${text}`;

export const EMPTY_HTML = html``;
