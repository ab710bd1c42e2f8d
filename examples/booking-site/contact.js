import { h } from './dom.js';

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
  contacts.flatMap((contact, index) => [
    index === 0 ? '' : index === contacts.length - 1 ? ' or ' : ', ',
    contact.href ? h('a', { href: contact.href }, contact.text) : contact.text,
  ]);

/** A sentence that ends with how to reach the team. Without contacts, it is a sentence without them. @param {string} words @param {Contact[]} contacts */
export const askUs = (words, contacts) =>
  contacts.length > 0 ? [`${words}: `, ...contactLinks(contacts)] : [`${words}.`];

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
