/**
 * A refund that also lowers the booking's price, so that the guest does not owe the refunded amount again
 * (docs/rules.md, 12.11).
 */
import { type FolioRows, loadFolio } from '../../../db/queries/bookings/folio.ts';
import { findBookingChangeRefusal } from '../../../domain/booking.ts';
import type { PartyRequest } from '../../../domain/party.ts';
import type { PriceAdjustment } from '../../../domain/pricing/adjustment.ts';
import type { TeamScope } from '../../team-scope.ts';
import { type WriteOptions, write } from '../../write.ts';
import { changeWithin } from '../change.ts';
import { buildInvalidStatus, lockBooking } from '../lock.ts';
import { computeFolio, type Folio } from '../read.ts';
import { type PaymentPath, recordPaymentWithin } from './folio.ts';

/** A party without any numbers, with which a change keeps the booking's guests. */
const NO_PARTY: PartyRequest = { numberOfGuests: null, adults: null, childrenAges: [], pets: null };

/**
 * The amount to refund of a payment, in cents, and the name for the price line that lowers the price, unless
 * the booking already has one.
 */
type LoweringRefund = { refundedCents: number; name: string };

/**
 * Records a refund and lowers the booking's price by the same amount, in one transaction with two events: one
 * of the payment, one of the changed price. If the booking already has an adjustment of its price, the
 * adjustment is lowered.
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
    // The booking's status decides before the refund is stored. The write may have completed the booking just
    // now, which stays even if the write is refused.
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

/** The adjustment of a booking's price after a refund, or null if its amount becomes 0. */
function lowerAdjustment(
  adjustment: PriceAdjustment | null,
  { refundedCents, name }: LoweringRefund,
): PriceAdjustment | null {
  const amountCents = (adjustment?.amountCents ?? 0) - refundedCents;
  return amountCents === 0 ? null : { name: adjustment?.name ?? name, amountCents };
}
