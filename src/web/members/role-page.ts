import type { FastifyReply } from 'fastify';
import { RESOURCES, type Resource } from '../../domain/access/permissions.ts';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../domain/limits.ts';
import type { Form } from '../form.ts';
import { renderField, renderHidden, renderSelect, toChoices } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderFormErrors } from '../views/parts.ts';

export const RESOURCE_WORDS: Record<Resource, string> = {
  listings: 'Places, their units and photos',
  prices: 'Prices and availability',
  calendar: 'Calendar and blocks',
  bookings: 'Bookings',
  money: 'Payments and invoices',
  guests: 'Guests',
  mails: 'Messages',
  reports: 'Reports',
  webhooks: 'Webhooks',
  tokens: 'Tokens',
  people: 'Members and roles',
  settings: 'The team’s settings',
};
const LEVELS = toChoices({ '': 'Nothing', read: 'Read', write: 'Read and change' });

type RoleView = {
  base: string;
  /** Null for a new one. */
  code: string | null;
  form: Form;
};

export const rolePage = (reply: FastifyReply, { base, code, form }: RoleView): Html => html`
<p class="back"><a href="${base}">Members</a></p>
<h1>${code === null ? 'New role' : html`The role <span class="name">${code}</span>`}</h1>
<p class="lead">It counts for everybody who has it from their next page on.</p>
${renderFormErrors(form)}
<section class="card" aria-label="The role">
<form method="post" action="${base}/roles/${code === null ? 'new' : encodeURIComponent(code)}">
${renderFormToken(reply)}${code === null ? '' : renderHidden({ seen: form.values.seen ?? '' })}
${renderField(form, { name: 'name', label: 'Name', maxLength: MAX_NAME_LENGTH })}
${code === null ? renderField(form, { name: 'code', label: 'Code', maxLength: MAX_CODE_LENGTH, help: 'For programs. It cannot be changed later.' }) : ''}
${RESOURCES.map((resource) => renderSelect(form, { name: resource, label: RESOURCE_WORDS[resource], choices: LEVELS, isOptional: 'unmarked' }))}
<button type="submit">${code === null ? 'Add role' : 'Save'}</button>
</form>
</section>
${code === null ? '' : html`<p class="aside"><a class="danger" href="${base}/roles/${encodeURIComponent(code)}/delete">Delete this role</a></p>`}`;
