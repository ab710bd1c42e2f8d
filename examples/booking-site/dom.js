/** @typedef {Node | string | null | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * Makes an element. Texts become text nodes, never markup, so nothing in a listing's texts can run. An attribute that
 * begins with `on` is a listener.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  put(element, ...children);
  return element;
}

/** A text that is not in the page's language names its own. @param {string} text @param {string | undefined} lang */
export const inLanguage = (text, lang) => (lang ? h('span', { lang }, text) : text);

/**
 * False, null and undefined remove it.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== false));
}

/**
 * To screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  const status = document.getElementById('status');
  // The same words twice would not be announced again.
  if (status) status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}
