/** The stay that shows what a charge does to a price: one of those that it is for, if there is one. */
import { addDays, type Stay, type StayDate } from '../dates.ts';
import { LAST_ALLOWED_DATE, MAX_CHILD_AGE, MAX_STAY_NIGHTS } from '../limits.ts';
import type { ChargeBasis, DiscountKind, TaxBasis } from '../vocabulary.ts';

const NIGHTS = 3;
const DAYS_AHEAD = 30;
const ADULTS = 2;

/** The conditions of a charge. What its kind does not know is left out. */
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

/** Three nights in a month, or as many as the charge is for, on dates on which it counts. */
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
  // A fee or tax has dates of the stay; those of a coupon are the days on which it is used.
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

/** Two adults, or one where no more may stay, with a child or a pet if the charge is for those. */
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
