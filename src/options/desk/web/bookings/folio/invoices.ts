import type { FastifyReply } from 'fastify';
import { maySetInvoiceStatus } from '../../../../../domain/folio/folio.ts';
import { doesInvoiceStay, listUncredited, sumInvoicesCents } from '../../../../../domain/folio/invoices.ts';
import type { InvoiceStatus } from '../../../../../domain/vocabulary.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import { presentMoney } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import { DRAFT, INVOICE_KIND_WORDS, INVOICE_WORDS } from '../../../../../web/views/words.ts';
import {
  type FolioView,
  findStepError,
  type Question,
  renderPart,
  renderSteps,
  renderTime,
} from './parts.ts';

/** A refused step with this name is shown below the invoices. */
export const MISSING_INVOICE = 'missing_invoice';

const INVOICE_QUESTIONS: Partial<Record<InvoiceStatus, Question>> = {
  void: {
    lead: 'It stays in the list, no longer counts, and cannot be opened again. Its number is not used again.',
    button: 'Void this invoice',
  },
};
const DRAFT_QUESTIONS: Partial<Record<InvoiceStatus, Question>> = {
  issued: {
    lead: 'It gets the next number, and never changes from then on: what is wrong is credited. You cannot undo this.',
    button: 'Issue this invoice',
  },
  paid: {
    lead: 'It is issued too: it gets the next number, and never changes from then on. You cannot undo this.',
    button: 'Issue it as paid',
  },
  void: { lead: 'The draft disappears. It can be made anew below.', button: 'Remove this draft' },
};
const INVOICE_STEPS: Partial<Record<InvoiceStatus, string>> = {
  issued: 'Issue',
  paid: 'Mark as paid',
  void: 'Void',
};
const CREDIT_QUESTION: Question = {
  lead: 'A credit note takes it back in whole. You cannot undo this. What is then missing can be issued anew, with the address of today.',
  button: 'Credit this invoice',
};

const ANEW_QUESTION: Question = {
  lead: 'For a wrong address: a credit note takes it back in whole, and a new one has the address of today under “Invoices to”. You cannot undo this.',
  button: 'Credit it and issue it anew',
};

export const computeMissingInvoiceCents = ({ state, invoices, invoiceableCents }: Folio): number =>
  state === 'closed' || invoices.length === 0 ? 0 : invoiceableCents - sumInvoicesCents(invoices);

/** The team knows why they do not add up: it has voided or credited one by hand. */
const renderMissingInvoice = (reply: FastifyReply, { path, folio, form }: FolioView): Html => {
  const missingCents = computeMissingInvoiceCents(folio);
  const error = findStepError(form, MISSING_INVOICE);
  return missingCents === 0
    ? EMPTY_HTML
    : html`<form method="post" action="${path}/invoices">${renderFormToken(reply)}
<p class="help">The invoices do not add up to the ${folio.state === 'fee' ? 'cancellation fee' : 'total'}: ${presentMoney(missingCents, folio.currency)} is missing.</p>
<button class="quiet small" type="submit">Issue what is missing</button>${error === null ? '' : html`<p class="error">${error}</p>`}</form>`;
};

/** Each invoice has a page of its own, which is printed. */
export const renderInvoicesCard = (reply: FastifyReply, view: FolioView): Html =>
  html`<section class="card" id="invoices" aria-labelledby="invoices-heading">
${renderInvoiceList(reply, view)}${renderMissingInvoice(reply, view)}
</section>`;

const renderInvoiceList = (reply: FastifyReply, { path, presentMoment, folio, form }: FolioView): Html => {
  const creditable = listUncredited(folio.invoices).filter(({ invoice }) => doesInvoiceStay(invoice));
  const mayCredit = (id: string) => creditable.some(({ invoice }) => invoice.id === id);
  return folio.invoices.length === 0
    ? html`<p class="faint">No invoices.</p>`
    : renderPart(
        folio.invoices.map(({ id, kind, number, amountCents, status, issuedAt }) => [
          html`${kind === 'credit_note' ? `${INVOICE_KIND_WORDS[kind]} ` : ''}<a class="name" href="${path}/invoices/${id}">${number ?? DRAFT}</a>${issuedAt === null ? '' : html` <span class="faint">${renderTime(issuedAt, presentMoment)}</span>`}`,
          presentMoney(amountCents, folio.currency),
          issuedAt === null
            ? html`<span class="badge">Not issued</span>`
            : html`<span class="badge money-${status}">${INVOICE_WORDS[status]}</span>`,
          html`${number === null || status === 'void' ? '' : html`<a class="button quiet small" href="${path}/invoices/${id}#print" aria-label="Print ${number}">Print</a>`}${renderSteps(
            reply,
            {
              action: `${path}/invoices/${id}`,
              questions: {
                ...INVOICE_QUESTIONS,
                ...(issuedAt === null ? DRAFT_QUESTIONS : {}),
                credit: CREDIT_QUESTION,
                anew: ANEW_QUESTION,
              },
              usual: ['issued', 'paid'],
              error: findStepError(form, id),
            },
            {
              ...INVOICE_STEPS,
              ...(issuedAt === null ? { void: 'Remove' } : {}),
              credit: 'Credit',
              anew: 'Issue anew',
            },
            (to) =>
              to === 'credit' || to === 'anew'
                ? mayCredit(id) && !(to === 'anew' && folio.state === 'closed')
                : maySetInvoiceStatus(status, to, folio.state),
          )}`,
        ]),
      );
};
