import type { FolioChanges } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { loadIssuer } from '../../../db/queries/offers/issuer.ts';
import { loadChargesOfListing } from '../../../db/queries/offers/offered-charges.ts';
import { KEEPS_NIGHTS_AND_PEOPLE } from '../../../domain/booking-change.ts';
import { type Coupon, findCouponStayRefusal } from '../../../domain/coupon.ts';
import { dateInZone } from '../../../domain/dates/dates.ts';
import { isBuilding } from '../../../domain/listing.ts';
import { toStoredParty } from '../../../domain/party.ts';
import type { StayPrice } from '../../../domain/pricing/price-stay.ts';
import { type BookingTariff, repriceBooking } from '../../../domain/pricing/reprice-booking.ts';
import type { WriteScope } from '../../team-scope.ts';
import { hasOtherFolio, replanFolio } from '../folio/plan.ts';
import type { DocumentsChange } from '../notes.ts';
import { throwIfStayForbidden } from './change-checks.ts';
import { type ComparedStays, isCheckedByRules, type StayChange } from './compare.ts';
import type { BookingToChange } from './lock.ts';
import { type LockedOffer, requireOffer } from './offer.ts';
import { requirePrice, toPriceColumns } from './price.ts';

type ChangedStay = {
  columns: Partial<BookingRecord>;
  folio: FolioChanges;
  price: StayPrice | null;
};

export async function checkAndPriceChangedStay(
  scope: WriteScope,
  booking: BookingToChange,
  { overrideRules, ...documents }: StayChange & DocumentsChange,
): Promise<ChangedStay> {
  const { stays } = booking;
  if (isCheckedByRules(stays)) throwIfStayForbidden(scope, booking, overrideRules);
  if (stays.kind === 'note') return { columns: {}, folio: {}, price: null };
  const { before, after, adjusted } = stays;
  const booked = { ...before, priceLines: booking.booking.priceLines };
  const repriced = repriceBooking(stays.kind, booked, after, await loadTariff(scope, booking));
  const { adjustments } = after;
  const priced = requirePrice(repriced, { adjustments, field: adjusted.field });
  const columns = {
    ...(stays.kind === 'relist' ? toPlaceColumns(requireOffer(booking.offer)) : {}),
    ...after.stay,
    ...toStoredParty(after.party),
    extras: [...priced.extras],
    ...toPriceColumns(priced.price, scope.terms.languages),
    priceAgreed: after.agreed?.form ?? null,
    adjustments,
    couponKey: priced.couponKey,
  };
  return planPricedStay(scope, booking, { columns, price: priced.price }, documents);
}

/** Lines by hand need no offer, only the charges that say which taxes move with them. */
async function loadTariff(
  { tx, teamId }: WriteScope,
  { booking, listing, offer, stays }: BookingToChange,
): Promise<BookingTariff> {
  const { timezone } = offer?.listing ?? listing;
  const bookedOn = dateInZone(timezone, booking.createdAt);
  if (offer) return { ...offer.charges, rates: offer.offer, coupon: chooseCoupon(offer, stays), bookedOn };
  const charges = await loadChargesOfListing(tx, teamId, booking.listingId);
  return { ...charges, rates: null, coupon: null, bookedOn };
}

/**
 * A coupon that is kept must allow the new stay by its windows and numbers of nights, and be valid for the
 * listing. Otherwise it goes, and can be used for another booking.
 */
function chooseCoupon(
  { charges: { coupon } }: LockedOffer,
  { kind, before, after }: ComparedStays,
): Coupon | null {
  if (after.couponKey !== before.couponKey) return coupon;
  if (!coupon || (kind === 'relist' && !coupon.appliesToListing)) return null;
  return findCouponStayRefusal(coupon, after.stay) === null ? coupon : null;
}

const toPlaceColumns = ({ listing: { id, kind, preparationDays } }: LockedOffer) => ({
  listingId: id,
  wholeBuilding: isBuilding(kind),
  preparationDays,
});

async function planPricedStay(
  scope: WriteScope,
  locked: BookingToChange,
  { columns, price }: Pick<ChangedStay, 'columns' | 'price'>,
  {
    language = locked.booking.language,
    billingName = locked.booking.billingName,
    billingAddress = locked.booking.billingAddress,
  }: DocumentsChange,
): Promise<ChangedStay> {
  const { booking, stays, offer } = locked;
  const changed = { ...booking, ...columns, language, billingName, billingAddress };
  if (!hasOtherFolio(booking, changed)) return { columns, folio: {}, price };
  const issuer = offer?.issuer ?? (await loadIssuer(scope.tx, scope.teamId, changed.listingId));
  const folio = replanFolio(scope, locked, changed, {
    resumesPayments: KEEPS_NIGHTS_AND_PEOPLE[stays.kind],
    issuer,
  });
  return { columns, folio, price };
}
