/** A refund that also lowers the price, so that what is given back is not asked for again (docs/rules.md, 12.11). */
import { type FolioRows, loadFolio } from '../../db/queries/bookings/folio.ts';
import { findBookingChangeRefusal } from '../../domain/booking.ts';
import type { PartyRequest } from '../../domain/party.ts';
import type { PriceAdjustment } from '../../domain/pricing/adjustment.ts';
import type { TeamScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import { changeWithin } from './change.ts';
import { type PaymentPath, recordPaymentWithin } from './folio.ts';
import { buildInvalidStatus, lockBooking } from './lock.ts';
import { computeFolio, type Folio } from './read.ts';

/** A change that says nothing about who comes. */
const NO_PARTY: PartyRequest = { numberOfGuests: null, adults: null, childrenAges: [], pets: null };

/** What is given back of a payment, in cents, and the name of the line that lowers the price, if it has none yet. */
export type LoweringRefund = { refundedCents: number; name: string };

/**
 * Records a refund and lowers the price by it, in one transaction: the refund is in the folio's event, the price in that of
 * the change. The booking's adjustment is lowered if there is one.
 */
export const refundAndLowerPrice = (
  scope: TeamScope,
  path: PaymentPath,
  { refundedCents, name }: LoweringRefund,
  options: WriteOptions<Folio> = {},
): Promise<Folio> =>
  write(scope, options, async (scope) => {
    const hasPart = ({ folio }: { folio: FolioRows }) => folio.payments.some(({ id }) => id === path.payment);
    const { booking } = await lockBooking(scope, path.booking, { hasPart });
    // Before anything is stored, because a booking that completes just now stays completed, whatever becomes of the write.
    const refusal = findBookingChangeRefusal(booking.status);
    if (refusal) throw buildInvalidStatus(refusal);
    await recordPaymentWithin(scope, path, {
      status: 'refunded',
      reference: undefined,
      refundedCents,
      allowOverpayment: false,
    });
    const adjustment = lowerAdjustment(booking.adjustment, { refundedCents, name });
    const changed = await changeWithin(scope, path.booking, {
      adjustment,
      party: NO_PARTY,
      overrideRules: false,
      expectedTotalCents: null,
    });
    return computeFolio(changed.booking, await loadFolio(scope.tx, scope.teamId, path.booking));
  });

/** An adjustment that comes to nothing is none. */
function lowerAdjustment(
  adjustment: PriceAdjustment | null,
  { refundedCents, name }: LoweringRefund,
): PriceAdjustment | null {
  const amountCents = (adjustment?.amountCents ?? 0) - refundedCents;
  return amountCents === 0 ? null : { name: adjustment?.name ?? name, amountCents };
}
