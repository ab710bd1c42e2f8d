/** The key of a booking: where the page finds it, and what a guest does who has lost it. */
import { ApiError } from './api.js';
import { askUs } from './contact.js';
import { h, put } from './dom.js';
import { forgetBooking, isKept, keepBooking, keptBookings } from './kept.js';
import { EMAIL, EXAMPLE_EMAIL } from './request-form.js';
import { fill, sentences } from './sentences.js';

/**
 * @typedef {{ api: import('./api.js').Api, site: import('./site.js').Site, code: string,
 *   contacts: import('./contact.js').Contact[] }} Asking
 */

/**
 * The key in the fragment of a private link, which is then removed from the address, else the key that is kept.
 *
 * @param {string} team
 * @param {string} code
 */
export function keyOf(team, code) {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  const kept = keptBookings(team).find((booking) => booking.code === code)?.key ?? null;
  if (!given) return kept;
  if (keepBooking(team, { code, key: given, title: '', checkIn: '', checkOut: '' }))
    history.replaceState(null, '', location.pathname + location.search);
  return given;
}

/**
 * The page of a booking, or of a document of it. If the browser does not keep the key, it is in the fragment, which no
 * server sees.
 *
 * @param {import('./site.js').Site} site
 * @param {string} code
 * @param {string} key
 * @param {{ document?: string }} [query]
 */
export const bookingAddress = (site, code, key, query = {}) =>
  `${site.listAddress({ booking: code, ...query })}${isKept(site.team, code, key) ? '' : `#key=${key}`}`;

/** @param {import('./site.js').Site} site */
export function askForCode(site) {
  const input = h('input', { id: 'code', autocomplete: 'off', spellcheck: 'false', maxlength: 40 });
  const form = h(
    'form',
    { class: 'key-form', novalidate: true },
    h('div', { class: 'field' }, h('label', { for: 'code' }, sentences.key.code), input),
    h('button', { class: 'button' }, sentences.key.find),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const code = input.value.trim().toUpperCase();
    if (!code) return input.focus();
    location.assign(site.listAddress({ booking: code }));
  });
  return h(
    'div',
    { class: 'notice' },
    h('h1', {}, sentences.frame.findBooking),
    h('p', {}, sentences.key.findHint),
    form,
  );
}

/** @param {Asking} asking @param {string} [problem] */
export function askForKey({ api, site, code, contacts }, problem) {
  const input = h('input', {
    id: 'key',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 100,
    'aria-describedby': 'key-problem',
  });
  const form = h(
    'form',
    { class: 'key-form', novalidate: true },
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'key' }, sentences.key.key),
      input,
      h('p', { id: 'key-problem', class: 'field-problem' }, problem ?? ''),
    ),
    h('button', { class: 'button' }, sentences.key.open),
  );
  if (problem) {
    forgetBooking(site.team, code);
    input.setAttribute('aria-invalid', 'true');
    // Once it is on the page.
    queueMicrotask(() => input.focus());
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (!key) return input.focus();
    location.hash = `key=${key}`;
    location.reload();
  });
  return h(
    'div',
    { class: 'notice' },
    h('h1', {}, fill(sentences.booking.title, { code })),
    problem ? null : h('p', {}, sentences.key.missing),
    form,
    site.sendsLinks ? lostLink(api, code) : null,
    contacts.length > 0 ? h('p', {}, askUs(contacts, sentences.frame.orAskUs)) : null,
  );
}

/** @param {import('./api.js').Api} api @param {string} code */
function lostLink(api, code) {
  const input = h('input', {
    id: 'link-email',
    type: 'email',
    autocomplete: 'email',
    maxlength: 254,
    'aria-describedby': 'link-problem',
  });
  const problem = h('p', { id: 'link-problem', class: 'field-problem' });
  const button = h('button', { class: 'button plain' }, sentences.key.send);
  const form = h(
    'form',
    { class: 'key-form', novalidate: true, 'aria-labelledby': 'lost-title' },
    h('h2', { id: 'lost-title' }, sentences.key.lost),
    h('div', { class: 'field' }, h('label', { for: 'link-email' }, sentences.key.email), input, problem),
    button,
  );
  /** @param {string} words */
  const refuse = (words) => {
    problem.textContent = words;
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const email = input.value.trim();
    if (!EMAIL.test(email)) return refuse(fill(sentences.request.emailMissing, { example: EXAMPLE_EMAIL }));
    button.disabled = true;
    try {
      await api.sendLink(code, email);
      const about = { id: 'lost-title', tabindex: -1, 'aria-describedby': 'sent-hint' };
      const title = h('h2', about, sentences.key.sent);
      put(form, title, h('p', { id: 'sent-hint' }, sentences.key.sentHint));
      title.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      button.disabled = false;
      refuse(error.status === 404 ? sentences.key.notSent : error.message);
    }
  });
  return form;
}
