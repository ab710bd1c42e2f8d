/** The plan that a team makes for the payments of one booking (docs/rules.md, 12.18). */
import { loadFolio, storeFolioChanges } from '../../../db/queries/bookings/folio.ts';
import { updateBooking } from '../../../db/queries/bookings/writes.ts';
import { diffFields, findBookingChangeRefusal } from '../../../domain/booking.ts';
import { type StayDate, todayInZone } from '../../../domain/dates/dates.ts';
import { sumPaidCents } from '../../../domain/folio/folio.ts';
import type { PaymentPlan } from '../../../domain/folio/payment-plan.ts';
import { sumCents } from '../../../domain/money.ts';
import { namedNumber } from '../../../domain/text/message-text.ts';
import { isNewOrDifferent } from '../../catalogue/rows.ts';
import { Invalid } from '../../errors.ts';
import type { FieldMessage } from '../../field-messages.ts';
import type { TeamScope, WriteScope } from '../../team-scope.ts';
import { type ConditionalOptions, write } from '../../write.ts';
import { recordNextBookingEvents } from '../events.ts';
import { type BookingToWrite, buildInvalidStatus, lockBooking } from '../lock.ts';
import { type BookingWithFolio, computeFolio, type Folio } from '../read.ts';
import { buildFolioEvent } from './events.ts';
import { planAnew } from './plan.ts';

/** Null to go back to the team's terms. */
export type PlanRequest = PaymentPlan['payments'] | null;

export const replacePaymentPlan = (
  scope: TeamScope,
  bookingId: string,
  payments: PlanRequest,
  options: ConditionalOptions<Folio, BookingWithFolio> = {},
): Promise<Folio> =>
  write(scope, options, async (scope) => {
    const locked = await lockBooking(scope, bookingId, { isCurrent: options.isCurrent });
    const { booking, listing, folio } = locked;
    const refusal = findBookingChangeRefusal(booking.status);
    if (refusal) throw buildInvalidStatus(refusal);
    const paymentPlan = payments && checkPlan(scope, locked, payments);
    const changes = {
      payments: planAnew(scope, {
        booking: { ...booking, paymentPlan },
        listing,
        payments: folio.payments,
      }).filter((payment) => isOther(payment, folio.payments)),
    };
    const planned = { ...booking, paymentPlan };
    const isSame = !isNewOrDifferent<PaymentPlan | null>(booking.paymentPlan, paymentPlan);
    if (isSame && changes.payments.length === 0) return computeFolio(booking, folio);
    await updateBooking(scope.tx, scope.teamId, booking.id, { paymentPlan });
    await storeFolioChanges(scope.tx, changes);
    const after = computeFolio(planned, await loadFolio(scope.tx, scope.teamId, booking.id));
    const details = { payment_plan: [booking.paymentPlan, paymentPlan].map(presentPlan) };
    await recordNextBookingEvents(scope, locked.lastEvent, [
      buildFolioEvent({ booking, before: folio, changes, after, details, changed: ['payment'] }),
    ]);
    return after;
  });

const isOther = <Row extends { id: string }>(row: Row, stored: readonly Row[]): boolean =>
  Object.keys(diffFields(stored.find(({ id }) => id === row.id) ?? {}, row)).length > 0;

/** A plan adds up to what is owed, and none of its days is past. */
function checkPlan(
  { now }: Pick<WriteScope, 'now'>,
  { booking, listing, folio }: BookingToWrite,
  payments: PaymentPlan['payments'],
): PaymentPlan {
  const { payableCents } = computeFolio(booking, folio);
  const refuse = (message: FieldMessage) => new Invalid({ payments: [message] });
  if (payableCents === 0) throw refuse({ code: 'state', sentence: NOTHING_OWED });
  if (payments.some(({ dueOn }) => dueOn < todayInZone(listing.timezone, now)))
    throw refuse({ code: 'too_small', predicate: 'must not be due before today.' });
  if (sumCents(payments.map(({ amountCents }) => amountCents)) !== payableCents)
    throw refuse({
      code: 'contradicts',
      predicate: ['must add up to what is owed, ', namedNumber(payableCents), '.'],
    });
  return { payments, paidCents: sumPaidCents(folio.payments) };
}

const NOTHING_OWED = 'Nothing is owed for this booking, so there is nothing to plan.';

type PresentedPlan = { amount: number; due_on: StayDate }[];

const presentPlan = (plan: PaymentPlan | null): PresentedPlan | null =>
  plan?.payments.map(({ amountCents, dueOn }) => ({ amount: amountCents, due_on: dueOn })) ?? null;
