import type { Database } from '../../db/client.ts';
import {
  findOfferedListing,
  findQuoteOffer,
  type ListingName,
  type OfferedListing,
} from '../../db/queries/offers/offers.ts';
import { spanOfAlternatives } from '../../domain/availability/alternatives.ts';
import {
  type CancellationTerms,
  type PolicySources,
  policyOf,
  termsOfQuote,
} from '../../domain/cancellation.ts';
import { type Coupon, checkCoupon } from '../../domain/coupon.ts';
import { addDays, type Stay, todayIn } from '../../domain/dates.ts';
import { type NightSpan, occupiedSpan } from '../../domain/inventory.ts';
import { AmountOutOfRangeError } from '../../domain/money.ts';
import { type PricedOffer, quoteStay, type Quote as StayQuote } from '../../domain/pricing/quote.ts';
import { foldCase } from '../../domain/text.ts';
import type { Clock } from '../clock.ts';
import { Invalid } from '../errors.ts';
import { offerOf } from './offer.ts';

export type { ListingName, OfferedListing };
export { findOfferedListing };

/** A stay, and the maximum number of other stays to name if it is not available. */
export type RequestedStay = { stay: Stay; guests: number; alternatives: number };
export type StayRequest = RequestedStay & { couponCode: string | null };
export type Quote = StayQuote & { currency: string; cancellation: CancellationTerms | null };

/**
 * Whether a stay is available, and its price in either case. Refused if the coupon does not apply or the price is too
 * large. Null if there is no such listing. If no bookings can move for the stay, this is one statement.
 */
export async function quoteListing(
  { db, clock }: { db: Database; clock: Clock },
  teamId: number,
  named: ListingName,
  { couponCode, ...request }: StayRequest,
): Promise<Quote | null> {
  const now = clock();
  const couponKey = couponCode === null ? null : foldCase(couponCode);
  // The statement adds the preparation nights, because only it knows them.
  const found = await findQuoteOffer(db, teamId, named, { ...spansOf(request, 0), couponKey, now });
  if (!found) return null;
  const { fees, taxes, discounts, coupon, ...row } = found;
  const today = todayIn(row.timezone, now);
  const { nights: span } = spansOf(request, row.preparationDays);
  const offer = await offerOf(db, teamId, row, { span, isOfManyStays: request.alternatives > 0, now });
  const refusal = couponCode === null ? null : checkCoupon(coupon, request.stay, today);
  if (refusal) throw new Invalid({ coupon_code: [refusal.message] });
  try {
    return quoteOf({ ...offer, fees, taxes, discounts }, row, { ...request, coupon }, now);
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw new Invalid({ guests: [error.message] });
  }
}

/** The quote of an offer, in the currency and with the cancellation terms of its listing. */
export function quoteOf(
  offer: PricedOffer,
  listing: PolicySources & { timezone: string; currency: string },
  request: RequestedStay & { coupon: Coupon | null },
  now: Date,
): Quote {
  const quote = quoteStay(offer, request, todayIn(listing.timezone, now));
  const cancellation = termsOfQuote(policyOf(listing), request.stay.checkIn);
  return { ...quote, currency: listing.currency, cancellation };
}

/** The nights and days that decide about a stay, and about the other stays if they are requested. */
export function spansOf(
  { stay, alternatives }: Pick<StayRequest, 'stay' | 'alternatives'>,
  preparationDays: number,
): Record<'nights' | 'days', NightSpan> {
  if (alternatives > 0) {
    const { startDate, endDate } = spanOfAlternatives(stay);
    const whole = { startDate, endDate: addDays(endDate, preparationDays + 1) };
    return { nights: whole, days: whole };
  }
  return {
    nights: occupiedSpan(stay, preparationDays),
    // Nobody sleeps on the check-out day, but its override may close departure.
    days: { startDate: stay.checkIn, endDate: addDays(stay.checkOut, 1) },
  };
}
