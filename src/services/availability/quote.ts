import { findCouponKey } from '../../db/queries/listings/charges.ts';
import { findQuoteOffer, type ListingKey } from '../../db/queries/offers/offers.ts';
import { findSearchedNights } from '../../domain/availability/alternatives.ts';
import {
  buildCancellationTermsOfQuote,
  type CancellationPolicySources,
  type CancellationTerms,
  chooseCancellationPolicy,
} from '../../domain/cancellation.ts';
import { type Coupon, findCouponRefusal } from '../../domain/coupon.ts';
import { addDays, type Stay, todayInZone } from '../../domain/dates/dates.ts';
import { findOccupiedNights, type NightSpan } from '../../domain/inventory/inventory.ts';
import { AmountOutOfRangeError } from '../../domain/money.ts';
import { type Party, type PartyRequest, resolvePartyRequest } from '../../domain/party.ts';
import { type ChosenExtra, sortExtrasByCode } from '../../domain/pricing/extras.ts';
import { type OfferWithTariff, quoteStay, type StayQuote } from '../../domain/pricing/quote.ts';
import { Invalid } from '../errors.ts';
import { hasMessages } from '../field-messages.ts';
import { findExtrasMessagesOfQuery, findPartyMessagesOfQuery } from '../party.ts';
import type { ReadScope, TeamScope } from '../team-scope.ts';
import { loadOfferOfRow } from './offer.ts';

/** `alternatives` is the most other stays to name if this one is not available. */
export type RequestedStay = { stay: Stay; party: PartyRequest; alternatives: number };
export type QuoteRequest = RequestedStay & { couponCode: string | null; extras: readonly ChosenExtra[] };
/** Adults, children and infants are counted. */
export type WithCountedParty<Request extends RequestedStay> = Omit<Request, 'party'> & { party: Party };
export type Quote = StayQuote & {
  party: Party;
  currency: string;
  cancellation: CancellationTerms | null;
};
export type QuoteWithExtras = Quote & { extras: readonly ChosenExtra[] };

/** For a request, or within the transaction of a write. */
export type QuoteScope = ReadScope & Pick<TeamScope, 'clock' | 'terms'>;

/**
 * Whether or not the stay is available, its price. Throws if the coupon does not apply, an extra cannot be
 * had, or the price is too large. Null if the listing does not exist.
 */
export async function quoteListing(
  { db, clock, teamId, terms }: QuoteScope,
  named: ListingKey,
  { couponCode, party: requested, ...request }: QuoteRequest,
): Promise<QuoteWithExtras | null> {
  const now = clock();
  const couponKey = await findCouponKey(db, teamId, couponCode);
  // The statement itself adds the preparation nights, because it reads how many the listing has.
  const found = await findQuoteOffer(db, teamId, named, { ...computeSpans(request, 0), couponKey, now });
  if (!found) return null;
  const contradictions = findPartyMessagesOfQuery(requested, terms);
  if (hasMessages(contradictions)) throw new Invalid(contradictions);
  const { fees, taxes, discounts, coupon, ...row } = found;
  const today = todayInZone(row.timezone, now);
  const { nights: span } = computeSpans(request, row.preparationDays);
  const offer = await loadOfferOfRow(db, teamId, row, { span, isOfManyStays: request.alternatives > 0, now });
  const refusal = couponCode === null ? null : findCouponRefusal(coupon, request.stay, today);
  const refusals = {
    ...(refusal ? { coupon_code: [{ code: refusal.code, sentence: refusal.message }] } : {}),
    ...findExtrasMessagesOfQuery(fees, request.extras),
  };
  if (hasMessages(refusals)) throw new Invalid(refusals);
  const party = resolvePartyRequest(requested, terms);
  try {
    const quote = buildQuote({ ...offer, fees, taxes, discounts }, row, { ...request, party, coupon }, now);
    return { ...quote, extras: sortExtrasByCode(request.extras) };
  } catch (error) {
    if (!(error instanceof AmountOutOfRangeError)) throw error;
    throw new Invalid({ guests: [{ code: 'too_large', sentence: error.message }] });
  }
}

export function buildQuote(
  offer: OfferWithTariff,
  listing: CancellationPolicySources & { timezone: string; currency: string },
  request: WithCountedParty<RequestedStay> & { coupon: Coupon | null; extras: readonly ChosenExtra[] },
  now: Date,
): Quote {
  const quote = quoteStay(offer, request, todayInZone(listing.timezone, now));
  const cancellation = buildCancellationTermsOfQuote(chooseCancellationPolicy(listing), request.stay.checkIn);
  return { ...quote, party: request.party, currency: listing.currency, cancellation };
}

/** Those that decide about a stay, and about the other stays if they are requested. */
export function computeSpans(
  { stay, alternatives }: Pick<QuoteRequest, 'stay' | 'alternatives'>,
  preparationDays: number,
): Record<'nights' | 'days', NightSpan> {
  if (alternatives > 0) {
    const { startDate, endDate } = findSearchedNights(stay);
    const whole = { startDate, endDate: addDays(endDate, preparationDays + 1) };
    return { nights: whole, days: whole };
  }
  return {
    nights: findOccupiedNights(stay, preparationDays),
    // The override of the day of check-out may close departure.
    days: { startDate: stay.checkIn, endDate: addDays(stay.checkOut, 1) },
  };
}
