/** Records what the team's payment provider did, because Innkeep itself moves no money. */
import { type FolioRows, loadFolio, storeFolioChanges } from '../../../db/queries/bookings/folio.ts';
import { asInvoiced } from '../../../domain/folio/cancellation-fee.ts';
import {
  findFolioState,
  maySetInvoiceStatus,
  maySetSecurityDepositStatus,
} from '../../../domain/folio/folio.ts';
import { isDraft } from '../../../domain/folio/numbering.ts';
import type { InvoiceStatus, SecurityDepositStatus } from '../../../domain/vocabulary.ts';
import { NotFound } from '../../errors.ts';
import type { TeamScope, WriteScope } from '../../team-scope.ts';
import { type Condition, type ConditionalOptions, write } from '../../write.ts';
import { recordNextBookingEvents } from '../events.ts';
import { type BookingToWrite, lockBooking } from '../lock.ts';
import { type BookingWithFolio, computeFolio, type Folio } from '../read.ts';
import { issueDraft } from './draft.ts';
import { buildFolioEvent } from './events.ts';
import { freezeDocument } from './freeze.ts';
import { loadIssuing } from './issuing.ts';
import { numberInvoices } from './number.ts';
import {
  buildStepRefusal,
  decideReceived,
  decideRefund,
  decideReport,
  type PaymentReport,
  type ReceivedPayment,
  type RefundReport,
  type Step,
} from './steps.ts';

export type FolioOptions = ConditionalOptions<Folio, BookingWithFolio>;

export type PaymentPath = { booking: string; payment: string };

export const recordPayment = (
  scope: TeamScope,
  path: PaymentPath,
  report: PaymentReport,
  options: FolioOptions = {},
): Promise<Folio> => write(scope, options, (scope) => recordPaymentWithin(scope, path, report, options));

export const recordPaymentWithin = (
  scope: WriteScope,
  path: PaymentPath,
  report: PaymentReport,
  condition: Condition<BookingWithFolio> = {},
): Promise<Folio> =>
  changeFolioWithin(
    scope,
    path.booking,
    {
      find: ({ payments }) => payments.find(({ id }) => id === path.payment),
      decide: (payment, locked) => decideReport(scope, locked, payment, report),
    },
    condition,
  );

/** For money that was received already. It reduces scheduled and failed payments, the first due first. */
export const addPayment = (
  scope: TeamScope,
  bookingId: string,
  received: ReceivedPayment,
  options: FolioOptions = {},
): Promise<Folio> =>
  changeFolio(
    scope,
    bookingId,
    {
      find: (folio) => folio,
      decide: (_folio, locked, now) => decideReceived(locked, received, now),
    },
    options,
  );

export const addRefund = (
  scope: TeamScope,
  path: PaymentPath,
  refund: RefundReport,
  options: FolioOptions = {},
): Promise<Folio> =>
  changeFolio(
    scope,
    path.booking,
    {
      find: ({ payments }) => payments.find(({ id }) => id === path.payment),
      decide: (payment, locked, now) => decideRefund(locked, payment, refund, now),
    },
    options,
  );

export const recordInvoice = (
  scope: TeamScope,
  path: { booking: string; invoice: string },
  to: InvoiceStatus,
  options: FolioOptions = {},
): Promise<Folio> =>
  write(scope, options, (scope) =>
    changeFolioWithin(
      scope,
      path.booking,
      {
        find: ({ invoices }) => invoices.find(({ id }) => id === path.invoice),
        async decide(invoice, locked, now) {
          const { booking, folio } = locked;
          const { id, status: from } = invoice;
          if (!maySetInvoiceStatus(from, to, findFolioState(booking)))
            throw buildStepRefusal('invoice', { from, to }, maySetInvoiceStatus(from, to, 'live'));
          const issued =
            isDraft(invoice) && to !== 'void'
              ? issueDraft(
                  asInvoiced(booking, invoice),
                  invoice,
                  folio.invoices,
                  await loadIssuing(scope, locked),
                )
              : invoice;
          const after = await freezeDocument(
            scope,
            { ...locked, invoices: folio.invoices },
            { ...issued, status: to, voidedAt: to === 'void' ? now : invoice.voidedAt },
          );
          return {
            part: 'invoice',
            changes: { invoices: [after] },
            details: { invoice: id, status: [from, to] },
          };
        },
      },
      options,
    ),
  );

export const recordSecurityDeposit = (
  scope: TeamScope,
  bookingId: string,
  to: SecurityDepositStatus,
  options: FolioOptions = {},
): Promise<Folio> =>
  changeFolio(
    scope,
    bookingId,
    {
      find: ({ deposit }) => deposit,
      decide(deposit, { booking }, now) {
        const { id, status: from } = deposit;
        if (!maySetSecurityDepositStatus(from, to, findFolioState(booking)))
          throw buildStepRefusal(
            'security_deposit',
            { from, to },
            maySetSecurityDepositStatus(from, to, 'live'),
          );
        const after = {
          ...deposit,
          status: to,
          heldAt: to === 'held' ? now : deposit.heldAt,
          returnedAt: to === 'returned' ? now : deposit.returnedAt,
        };
        const details = { security_deposit: id, status: [from, to] };
        return { part: 'security_deposit', changes: { deposits: [after] }, details };
      },
    },
    options,
  );

type PartStep<Found> = {
  /** Which the request's path names. */
  find: (folio: FolioRows) => Found | null | undefined;
  /** Null if the report changes nothing. Refuses every change of status that the domain does not list. */
  decide: (found: Found, locked: BookingToWrite, now: Date) => Step | null | Promise<Step | null>;
};

const changeFolio = <Found>(
  scope: TeamScope,
  bookingId: string,
  step: PartStep<Found>,
  options: FolioOptions = {},
): Promise<Folio> => write(scope, options, (scope) => changeFolioWithin(scope, bookingId, step, options));

export async function changeFolioWithin<Found>(
  scope: WriteScope,
  bookingId: string,
  { find, decide }: PartStep<Found>,
  { isCurrent }: Condition<BookingWithFolio>,
): Promise<Folio> {
  const { tx, teamId, now } = scope;
  const hasPart = ({ folio }: BookingToWrite) => Boolean(find(folio));
  const locked = await lockBooking(scope, bookingId, { hasPart, isCurrent });
  const found = find(locked.folio);
  if (!found) throw new NotFound();
  const { booking, lastEvent } = locked;
  const step = await decide(found, locked, now);
  const changes = step && (await numberInvoices(scope, step.changes));
  if (changes) await storeFolioChanges(tx, changes);
  const after = computeFolio(booking, await loadFolio(tx, teamId, booking.id));
  if (step && changes) {
    const { details, part } = step;
    const event = buildFolioEvent({
      booking,
      before: locked.folio,
      changes,
      after,
      details,
      changed: [part],
    });
    await recordNextBookingEvents(scope, lastEvent, [event]);
  }
  return after;
}
