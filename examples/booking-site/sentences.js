/**
 * The sentences of the page's language. One that depends on a `count` has a text for each plural form. The variables
 * in braces are filled in here, and types check that none is missing.
 */

/**
 * @typedef {typeof import('./languages/en.js').sentences} Sentences
 * @typedef {string | { readonly other: string }} Sentence
 */

/**
 * The names in braces.
 *
 * @template {string} Text
 * @typedef {Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never} NamesIn
 */

/**
 * What fills a sentence. `count` chooses the plural form.
 *
 * @template {Sentence} Given
 * @template Value
 * @typedef {Given extends string ? { [Name in NamesIn<Given>]: Value }
 *   : Given extends { readonly other: string }
 *     ? { [Name in Exclude<NamesIn<Given['other']>, 'count'>]: Value } & { count: number }
 *     : never} Values
 */

/** Those of the page's language, as soon as they are loaded. */
export const sentences = /** @type {Sentences} */ ({});

/** Of dates, numbers and plurals. */
export const locale = () => sentences.locale ?? 'en-GB';

/** Before anything is shown. @param {Sentences} loaded */
export function setSentences(loaded) {
  Object.assign(sentences, loaded);
  document.documentElement.lang = loaded.code;
}

/**
 * The sentence as a text.
 *
 * @template {Sentence} Given
 * @param {Given} sentence
 * @param {Values<Given, string | number>} values
 */
export const fill = (sentence, values) => partsOf(sentence, values).join('');

/**
 * The sentence as nodes, for one that has a link or something bold.
 *
 * @template {Sentence} Given
 * @param {Given} sentence
 * @param {Values<Given, import('./dom.js').Child | import('./dom.js').Child[]>} values
 */
export const fillNodes = (sentence, values) =>
  /** @type {import('./dom.js').Child[]} */ (partsOf(sentence, values).flat());

/** @param {Sentence} sentence @param {object} given */
function partsOf(sentence, given) {
  const values = new Map(Object.entries(given));
  const count = values.get('count');
  if (typeof count === 'number') values.set('count', new Intl.NumberFormat(locale()).format(count));
  const text = typeof sentence === 'string' ? sentence : pluralOf(sentence, Number(count));
  // Every second part is a name.
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values.get(part) ?? '')));
}

/** @param {{ readonly [form: string]: string, readonly other: string }} forms @param {number} count */
const pluralOf = (forms, count) => forms[new Intl.PluralRules(locale()).select(count)] ?? forms.other;
