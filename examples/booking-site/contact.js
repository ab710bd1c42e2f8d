import { h } from './dom.js';
import { orList } from './format.js';
import { fillNodes } from './sentences.js';

/**
 * A way to reach the team, with its link if it has one.
 *
 * @typedef {{ text: string, href: string | null }} Contact
 */

/**
 * The ways to reach the team, the quickest first: what the page's settings say, else what the team says of itself.
 *
 * @param {string | null} setting
 * @param {import('./api.js').Team | null} team
 * @returns {Contact[]}
 */
export function contactsOf(setting, team) {
  if (setting) return [{ text: setting, href: hrefOf(setting) }];
  const { phone = null, email = null, website = null } = team?.contact ?? {};
  return [
    ...(phone ? [{ text: phone, href: phoneHref(phone) }] : []),
    ...(email ? [{ text: email, href: `mailto:${email}` }] : []),
    ...(website ? [{ text: website.replace(/^https?:\/\/|\/$/g, ''), href: webHref(website) }] : []),
  ];
}

/** The contacts in a sentence, each a link: `+351 210 000 000, ana@example.com or example.com`. @param {Contact[]} contacts */
export const contactLinks = (contacts) =>
  orList(contacts.map(({ href, text }) => (href ? h('a', { href }, text) : text)));

/**
 * A sentence that says how to reach the team. Without contacts, it is the other one.
 *
 * @param {Contact[]} contacts
 * @param {`${string}{contacts}${string}`} sentence
 * @param {string} [alone]
 */
export const askUs = (contacts, sentence, alone = '') =>
  contacts.length > 0 ? fillNodes(sentence, { contacts: contactLinks(contacts) }) : [alone];

/** An email address, a telephone number or an address of a page. Anything else is words. @param {string} text */
function hrefOf(text) {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s()/-]{6,}$/.test(text)) return phoneHref(text);
  return webHref(text);
}

/** @param {string} text */
const phoneHref = (text) => `tel:${text.replaceAll(/[^\d+]/g, '')}`;

/** @param {string} text */
const webHref = (text) => (/^https?:\/\//.test(text) ? text : null);
