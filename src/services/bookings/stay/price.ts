import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import type { LanguageCode } from '../../../domain/languages/languages.ts';
import { AMOUNT_OUT_OF_RANGE } from '../../../domain/money.ts';
import { nameLinesToStore } from '../../../domain/pricing/line-names.ts';
import type { PriceLine, PriceTotals } from '../../../domain/pricing/lines.ts';
import type { StayPrice } from '../../../domain/pricing/price-stay.ts';
import {
  type BookingPrice,
  isPriceRefusal,
  type PriceRefusal,
} from '../../../domain/pricing/reprice-booking.ts';
import { type ChangedPrice, Invalid, PriceChanged } from '../../errors.ts';
import type { FieldMessage } from '../../field-messages.ts';

type Adjusted = { adjustments: BookingRecord['adjustments']; field: 'adjustments' | 'adjustment' | null };

/** Under the field of the request on which the price depends. */
export function requirePrice(priced: BookingPrice | PriceRefusal, adjusted: Adjusted): BookingPrice {
  if (!isPriceRefusal(priced)) return priced;
  const { refusal, part } = priced;
  throw new Invalid({
    [findField(part, adjusted)]: [refusal === 'too_large' ? TOO_LARGE : BELOW_ZERO[part]],
  });
}

const FIELD_BY_PART = { nights: 'number_of_guests', extras: 'extras', coupon: 'coupon_code' } as const;

function findField(part: PriceRefusal['part'], adjusted: Adjusted): string {
  if (part === 'adjustments') return findAmountPath(adjusted);
  return part === 'rest' ? (adjusted.field ?? 'coupon_code') : FIELD_BY_PART[part];
}

/** If a request sends no lines by hand, a booking with one line is refused like a request that sends one. */
function findAmountPath({ adjustments: { length }, field }: Adjusted): string {
  if (field === 'adjustments' && length === 0) return field;
  const isList = field === 'adjustments' || (field === null && length > 1);
  return isList ? `adjustments.${length - 1}.amount` : 'adjustment.amount';
}

const TOO_LARGE: FieldMessage = { code: 'too_large', sentence: AMOUNT_OUT_OF_RANGE };
const BELOW_ZERO = {
  extras: {
    code: 'rule',
    sentence: 'The rest of this booking’s price would be below 0, so its extras and pets stay.',
  },
  rest: {
    code: 'rule',
    sentence: 'A part of this booking’s price would be below 0, so its coupon and lines by hand stay.',
  },
  adjustments: { code: 'too_small', predicate: 'must not bring the grand total below 0.' },
} satisfies Record<Extract<PriceRefusal, { refusal: 'below_zero' }>['part'], FieldMessage>;
/**
 * Callers compare the agreed total last, after every other rule. `price` is null if the write leaves the
 * stored price.
 */
export function throwIfPriceDiffers(
  expectedCents: number | null,
  totalCents: number,
  price: ChangedPrice | null,
): void {
  if (expectedCents !== null && expectedCents !== totalCents) throw new PriceChanged(price);
}

/** Lines that are new are named in the languages that the team offers now. */
export const toPriceColumns = (
  price: PriceTotals & Pick<StayPrice, 'lines'>,
  languages: readonly LanguageCode[],
) => ({
  accommodationTotalCents: price.accommodationTotalCents,
  discountTotalCents: price.discountTotalCents,
  feesTotalCents: price.feesTotalCents,
  taxesTotalCents: price.taxesTotalCents,
  grandTotalCents: price.grandTotalCents,
  priceLines: nameLinesToStore(price.lines, languages) as PriceLine[],
});
