/** The key of a booking: where the page finds it, and what a guest does who has lost it. */
import { ApiError } from './api.js';
import { askUs } from './contact.js';
import { h, put } from './dom.js';
import { forgetBooking, keepBooking, keptBookings } from './kept.js';

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

/** @param {import('./site.js').Site} site */
export function askForCode(site) {
  const input = h('input', { id: 'code', autocomplete: 'off', spellcheck: 'false', maxlength: 40 });
  const form = h(
    'form',
    { class: 'key-form', novalidate: true },
    h('div', { class: 'field' }, h('label', { for: 'code' }, 'Booking code'), input),
    h('button', { class: 'button' }, 'Find it'),
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
    h('h1', {}, 'Find your booking'),
    h('p', {}, 'Its code is in every message about it, and on the page that you saw when you booked.'),
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
      h('label', { for: 'key' }, 'Key'),
      input,
      h('p', { id: 'key-problem', class: 'field-problem' }, problem ?? ''),
    ),
    h('button', { class: 'button' }, 'Open the booking'),
  );
  if (problem) {
    forgetBooking(site.team, code);
    input.setAttribute('aria-invalid', 'true');
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
    h('h1', {}, `Booking ${code}`),
    h(
      'p',
      {},
      'This browser does not have the key of this booking. Open your private link, or fill in the key.',
    ),
    form,
    site.sendsLinks ? lostLink(api, code) : null,
    contacts.length > 0 ? h('p', {}, ...askUs('Or ask us', contacts)) : null,
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

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
  const button = h('button', { class: 'button plain' }, 'Send me the link');
  const form = h(
    'form',
    { class: 'key-form', novalidate: true, 'aria-labelledby': 'lost-title' },
    h('h2', { id: 'lost-title' }, 'Lost your link?'),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'link-email' }, 'The email of the booking'),
      input,
      problem,
    ),
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
    if (!EMAIL.test(email)) return refuse('Please give your email address, such as ana@example.com.');
    button.disabled = true;
    try {
      await api.sendLink(code, email);
      put(
        form,
        h('h2', {}, 'Look at your email'),
        h(
          'p',
          { role: 'status' },
          'If this is the email of the booking, a message with the link is on its way.',
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      button.disabled = false;
      refuse(error.status === 404 ? 'We send no messages here. Please ask us for the link.' : error.message);
    }
  });
  return form;
}
