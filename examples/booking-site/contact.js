import { h } from './dom.js';

/** An email address or a telephone number as a link, anything else as words. @param {string} contact */
export function contactLink(contact) {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return h('a', { href: `mailto:${contact}` }, contact);
  if (/^\+?[\d\s()/-]{6,}$/.test(contact))
    return h('a', { href: `tel:${contact.replaceAll(/[^\d+]/g, '')}` }, contact);
  if (/^https?:\/\//.test(contact)) return h('a', { href: contact }, contact);
  return contact;
}
