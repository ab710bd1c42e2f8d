/**
 * Chooses an example stay that shows what a charge does to a price. If possible, the example stay is one that
 * the charge applies to.
 */
import { addDays, type Stay, type StayDate } from '../dates/dates.ts';
import { LAST_ALLOWED_DATE, MAX_CHILD_AGE, MAX_STAY_NIGHTS } from '../limits.ts';
import type { ChargeBasis, DiscountKind, TaxBasis } from '../vocabulary.ts';

const NIGHTS = 3;
const DAYS_AHEAD = 30;
const ADULTS = 2;

/**
 * The conditions under which a charge applies. A condition that a kind of charge does not have, such as ages
 * for a discount, is left out.
 */
export type ChargeConditions = {
  basis?: TaxBasis | ChargeBasis;
  agesFrom?: number | null;
  agesTo?: number | null;
  kind?: DiscountKind;
  minNights?: number | null;
  daysBefore?: number | null;
  validFrom?: StayDate | null;
  validUntil?: StayDate | null;
  stayFrom?: StayDate | null;
  stayUntil?: StayDate | null;
};

/** The example stay: three nights a month ahead, unless the charge requires more nights or other dates. */
export function chooseExampleStay(charge: ChargeConditions, today: StayDate): Stay {
  const nights = Math.min(Math.max(NIGHTS, charge.minNights ?? 0), MAX_STAY_NIGHTS);
  const checkIn = chooseCheckIn(charge, today, nights);
  const latest = addDays(LAST_ALLOWED_DATE, -nights);
  const start = checkIn > latest ? latest : checkIn;
  return { checkIn: start, checkOut: addDays(start, nights) };
}

function chooseCheckIn(charge: ChargeConditions, today: StayDate, nights: number): StayDate {
  const { kind, daysBefore = null } = charge;
  if (kind === 'last_minute') return addDays(today, Math.min(daysBefore ?? 0, DAYS_AHEAD));
  if (kind === 'early_bird') return addDays(today, Math.max(daysBefore ?? 0, DAYS_AHEAD));
  // `validFrom` and `validUntil` of a coupon limit the day of booking, so its example stay follows `stayFrom`
  // and `stayUntil`.
  const isCoupon = charge.stayFrom !== undefined;
  const from = (isCoupon ? charge.stayFrom : charge.validFrom) ?? null;
  const lastCheckIn = isCoupon
    ? charge.stayUntil && addDays(charge.stayUntil, -nights)
    : (charge.validUntil ?? null);
  const usual = addDays(today, DAYS_AHEAD);
  const notTooLate = lastCheckIn && lastCheckIn < usual ? lastCheckIn : usual;
  const notTooEarly = from !== null && from > notTooLate ? from : notTooLate;
  return notTooEarly < today ? usual : notTooEarly;
}

/**
 * The party of the example stay: two adults, or as many as the listing takes, with a child or a pet if the
 * charge is for children or pets.
 */
export function chooseExampleParty({ basis, agesFrom, agesTo }: ChargeConditions, maxGuests: number) {
  const isOfChildren =
    typeof agesFrom === 'number' && agesFrom <= MAX_CHILD_AGE && typeof agesTo === 'number';
  return {
    numberOfGuests: null,
    adults: Math.max(1, Math.min(ADULTS, isOfChildren ? maxGuests - 1 : maxGuests)),
    childrenAges: isOfChildren ? [agesTo] : [],
    pets: basis === 'pet' || basis === 'pet_night' ? 1 : 0,
  };
}
