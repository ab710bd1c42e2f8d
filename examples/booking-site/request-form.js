import { h } from './dom.js';
import { legalLink } from './footer.js';
import { fill, fillNodes, sentences } from './sentences.js';

/**
 * @typedef {{ name: string, label: string, type: string, autocomplete: string, max: number, hint?: string,
 *   isOptional?: boolean, lines?: number }} Field
 */

/** @returns {Field[]} */
const listFields = () => [
  { name: 'name', label: sentences.request.name, type: 'text', autocomplete: 'name', max: 255 },
  {
    name: 'email',
    label: sentences.request.email,
    type: 'email',
    autocomplete: 'email',
    max: 254,
    hint: sentences.request.emailHint,
  },
  {
    name: 'phone',
    label: sentences.request.phone,
    type: 'tel',
    autocomplete: 'tel',
    max: 50,
    isOptional: true,
  },
  {
    name: 'wishes',
    label: sentences.request.wishes,
    type: 'text',
    autocomplete: 'off',
    max: 10_000,
    isOptional: true,
    lines: 4,
  },
];

/** By the names of the API. */
const API_NAMES = new Map([
  ['guest.name', 'name'],
  ['guest.email', 'email'],
  ['guest.phone', 'phone'],
  ['special_requests', 'wishes'],
]);

export const EXAMPLE_EMAIL = 'ana@example.com';
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Problems are shown at their fields.
 *
 * @param {{ values: Record<string, string>, termsUrl: string | null, privacyUrl: string | null,
 *   onInput: (values: Record<string, string>) => void, onSubmit: () => void }} options
 * @param {HTMLElement} terms what the visitor agrees to, below the fields on a phone and beside them on a desk
 * @param {import('./dom.js').Child[]} end
 */
export function createRequestForm({ values, termsUrl, privacyUrl, onInput, onSubmit }, terms, end) {
  const fields = listFields().map((field) => createField(field, values[field.name] ?? ''));
  const consent = termsUrl ? createConsent(termsUrl) : null;
  const valuesNow = () => Object.fromEntries(fields.map(({ name, input }) => [name, input.value]));
  const element = h(
    'form',
    { class: 'request-form', novalidate: true, 'aria-labelledby': 'form-title' },
    h(
      'div',
      { class: 'request-fields' },
      h('h2', { id: 'form-title' }, sentences.request.aboutYou),
      fields.map((field) => field.element),
      privacyUrl
        ? h(
            'p',
            { class: 'hint' },
            fillNodes(sentences.request.privacy, {
              link: legalLink(privacyUrl, sentences.request.privacyLink),
            }),
          )
        : null,
    ),
    terms,
    h('div', { class: 'request-end' }, consent?.element ?? null, end),
  );
  element.addEventListener('input', () => onInput(valuesNow()));
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });

  /** Shows problems by the form's names, and goes to the first. @param {Map<string, string>} problems */
  function show(problems) {
    for (const field of fields) field.show(problems.get(field.name) ?? null);
    consent?.show(problems.get(consent.name) ?? null);
    [...fields, ...(consent ? [consent] : [])].find(({ name }) => problems.has(name))?.input.focus();
  }
  return {
    element,
    /** @returns {{ name: string, email: string, phone: string, wishes: string }} */
    values() {
      const { name = '', email = '', phone = '', wishes = '' } = valuesNow();
      return { name: name.trim(), email: email.trim(), phone: phone.trim(), wishes: wishes.trim() };
    },
    /** Whether nothing is missing. Otherwise the problems are shown. */
    check() {
      const { name, email } = this.values();
      const problems = new Map();
      if (!name) problems.set('name', sentences.request.nameMissing);
      if (!EMAIL.test(email))
        problems.set('email', fill(sentences.request.emailMissing, { example: EXAMPLE_EMAIL }));
      if (consent && !consent.input.checked) problems.set(consent.name, sentences.request.consentMissing);
      show(problems);
      return problems.size === 0;
    },
    /**
     * Shows the API's problems with the form's own fields, and returns all others.
     *
     * @param {Record<string, string[]>} errors
     */
    refuse(errors) {
      const entries = Object.entries(errors);
      const own = entries.flatMap(([field, messages]) => {
        const name = API_NAMES.get(field);
        return name ? [/** @type {const} */ ([name, messages.join(' ')])] : [];
      });
      show(new Map(own));
      return entries.filter(([field]) => !API_NAMES.has(field)).flatMap(([, messages]) => messages);
    },
  };
}

/** A box that must be ticked. It is never ticked beforehand, not even after a reload. @param {string} termsUrl */
function createConsent(termsUrl) {
  const input = h('input', {
    id: 'consent',
    type: 'checkbox',
    required: true,
    autocomplete: 'off',
    'aria-describedby': 'consent-problem',
  });
  const problem = h('p', { id: 'consent-problem', class: 'field-problem' });
  return {
    name: 'consent',
    input,
    element: h(
      'div',
      { class: 'consent' },
      input,
      h(
        'label',
        { for: 'consent' },
        fillNodes(sentences.request.consent, { terms: legalLink(termsUrl, sentences.request.consentTerms) }),
      ),
      problem,
    ),
    /** @param {string | null} words */
    show(words) {
      problem.textContent = words ?? '';
      input.setAttribute('aria-invalid', words ? 'true' : 'false');
    },
  };
}

/** @param {Field} field @param {string} value */
function createField({ name, label, type, autocomplete, max, hint, isOptional, lines }, value) {
  const id = `guest-${name}`;
  const described = [hint ? `${id}-hint` : '', `${id}-problem`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    autocomplete,
    maxlength: max,
    'aria-describedby': described,
    'aria-required': isOptional ? null : 'true',
  };
  const input = lines ? h('textarea', { ...attributes, rows: lines }) : h('input', { ...attributes, type });
  input.value = value;
  const problem = h('p', { id: `${id}-problem`, class: 'field-problem' });
  return {
    name,
    input,
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, label, isOptional ? h('small', {}, ` ${sentences.request.optional}`) : null),
      hint ? h('p', { class: 'hint', id: `${id}-hint` }, hint) : null,
      input,
      problem,
    ),
    /** @param {string | null} words */
    show(words) {
      problem.textContent = words ?? '';
      input.setAttribute('aria-invalid', words ? 'true' : 'false');
    },
  };
}
