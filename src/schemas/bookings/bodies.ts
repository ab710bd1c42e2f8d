import { z } from 'zod';
import { MAX_HOLD_MINUTES, MAX_REASON_LENGTH } from '../../domain/limits.ts';
import type { AdjustmentsChange } from '../../services/bookings/adjustments.ts';
import type { Amendment } from '../../services/bookings/amend.ts';
import type { Cancellation } from '../../services/bookings/cancel.ts';
import type { BookingChange } from '../../services/bookings/change.ts';
import type { NewBooking } from '../../services/bookings/create.ts';
import { stayChecks, stayParameters } from '../availability.ts';
import { buildFieldsCheck, hasValue } from '../fields/checks.ts';
import { optionalEmailField } from '../fields/emails.ts';
import {
  computedCentsField,
  couponCodeField,
  guestCountField,
  idField,
  integerField,
  nameField,
  notesField,
  optionalLongText,
  phoneField,
} from '../fields/fields.ts';
import { customFieldsField } from '../fields/own-fields.ts';
import {
  adjustmentField,
  adjustmentsField,
  couponCheck,
  newAdjustmentField,
  totalsField,
} from './agreed-price.ts';
import { bookingFields, bookingRow } from './fields.ts';
import { extrasField, guestsCheck, guestsFields, partyField, toExtras, toPartyOfBody } from './party.ts';
import { bookingSourceField } from './source.ts';

const OVERRIDE_RULES_DESCRIPTION =
  'Skips every rule but one: a unit must be free. For staff, and for bookings made elsewhere.';
const EXPECTED_TOTAL_DESCRIPTION =
  'The grand total that you have agreed to. If it is another one, nothing is written, and the answer is a 409 with the present price.';
const UNIT_PINNED_DESCRIPTION = 'Keeps the unit when bookings are moved to make room.';

const holdMinutesField = integerField(1, MAX_HOLD_MINUTES);
export const contactFields = {
  name: nameField.describe('The whole name.'),
  email: optionalEmailField.describe('At most one guest of the team has it. Case does not matter.'),
  phone: phoneField.describe('In any form.'),
};

export const guestChecks = [
  buildFieldsCheck(
    'guest',
    'required',
    'is required without guest id.',
    ({ guest, guest_id }) => hasValue(guest) || hasValue(guest_id),
  ),
  buildFieldsCheck(
    'guest_id',
    'contradicts',
    'must not be given together with guest.',
    ({ guest, guest_id }) => !hasValue(guest) || !hasValue(guest_id),
  ),
] as const;

/** A field that is null counts as missing. */
export const newBookingBody = z
  .object({
    listing_id: idField.describe('A place, a unit type, or a building that can be booked as a whole.'),
    check_in: stayParameters.check_in,
    check_out: stayParameters.check_out,
    ...guestsFields,
    extras: extrasField.describe('The chosen extras: optional fees by their codes.'),
    guest: z
      .object(contactFields)
      .nullish()
      .describe(
        'The team’s guest with this email, whose record stays as it is, else a new guest. Send this or `guest_id`.',
      ),
    guest_id: idField.nullish().describe('A guest of the team. Send this or `guest`.'),
    coupon_code: couponCodeField.describe('In either case; empty is none.'),
    notes: notesField.describe('The team’s own notes.'),
    special_requests: notesField.describe('The guest’s.'),
    billing_name: bookingFields.billing_name.write,
    billing_address: bookingFields.billing_address.write,
    language: bookingFields.language.write,
    source: bookingSourceField.nullish().describe('Where it came from. Default: `api`.'),
    external_reference: bookingFields.external_reference.write,
    custom_fields: customFieldsField.write,
    status: z.enum(['confirmed', 'pending']).nullish().describe('Default: `confirmed`.'),
    override_rules: z.boolean().nullish().describe(OVERRIDE_RULES_DESCRIPTION),
    expires_in: holdMinutesField
      .nullish()
      .describe('Only with status `pending`: after so many minutes its nights are free again.'),
    totals: totalsField.nullish(),
    adjustments: adjustmentsField.nullish(),
    adjustment: newAdjustmentField.nullish(),
    expected_total: computedCentsField.nullish().describe(EXPECTED_TOTAL_DESCRIPTION),
    unit_id: idField
      .nullish()
      .describe(
        'The unit of the listing that the booking takes. It must be free, and nobody is moved for it. Not for a building.',
      ),
    unit_pinned: z.boolean().nullish().describe(UNIT_PINNED_DESCRIPTION),
  })
  .check(
    ...stayChecks,
    guestsCheck,
    couponCheck,
    ...guestChecks,
    buildFieldsCheck(
      'expires_in',
      'contradicts',
      'must be given only with status pending.',
      ({ status, expires_in }) => !hasValue(expires_in) || (hasValue(status) && status !== 'confirmed'),
    ),
  )
  .transform((body): NewBooking => {
    const { name = '', email = null, phone = null } = body.guest ?? {};
    return {
      listingId: body.listing_id,
      stay: { checkIn: body.check_in, checkOut: body.check_out },
      party: toPartyOfBody(body),
      extras: toExtras(body.extras),
      guest: body.guest_id ? { id: body.guest_id } : { name, email, phone },
      couponCode: body.coupon_code ?? null,
      notes: body.notes ?? null,
      specialRequests: body.special_requests ?? null,
      billingName: body.billing_name ?? null,
      billingAddress: body.billing_address ?? null,
      language: body.language ?? null,
      source: body.source ?? 'api',
      externalReference: body.external_reference ?? null,
      customFields: body.custom_fields,
      status: body.status ?? 'confirmed',
      overrideRules: body.override_rules ?? false,
      expiresIn: body.expires_in ?? null,
      agreed: body.totals ?? null,
      adjustments: body.adjustments ?? undefined,
      adjustment: body.adjustment ?? undefined,
      expectedTotalCents: body.expected_total ?? null,
      unitId: body.unit_id ?? null,
      unitPinned: body.unit_pinned ?? false,
    };
  })
  .meta({
    id: 'NewBooking',
    description: 'A new stay.',
    examples: [
      {
        listing_id: '2dffb0a9-4510-834b-afca-cde1273d64f7',
        check_in: '2027-04-19',
        check_out: '2027-04-23',
        number_of_guests: 3,
        guest: { name: 'Bea Lind', email: 'bea.lind@example.com' },
      },
    ],
  });

/** In both forms. Null is none. */
const adjustmentsFields = {
  adjustments: adjustmentsField.nullish(),
  adjustment: adjustmentField.nullish(),
};
const toAdjustmentsChange = ({
  adjustments,
  adjustment,
}: {
  adjustments?: z.output<typeof adjustmentsFields.adjustments>;
  adjustment?: z.output<typeof adjustmentsFields.adjustment>;
}): AdjustmentsChange => ({ adjustments: adjustments === null ? [] : adjustments, adjustment });

/** A body with one date is checked later, against the booking's other date. */
export const bookingChangeBody = z
  .object({
    listing_id: idField
      .optional()
      .describe(
        'Moves the booking to another listing in the same currency, like a new stay there. It keeps its code, folio, deposit and cancellation terms.',
      ),
    check_in: stayParameters.check_in.optional(),
    check_out: stayParameters.check_out.optional(),
    number_of_guests: guestCountField
      .optional()
      .describe('Another number than the booking’s makes all of them adults.'),
    party: partyField
      .nullish()
      .describe(
        'Replaces the party as a whole; `pets` alone changes the pets alone. The booking’s own is no change.',
      ),
    extras: extrasField.describe('Replaces the chosen extras as a whole; `[]` is none.'),
    notes: bookingFields.notes.write,
    special_requests: bookingFields.special_requests.write,
    billing_name: bookingFields.billing_name.write,
    billing_address: bookingFields.billing_address.write,
    language: bookingFields.language.write,
    external_reference: bookingFields.external_reference.write,
    custom_fields: customFieldsField.write,
    guest: z
      .object({ ...contactFields, name: contactFields.name.optional() })
      .optional()
      .describe('Changes the guest’s record.'),
    override_rules: z.boolean().nullish().describe(OVERRIDE_RULES_DESCRIPTION),
    expires_in: holdMinutesField
      .nullable()
      .optional()
      .describe(
        'Only for a pending booking: from now, its nights are free again after so many minutes. Null keeps them.',
      ),
    totals: totalsField
      .nullish()
      .describe(
        'Another agreed price, in the forms of a new booking. Later changes keep it. Null goes back to today’s rates. A coupon of the booking is given back.',
      ),
    coupon_code: couponCodeField.describe(
      'Another coupon, as of today, on the nights as the booking has them; null or empty takes it off. The booking’s own is no change. Refused with an agreed price.',
    ),
    ...adjustmentsFields,
    expected_total: computedCentsField.nullish().describe(EXPECTED_TOTAL_DESCRIPTION),
    unit_id: idField
      .optional()
      .describe(
        'Moves the booking to this unit of its listing, or of the listing that it moves to, or keeps it there for its new dates. The unit must be free. Nobody else is moved for it.',
      ),
    unit_pinned: z.boolean().optional().describe(UNIT_PINNED_DESCRIPTION),
  })
  .check(...(stayChecks as readonly z.core.$ZodCheck<unknown>[]), couponCheck)
  .transform(
    (body): BookingChange => ({
      listingId: body.listing_id,
      checkIn: body.check_in,
      checkOut: body.check_out,
      party: toPartyOfBody(body),
      extras: hasValue(body.extras) ? toExtras(body.extras) : undefined,
      agreed: body.totals,
      couponCode: body.coupon_code,
      ...toAdjustmentsChange(body),
      ...bookingRow.toColumns(body),
      guest: body.guest,
      overrideRules: body.override_rules ?? false,
      expiresIn: body.expires_in,
      expectedTotalCents: body.expected_total ?? null,
      unitId: body.unit_id,
      unitPinned: body.unit_pinned,
    }),
  )
  .meta({
    id: 'BookingChange',
    description: 'What is left out stays as it is.',
    examples: [{ number_of_guests: 3, notes: 'Arrives late.' }],
  });

/** The booking's status decides which of these fields an amendment may have. */
export const amendmentBody = z
  .object({
    notes: bookingFields.notes.write,
    custom_fields: customFieldsField.write,
    external_reference: bookingFields.external_reference.write,
    billing_name: bookingFields.billing_name.write,
    billing_address: bookingFields.billing_address.write,
    language: bookingFields.language.write,
    ...adjustmentsFields,
    extras: extrasField.describe(
      'Of a completed booking. Replaces the chosen extras as a whole; `[]` is none.',
    ),
    cancellation_fee: computedCentsField
      .nullish()
      .describe('Of a cancelled booking: at most the present fee or, if none was decided, the grand total.'),
  })
  .transform(
    (body): Amendment => ({
      ...bookingRow.toColumns(body),
      ...toAdjustmentsChange(body),
      extras: body.extras === undefined ? undefined : toExtras(body.extras),
      cancellationFeeCents: body.cancellation_fee,
    }),
  )
  .meta({
    id: 'Amendment',
    description: 'What can still be said of a booking. What is left out stays as it is.',
    examples: [{ adjustments: [{ name: 'Minibar', amount: 1250, taxable: false }] }],
  });

export const cancellationBody = z
  .object({
    reason: optionalLongText(MAX_REASON_LENGTH).describe('Why it is cancelled.'),
    fee: computedCentsField
      .nullish()
      .describe('At most the grand total. Default: as the booking’s cancellation terms decide.'),
  })
  .transform(({ reason = null, fee }): Cancellation => ({ reason, feeCents: fee ?? null }))
  .meta({
    id: 'Cancellation',
    description: 'Why a booking is cancelled, and for which fee.',
    examples: [{ reason: 'The guest is ill.' }],
  })
  // The request may be sent without a body.
  .prefault({});
