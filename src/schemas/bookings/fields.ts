/**
 * Fields that are stored and shown without any rule of their own. Bodies list by name which of them they
 * accept (docs/contributing.md, "A field").
 */

import { LANGUAGES } from '../../domain/languages/languages.ts';
import {
  MAX_BILLING_ADDRESS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_REASON_LENGTH,
} from '../../domain/limits.ts';
import { optionalLongText, optionalText, wordField } from '../fields/fields.ts';
import { buildReferenceField, customFieldsField } from '../fields/own-fields.ts';
import { createRowFields } from '../fields/row-fields.ts';
import { nullableText, wordSchema } from '../formats.ts';
import type { PersonalField } from '../guest.ts';

export const bookingFields = {
  notes: {
    write: optionalLongText(MAX_NOTES_LENGTH).describe('Notes for the team.'),
    read: nullableText.describe('The team’s own notes. Null if there are none.'),
    personal: true,
  },
  special_requests: {
    write: optionalLongText(MAX_NOTES_LENGTH).describe("The guest's wishes."),
    read: nullableText.describe('The guest’s wishes. Null if there are none.'),
    personal: true,
  },
  billing_name: {
    write: optionalText(MAX_NAME_LENGTH).describe(
      "To whom invoices are addressed. Default: the guest's name.",
    ),
    read: nullableText.describe('To whom invoices are addressed. Null: the guest.'),
    personal: true,
  },
  billing_address: {
    write: optionalLongText(MAX_BILLING_ADDRESS_LENGTH).describe('The address on invoices, in lines.'),
    read: nullableText.describe('The address on invoices, in lines. Null if there is none.'),
    personal: true,
  },
  // Kept when the guest is erased, because the documents are in it.
  language: {
    write: wordField(LANGUAGES)
      .nullish()
      .describe(
        'Of the messages and documents of this booking. Default: the guest’s, else the team’s first.',
      ),
    read: wordSchema(LANGUAGES)
      .nullable()
      .describe('Of the messages and documents of this booking. Null: the guest’s, else the team’s first.'),
    personal: false,
  },
  // Kept when the guest is erased, because a channel may still ask about the booking.
  external_reference: {
    ...buildReferenceField('among the team’s bookings of the same source'),
    personal: false,
  },
  custom_fields: { ...customFieldsField, personal: true },
} satisfies Record<string, PersonalField>;
export const bookingRow = createRowFields(bookingFields);

/** Set when the booking ends. */
export const endFields = {
  cancellation_reason: {
    write: optionalLongText(MAX_REASON_LENGTH).describe('Why it was cancelled.'),
    read: nullableText.describe(
      'Why it was cancelled. `expired` if it lapsed. Null without a reason, and before.',
    ),
    personal: true,
  },
} satisfies Record<string, PersonalField>;
export const endRow = createRowFields(endFields);
