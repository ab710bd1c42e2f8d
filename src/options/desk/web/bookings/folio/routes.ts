import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isStayDate, todayInZone, toInstant } from '../../../../../domain/dates/dates.ts';
import { toInstantText } from '../../../../../domain/formats.ts';
import {
  invoiceBody,
  paymentBody,
  receivedPaymentBody,
  securityDepositBody,
} from '../../../../../schemas/bookings/folio.ts';
import {
  addPayment,
  recordInvoice,
  recordPayment,
  recordSecurityDeposit,
} from '../../../../../services/bookings/folio/folio.ts';
import { findInvoice } from '../../../../../services/bookings/folio/invoice.ts';
import {
  creditInvoice,
  issueInvoiceAnew,
  issueMissingInvoice,
} from '../../../../../services/bookings/folio/invoices.ts';
import { refundAndLowerPrice } from '../../../../../services/bookings/folio/refund.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import type { Services } from '../../../../../services/services.ts';
import type { WriteOptions } from '../../../../../services/write.ts';
import type { Form } from '../../../../../web/form.ts';
import { needs, readId } from '../../../../../web/member-visit.ts';
import { doOncePerForm, toNotice } from '../../../../../web/once-per-form.ts';
import { requireForPage } from '../../../../../web/page-error.ts';
import type { SentForm } from '../../../../../web/sent-form.ts';
import { sendPage } from '../../../../../web/views/layout.ts';
import { DRAFT, INVOICE_KIND_WORDS } from '../../../../../web/views/words.ts';
import type { FoldedPart } from '../page/parts.ts';
import { findLineNames } from '../price/lines.ts';
import { bookingPath, readBookingOfPath, showBooking } from '../show-booking.ts';
import { DEPOSIT } from './deposit.ts';
import { definePayment, definePaymentStep, PAID_AT, STEP, STEP_METHOD, STEP_PAID_ON } from './forms.ts';
import { invoicePage } from './invoice-page.ts';
import { MISSING_INVOICE } from './invoices.ts';

/** A refund that lowers the price adds the last line by hand, which may be refused. */
const isOfRefund = (path: string): boolean => /^adjustments?(\.(\d+\.)?amount)?$/.test(path);

const AMOUNT_NEEDED = 'The refund needs an amount to lower the price by.';
/**
 * The form has a day without a time. A payment of today came now, and one of another day at noon in the
 * place's time zone.
 */
const NOON = '12:00';
const NO_DATE = 'Paid on must be a date, such as 2027-01-05.';
const RECORDED = 'The payment is recorded. The planned payments are lower by its amount.';
const SENT_TWICE = 'It is recorded once. The form was sent twice.';

export const folioRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const stepIn = (request: FastifyRequest) => {
    const form = STEP.open(request.body);
    return { form, body: STEP.read(form) };
  };
  /** Null for now. */
  const readPaidAt = (form: SentForm, name: string, timezone: string): string | null => {
    const paidOn = form.optional(name);
    if (paidOn === null || paidOn === todayInZone(timezone, services.clock())) return null;
    if (isStayDate(paidOn)) return toInstantText(toInstant(paidOn, NOON, timezone));
    form.errors[name] = NO_DATE;
    return null;
  };
  /** Keeps what was typed for the refused step. */
  const refuse = (reply: FastifyReply, part: string, { values, errors }: Form) => {
    const names = ['refunded_amount', 'lower_price', STEP_PAID_ON, STEP_METHOD];
    const typed = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
    return showBooking(reply, { values: { ...typed, step_of: part }, errors }, 422);
  };

  /** `saved` is the folded part of the page that shows what the step did. */
  async function finish(
    reply: FastifyReply,
    { part, form, saved }: { part: string; form: SentForm; saved?: FoldedPart | undefined },
    step: (options: WriteOptions<Folio>) => Promise<Folio>,
  ) {
    const outcome = toNotice(bookingPath(reply.request), 'The payments are up to date.', SENT_TWICE, saved);
    try {
      return await doOncePerForm<Folio>(reply, step, () => outcome);
    } catch (error) {
      return refuse(reply, part, form.refused(error));
    }
  }

  app.post('/bookings/:booking/payments/:payment', needs('money:write'), async (request, reply) => {
    const booking = readId(request, 'booking');
    const payment = readId(request, 'payment');
    const found = await readBookingOfPath(request);
    const { booking: stored, listing } = found;
    const PAYMENT_STEP = definePaymentStep(stored.currency);
    const form = PAYMENT_STEP.open(request.body, (path) => (isOfRefund(path) ? 'refunded_amount' : path));
    const isPaid = form.text('status') === 'paid';
    const step = PAYMENT_STEP.read(form, (path) => path === PAID_AT || (path === 'method' && !isPaid));
    const paid_at = isPaid ? readPaidAt(form, STEP_PAID_ON, listing.timezone) : null;
    const input = form.check(paymentBody, { ...step, paid_at });
    const { refundedCents, status } = input ?? { refundedCents: null, status: undefined };
    const isLowering = form.isChecked('lower_price') && status === 'refunded';
    if (isLowering && refundedCents === null) form.errors.refunded_amount = AMOUNT_NEEDED;
    if (!input || form.errors.refunded_amount) return refuse(reply, payment, form);
    const saved = isLowering ? 'price' : undefined;
    const { goodwill } = findLineNames(request.scope.terms.languages, found);
    return finish(reply, { part: payment, form, saved }, (options) =>
      isLowering && refundedCents !== null
        ? refundAndLowerPrice(request.scope, { booking, payment }, { refundedCents, name: goodwill }, options)
        : recordPayment(request.scope, { booking, payment }, input, options),
    );
  });

  app.post('/bookings/:booking/payments', needs('money:write'), async (request, reply) => {
    const { booking, listing } = await readBookingOfPath(request);
    const PAYMENT = definePayment(booking.currency);
    const form = PAYMENT.open(request.body);
    const payment = PAYMENT.read(form, (path) => path === PAID_AT);
    const paid_at = readPaidAt(form, PAYMENT.nameOf(PAID_AT), listing.timezone);
    const input = form.check(receivedPaymentBody, { ...payment, paid_at });
    if (!input) return showBooking(reply, form, 422);
    try {
      return await doOncePerForm<Folio>(
        reply,
        (options) => addPayment(request.scope, booking.id, input, options),
        () => toNotice(bookingPath(request), RECORDED, SENT_TWICE),
      );
    } catch (error) {
      return showBooking(reply, form.refused(error), 422);
    }
  });

  app.get('/bookings/:booking/invoices/:invoice', needs('money:read'), async (request, reply) => {
    const ids = [readId(request, 'booking'), readId(request, 'invoice')] as const;
    const issued = requireForPage(await findInvoice(request.scope, ...ids));
    return sendPage(reply, {
      title: `${INVOICE_KIND_WORDS[issued.invoice.kind]} ${issued.invoice.number ?? DRAFT}`,
      tab: 'bookings',
      body: invoicePage(bookingPath(request), issued),
    });
  });

  app.post('/bookings/:booking/invoices/:invoice', needs('money:write'), async (request, reply) => {
    const { form, body } = stepIn(request);
    const ids = { booking: readId(request, 'booking'), invoice: readId(request, 'invoice') };
    const at = { part: ids.invoice, form, saved: 'invoices' } as const;
    if (body.status === 'credit')
      return finish(reply, at, (options) => creditInvoice(request.scope, ids, options));
    if (body.status === 'anew')
      return finish(reply, at, (options) => issueInvoiceAnew(request.scope, ids, options));
    const input = form.check(invoiceBody, body);
    if (!input) return refuse(reply, ids.invoice, form);
    return finish(reply, at, (options) => recordInvoice(request.scope, ids, input.status, options));
  });

  app.post('/bookings/:booking/invoices', needs('money:write'), async (request, reply) => {
    const { form } = stepIn(request);
    const id = readId(request, 'booking');
    return finish(reply, { part: MISSING_INVOICE, form, saved: 'invoices' }, (options) =>
      issueMissingInvoice(request.scope, id, options),
    );
  });

  app.post('/bookings/:booking/security-deposit', needs('money:write'), async (request, reply) => {
    const { form, body } = stepIn(request);
    const input = form.check(securityDepositBody, body);
    if (!input) return refuse(reply, DEPOSIT, form);
    const id = readId(request, 'booking');
    return finish(reply, { part: DEPOSIT, form, saved: 'deposit' }, (options) =>
      recordSecurityDeposit(request.scope, id, input.status, options),
    );
  });
};
