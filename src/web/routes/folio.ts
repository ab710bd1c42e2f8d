import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { depositBody, invoiceBody, paymentBody } from '../../http/operations/folio.ts';
import type { Folio } from '../../services/bookings/reading.ts';
import type { Services } from '../../services/services.ts';
import { outcomeOf, unkeyed, type WriteResult } from '../../services/write.ts';
import { setFlash } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { openForm, refusedForm } from '../given.ts';
import { idIn, teamPath, writerOf } from '../team-scope.ts';
import type { ShowBooking } from './bookings.ts';

/** What became of a booking's payments, invoices and deposit. */
export function folioRoutes(app: FastifyInstance, { bookings }: Services, show: ShowBooking): void {
  /** The step that a button names. */
  const stepIn = (request: FastifyRequest) => {
    const given = openForm(request.body, { status: 'The step' });
    return { given, body: { status: given.text('status') } };
  };
  const refuse = (reply: FastifyReply, { errors }: Form) => show(reply, { ...emptyForm, errors }, 422);

  function finish(request: FastifyRequest, reply: FastifyReply, result: WriteResult<Folio>) {
    const recorded = outcomeOf(result);
    if (!recorded.ok) return refuse(reply, refusedForm(emptyForm, recorded.refusal));
    setFlash(reply, { what: 'notice', text: 'The folio is up to date.' });
    return reply.redirect(`${teamPath(request)}/bookings/${idIn(request, 'booking')}`, 303);
  }

  app.post('/bookings/:booking/payments/:payment', async (request, reply) => {
    const { given, body } = stepIn(request);
    const read = given.check(paymentBody, body);
    if (!read.ok) return refuse(reply, read.form);
    const [id, payment] = [idIn(request, 'booking'), idIn(request, 'payment')];
    const call = unkeyed(writerOf(request));
    const { status, reference, refunded_amount: refundedCents = null } = read.value;
    const report = { status, reference, refundedCents };
    return finish(request, reply, await bookings.recordPayment(call, id, payment, report));
  });

  app.post('/bookings/:booking/invoices/:invoice', async (request, reply) => {
    const { given, body } = stepIn(request);
    const read = given.check(invoiceBody, body);
    if (!read.ok) return refuse(reply, read.form);
    const [id, invoice] = [idIn(request, 'booking'), idIn(request, 'invoice')];
    const call = unkeyed(writerOf(request));
    return finish(request, reply, await bookings.recordInvoice(call, id, invoice, read.value.status));
  });

  app.post('/bookings/:booking/security-deposit', async (request, reply) => {
    const { given, body } = stepIn(request);
    const read = given.check(depositBody, body);
    if (!read.ok) return refuse(reply, read.form);
    const call = unkeyed(writerOf(request));
    const id = idIn(request, 'booking');
    return finish(request, reply, await bookings.recordDeposit(call, id, read.value.status));
  });
}
