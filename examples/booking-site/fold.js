import { h } from './dom.js';

/**
 * What few visitors need: a button that shows it.
 *
 * @param {{ id: string, title: string, small?: import('./dom.js').Child[], isOpen?: boolean }} options
 * @param {...HTMLElement} content
 */
export function createFold({ id, title, small = [], isOpen = false }, ...content) {
  const box = h('div', { id, class: 'folded', hidden: !isOpen }, content);
  const button = h(
    'button',
    { type: 'button', class: 'fold-button', 'aria-expanded': String(isOpen), 'aria-controls': id },
    h('span', {}, title),
    small.length > 0 ? h('small', {}, small) : null,
  );
  button.addEventListener('click', () => {
    box.hidden = !box.hidden;
    button.setAttribute('aria-expanded', String(!box.hidden));
  });
  return {
    element: h('div', { class: 'fold' }, button, box),
    /** It is not closed again under the visitor's hands. */
    open() {
      box.hidden = false;
      button.setAttribute('aria-expanded', 'true');
    },
  };
}
