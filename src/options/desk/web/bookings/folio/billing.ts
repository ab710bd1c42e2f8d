import type { FastifyReply } from 'fastify';
import { hasBilling } from '../../../../../domain/folio/invoice-document.ts';
import { MAX_BILLING_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../../../../../domain/limits.ts';
import type { BookingDetails } from '../../../../../services/bookings/read.ts';
import type { Form } from '../../../../../web/form.ts';
import { defineForm, field, longText, optional, unmarked } from '../../../../../web/form-table.ts';
import { renderHidden } from '../../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import { DRAFT } from '../../../../../web/views/words.ts';
import { BOOKING_LANGUAGE, renderBookingLanguage } from '../../languages/guest-language.ts';

export const BILLING = defineForm({
  billing_name: unmarked(optional('Name or company')),
  billing_address: unmarked(longText('Address')),
  language: BOOKING_LANGUAGE,
});

type View = { path: string; file: BookingDetails; form: Form };

export function renderBillingCard(reply: FastifyReply, { path, file, form }: View): Html {
  const { languages } = reply.request.scope.terms;
  const { billing_name: name = '', billing_address: address = '' } = form.values;
  const hasErrors = form.errors.billing_name !== undefined || form.errors.billing_address !== undefined;
  const isOpen = name !== '' || address !== '' || hasErrors || isPreviewed(form);
  return html`<section class="card" id="billing" aria-labelledby="billing-heading"><h3 id="billing-heading">Invoices to</h3>
<details class="more"${isOpen ? ' open' : ''}><summary>Another name, and an address</summary>
<form method="post" action="${path}/billing">${renderFormToken(reply)}${renderHidden({ billing_seen: form.values.billing_seen ?? '' })}
${field(form, BILLING, 'billing_name', { maxLength: MAX_NAME_LENGTH, help: 'Empty: the guest.' })}
${field(form, BILLING, 'billing_address', { rows: 3, maxLength: MAX_BILLING_ADDRESS_LENGTH, help: 'In lines, with a tax number if the guest needs it there.' })}
${renderBookingLanguage(form, languages, { help: 'Invoices that are issued stay as they are.' })}
${isPreviewed(form) ? renderPreview(path, file, form) : ''}
<div class="actions"><button class="quiet" type="submit" name="step" value="preview">Show the address</button>
<button class="quiet" type="submit" name="step" value="save">Save billing</button></div></form></details></section>`;
}

export const toPreviewedForm = ({ values, errors }: Form): Form => ({
  values: { ...values, billing_previewed: 'on' },
  errors,
});

const isPreviewed = ({ values, errors }: Form): boolean =>
  values.billing_previewed === 'on' && Object.keys(errors).length === 0;

function renderPreview(path: string, { booking, folio }: BookingDetails, { values }: Form): Html {
  const name = (values.billing_name ?? '').trim();
  const address = (values.billing_address ?? '').trim();
  const [kept, changed] = [true, false].map((isKept) =>
    folio.invoices.filter(({ document }) => (document !== null && hasBilling(document)) === isKept),
  );
  return html`<div class="fresh" role="status"><h3>Invoices say then</h3>
<p class="name"><strong>${name === '' ? booking.guest.name : name}</strong></p>
${address === '' ? '' : html`<p class="name lines-kept">${address}</p>`}
${renderNamed(path, changed, 'Also on')}${renderNamed(path, kept, 'Not on those that were issued to somebody by name:')}
<p class="faint">No invoice is issued anew by it.</p></div>`;
}

const renderNamed = (
  path: string,
  invoices: BookingDetails['folio']['invoices'] | undefined,
  words: string,
): Html =>
  invoices === undefined || invoices.length === 0
    ? EMPTY_HTML
    : html`<p>${words} ${invoices.map(
        ({ id, number }, index) =>
          html`${index === 0 ? '' : ', '}<a class="name" href="${path}/invoices/${id}">${number ?? DRAFT}</a>`,
      )}.</p>`;
