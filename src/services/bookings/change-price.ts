/** The price of a booking whose stay changes. */

import type { BookingRecord } from '../../db/queries/bookings/writes.ts';
import type { StayOfParty } from '../../domain/availability/rules.ts';
import { type Coupon, findCouponStayRefusal } from '../../domain/coupon.ts';
import { countDaysBetween, dateInZone } from '../../domain/dates/dates.ts';
import { isBuilding } from '../../domain/listing.ts';
import { toStoredParty } from '../../domain/party.ts';
import { removeAdjustments } from '../../domain/pricing/adjustments.ts';
import type { AgreedPrice } from '../../domain/pricing/agreed-price.ts';
import { type ChosenExtra, limitExtrasToOffered, sortExtrasByCode } from '../../domain/pricing/extras.ts';
import { hasTotalBelowZero, type PriceLine, sumPriceLines } from '../../domain/pricing/lines.ts';
import type { StayPrice } from '../../domain/pricing/price-stay.ts';
import { isCouponLine, repriceCoupon } from '../../domain/pricing/reprice-coupon.ts';
import { addOrigins, type Charges, repriceExtrasAndPets } from '../../domain/pricing/reprice-extras.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessage, FieldMessages } from '../field-messages.ts';
import { adjustPrice, type ChosenAdjustments } from './adjustments.ts';
import { type LockedOffer, priceOffer, refuseTooLarge, toPriceColumns } from './stay.ts';

/**
 * The coupon of a booking after a change. One that the booking keeps must allow the new stay by its windows and
 * numbers of nights, and be valid for the listing. A coupon that does not fit the new stay is removed from the
 * booking, and can be used for another one.
 */
function chooseCoupon(
  { charges: { coupon } }: LockedOffer,
  { after, isRelisted, toCoupon }: BookingToPrice['stays'],
): Coupon | null {
  if (toCoupon) return coupon;
  if (!coupon || (isRelisted && !coupon.appliesToListing)) return null;
  return findCouponStayRefusal(coupon, after.stay) === null ? coupon : null;
}

/** A booking cannot move to a listing in another currency, because its stored amounts are in its own currency. */
export const findCurrencyMessages = (from: string, to: string): FieldMessages =>
  from === to
    ? {}
    : {
        currency: [
          {
            code: 'contradicts',
            sentence: `This booking is in ${from} and its place in ${to}, so it cannot be priced again.`,
          },
        ],
      };

/** A booking's new price, and the columns in which it is stored. */
export type PricedChange = { columns: Partial<BookingRecord>; price: StayPrice };

/** A locked booking that is to be priced again, with its stay and its agreed price after the change. */
type BookingToPrice = {
  booking: BookingRecord;
  offer: LockedOffer | null;
  stays: {
    after: StayOfParty;
    /** Whether the nights and the guests of a booking stay as they were. */
    isOfSameNights: boolean;
    /** The extras that the caller chooses, if they differ from the stored ones. */
    toExtras: readonly ChosenExtra[] | null;
    hasOtherParty: boolean;
    isRelisted: boolean;
    toCoupon: { key: string | null } | null;
    agreed: AgreedPrice | null;
    isReagreed: boolean;
    adjusted: Pick<ChosenAdjustments, 'adjustments' | 'field'>;
  };
};

export function requireOffer(offer: LockedOffer | null): LockedOffer {
  if (!offer) throw new Error('The listing of a booking does not exist.');
  return offer;
}

/** Prices a stay whose dates, party, extras or agreement change, and adds the lines by hand. */
export function priceRestay({ booking, offer: found, stays }: BookingToPrice): PricedChange {
  const offer = requireOffer(found);
  const { after, toExtras, toCoupon, agreed, adjusted } = stays;
  const keepsLines = stays.isOfSameNights && !stays.isReagreed && agreed?.form !== 'total';
  const extras = toExtras
    ? sortExtrasByCode(toExtras)
    : keepsLines && !stays.hasOtherParty
      ? booking.extras
      : limitExtrasToOffered(offer.charges.fees, booking.extras);
  const bookedOn = dateInZone(offer.listing.timezone, booking.createdAt);
  const coupon = chooseCoupon(offer, stays);
  const price = adjustPrice(
    keepsLines
      ? repriceKeptLines(offer.charges, booking, stays, { extras, coupon })
      : priceOffer(offer, { ...after, extras, bookedOn, coupon }, agreed),
    adjusted,
  );
  const couponKey = toCoupon ? toCoupon.key : booking.couponKey;
  const { listing } = offer;
  const place = {
    listingId: listing.id,
    wholeBuilding: isBuilding(listing.kind),
    preparationDays: listing.preparationDays,
  };
  const columns = {
    ...(stays.isRelisted ? place : {}),
    ...after.stay,
    ...toStoredParty(after.party),
    extras,
    ...toPriceColumns(price),
    priceAgreed: agreed?.form ?? null,
    adjustments: adjusted.adjustments,
    couponKey: keepsLines || price.couponCode !== null ? couponKey : null,
  };
  return { columns, price };
}

/** The price of a booking of which only extras, pets and the coupon change, without its lines by hand. */
function repriceKeptLines(
  charges: Charges,
  booking: BookedLines & Pick<BookingRecord, 'extras'>,
  { after, toExtras, toCoupon, hasOtherParty }: BookingToPrice['stays'],
  { extras, coupon }: { extras: readonly ChosenExtra[]; coupon: Coupon | null },
): StayPrice {
  const price =
    toExtras || hasOtherParty
      ? repriceExtras(charges, booking, { ...after, extras })
      : toStayPrice(listLinesWithoutAdjustments(booking, charges));
  if (!toCoupon) return price;
  const { checkIn, checkOut } = after.stay;
  const shared = { nights: countDaysBetween(checkIn, checkOut), party: after.party, taxes: charges.taxes };
  return toStayPrice(refuseTooLarge('coupon_code', () => repriceCoupon(price.lines, coupon, shared)).lines);
}

const listLinesWithoutAdjustments = (
  { priceLines, adjustments }: BookedLines,
  charges: Charges,
): readonly PriceLine[] => removeAdjustments(addOrigins(priceLines, charges), adjustments);

/**
 * Replaces the lines by hand of a stored price. All other price lines stay as they are, except for the taxes
 * whose base a taxable line by hand is in.
 */
export function priceAdjustmentsAlone(
  booking: BookedLines,
  charges: Charges,
  adjusted: BookingToPrice['stays']['adjusted'],
): PricedChange {
  const price = adjustPrice(toStayPrice(listLinesWithoutAdjustments(booking, charges)), adjusted);
  return { columns: { ...toPriceColumns(price), adjustments: adjusted.adjustments }, price };
}

type BookedLines = Pick<BookingRecord, 'priceLines' | 'adjustments'>;

/**
 * The stored price lines of a booking as a price. The rate of each night is missing, because a booking does not
 * store it.
 */
function toStayPrice(lines: readonly PriceLine[]): StayPrice {
  const couponCode = lines.find(isCouponLine)?.name ?? null;
  return { ...sumPriceLines(lines), lines: [...lines], nightlyRates: [], couponCode };
}

/**
 * The new price of a booking of which only extras or pets change, without its lines by hand. The new price lacks
 * the rate of each night, which a booking does not store.
 */
export function repriceExtras(
  charges: Charges,
  booking: BookedLines & Pick<BookingRecord, 'extras'>,
  { stay, party, extras }: StayOfParty & { extras: readonly ChosenExtra[] },
): StayPrice {
  const booked = { lines: listLinesWithoutAdjustments(booking, charges), extras: booking.extras };
  const counted = { stay, party, nights: countDaysBetween(stay.checkIn, stay.checkOut) };
  const price = refuseTooLarge('extras', () => repriceExtrasAndPets(booked, charges, counted, extras));
  if (hasTotalBelowZero(price)) throw new Invalid({ extras: [BELOW_ZERO] });
  return toStayPrice(price.lines);
}

const BELOW_ZERO: FieldMessage = {
  code: 'rule',
  sentence: 'The rest of this booking’s price would be below 0, so its extras and pets stay.',
};
