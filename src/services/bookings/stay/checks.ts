import { decideAvailability } from '../../../domain/availability/availability.ts';
import type { AvailabilityChecks } from '../../../domain/availability/checks.ts';
import { wordReason } from '../../../domain/availability/reason-words.ts';
import {
  findRuleSubject,
  type RuleSubject,
  type StayOfParty,
  type UnavailabilityReason,
} from '../../../domain/availability/rules.ts';
import { type Coupon, findCouponRefusal } from '../../../domain/coupon.ts';
import type { Stay, StayDate } from '../../../domain/dates/dates.ts';
import { findOccupiedNights, listFreeUnits } from '../../../domain/inventory/inventory.ts';
import { Invalid } from '../../errors.ts';
import { type FieldMessages, hasMessages, mergeMessages } from '../../field-messages.ts';
import type { LockedOffer } from './offer.ts';

/** With all other errors of the request. Each broken rule is reported under the field that it concerns. */
export function throwIfUnavailable(
  { offer }: LockedOffer,
  request: StayOfParty,
  today: StayDate,
  { checks, others, unitId = null }: StayCheck,
): void {
  const { inventory, terms } = offer;
  const { reasons } = decideAvailability(offer, request, today, checks);
  const span = findOccupiedNights(request.stay, terms.preparationDays);
  const isUnitTaken = unitId !== null && listFreeUnits(inventory, span).length === 0;
  // If the request names a unit, taken nights are reported under the unit's field.
  const withoutStays = { ...offer, inventory: { ...inventory, occupancies: [] } };
  const messages = isUnitTaken
    ? [toMessagesByField(decideAvailability(withoutStays, request, today, checks).reasons), UNIT_TAKEN]
    : [toMessagesByField(reasons)];
  const all = mergeMessages(...messages, ...others);
  if (hasMessages(all)) throw new Invalid(all, reasons);
}

type StayCheck = {
  /** By default those for a new booking. */
  checks: AvailabilityChecks | undefined;
  /** Errors that were found before, and are reported with it. */
  others: readonly FieldMessages[];
  /** Null if any unit will do. */
  unitId?: string | null;
};

function toMessagesByField(reasons: readonly UnavailabilityReason[]): FieldMessages {
  const fields = ['availability', 'number_of_guests', 'party'] as const;
  return mergeMessages(
    ...fields.flatMap((field) =>
      reasons
        .filter(({ code }) => FIELD_BY_SUBJECT[findRuleSubject(code)] === field)
        .map(
          (reason): FieldMessages => ({
            [field]: [{ code: 'rule', sentence: wordReason('en', reason), reason }],
          }),
        ),
    ),
  );
}

export function findCouponMessages(coupon: Coupon | null, stay: Stay, today: StayDate): FieldMessages {
  const refusal = findCouponRefusal(coupon, stay, today);
  return refusal ? { coupon_code: [{ code: refusal.code, sentence: refusal.message }] } : {};
}

/** Those that do not depend on the nights. */
export function findNamedUnitMessages({ offer }: LockedOffer, unitId: string | null): FieldMessages {
  if (unitId === null) return {};
  if (offer.inventory.wholeBuilding)
    return {
      unit_id: [
        {
          code: 'not_allowed',
          predicate: 'must not be given for a building, which is booked as a whole.',
        },
      ],
    };
  return offer.inventory.units.length > 0 ? {} : NO_UNIT;
}

const UNIT_TAKEN: FieldMessages = {
  unit_id: [{ code: 'rule', sentence: 'The unit is not free for the whole stay.' }],
};
export const NO_LISTING: FieldMessages = {
  listing_id: [{ code: 'unknown', sentence: 'The team has no listing with this id.' }],
};
export const NO_UNIT: FieldMessages = {
  unit_id: [{ code: 'unknown', sentence: 'The listing has no active unit with this id.' }],
};

const FIELD_BY_SUBJECT = {
  listing: 'availability',
  dates: 'availability',
  guests: 'number_of_guests',
  party: 'party',
} satisfies Record<RuleSubject, string>;
