/** What can be written of a booking in every status: notes, language, own fields and the billing. */
import type { BookingRecord } from '../../db/queries/bookings/writes.ts';
import { type CustomFieldsChange, mergeCustomFields } from '../../domain/custom-fields.ts';
import type { LanguageCode } from '../../domain/languages/languages.ts';

/** A change of the person to whom invoices are addressed: undefined keeps a value, and null clears it. */
type BillingChange = {
  billingName?: string | null | undefined;
  billingAddress?: string | null | undefined;
};

/** What documents that a change issues take from it. */
export type DocumentsChange = BillingChange & { language?: LanguageCode | null | undefined };

export type NotesChange = DocumentsChange & {
  notes?: string | null | undefined;
  externalReference?: string | null | undefined;
  customFields?: CustomFieldsChange;
};

/** A new billing is for the booking's next invoices. An issued invoice keeps the recipient that it has. */
export const chooseNotes = (booking: BookingRecord, change: NotesChange) => ({
  notes: change.notes === undefined ? booking.notes : change.notes,
  language: change.language === undefined ? booking.language : change.language,
  externalReference:
    change.externalReference === undefined ? booking.externalReference : change.externalReference,
  customFields: mergeCustomFields(booking.customFields, change.customFields),
  billingName: change.billingName === undefined ? booking.billingName : change.billingName,
  billingAddress: change.billingAddress === undefined ? booking.billingAddress : change.billingAddress,
});
