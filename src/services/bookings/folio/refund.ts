/**
 * A refund that also lowers the booking's price, so that the guest does not owe the refunded amount again
 * (docs/rules.md, 12.11).
 */
import { type FolioRows, loadFolio } from '../../../db/queries/bookings/folio.ts';
import { findBookingChangeRefusal, mayBeAmended } from '../../../domain/booking.ts';
import { MAX_ADJUSTMENTS } from '../../../domain/limits.ts';
import type { PartyRequest } from '../../../domain/party.ts';
import { hasAddedTaxOn } from '../../../domain/pricing/tax-base.ts';
import { Invalid } from '../../errors.ts';
import type { FieldMessage } from '../../field-messages.ts';
import type { TeamScope } from '../../team-scope.ts';
import { type WriteOptions, write } from '../../write.ts';
import { amendWithin } from '../amend.ts';
import { changeWithin } from '../change.ts';
import { buildInvalidStatus, lockBooking } from '../lock.ts';
import { computeFolio, type Folio } from '../read.ts';
import { type PaymentPath, recordPaymentWithin } from './folio.ts';

/** A party without any numbers keeps the booking's guests. */
const NO_PARTY: PartyRequest = { numberOfGuests: null, adults: null, childrenAges: [], pets: null };
const NO_CHANGE = { party: NO_PARTY, overrideRules: false, expectedTotalCents: null };

/** `name` is that of the line by hand that lowers the price. */
type LoweringRefund = { refundedCents: number; name: string };

/** In one transaction with two events: one of the payment, one of the changed price. */
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
    if (refusal && !mayBeAmended(booking.status, 'adjustments')) throw buildInvalidStatus(refusal);
    await recordPaymentWithin(scope, path, {
      status: 'refunded',
      reference: undefined,
      refundedCents,
      paidAt: null,
      method: null,
      allowOverpayment: false,
    });
    const { priceLines, adjustments } = booking;
    if (adjustments.length >= MAX_ADJUSTMENTS) throw new Invalid({ adjustments: [TOO_MANY] });
    // A taxable line would lower an added tax too, so the price would fall by more than what is given back.
    const taxable = !hasAddedTaxOn(priceLines, 'accommodation');
    const lowered = [...adjustments, { id: null, name, amountCents: -refundedCents, taxable }];
    const changed =
      booking.status === 'completed'
        ? await amendWithin(scope, path.booking, { adjustments: lowered })
        : await changeWithin(scope, path.booking, { ...NO_CHANGE, adjustments: lowered });
    return computeFolio(changed.booking, await loadFolio(scope.tx, scope.teamId, path.booking));
  });

const TOO_MANY: FieldMessage = {
  code: 'limit',
  sentence: `A booking can have ${MAX_ADJUSTMENTS} lines by hand, so this refund cannot lower its price.`,
};
