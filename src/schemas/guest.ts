import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../domain/formats.ts';
import { LANGUAGES } from '../domain/languages/languages.ts';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH, MAX_PHONE_LENGTH } from '../domain/limits.ts';
import type { Guest, GuestColumns, GuestFilter } from '../services/guests/guests.ts';
import { buildCopyQuery, copySchema } from './copy.ts';
import { createdAndUpdatedEntries, instantEntry } from './fields/dates.ts';
import { emailField, optionalEmailEntry, optionalEmailField } from './fields/emails.ts';
import {
  idField,
  nameField,
  objectEntry,
  optionalLongText,
  optionalText,
  requiredText,
  textField,
  wordField,
} from './fields/fields.ts';
import { buildReferenceField, customFieldsField, referenceParameter } from './fields/own-fields.ts';
import { createRowFields, pickShown, type RowField } from './fields/row-fields.ts';
import {
  createdAtSchema,
  idSchema,
  instantSchema,
  nullableText,
  type PresentedEntry,
  wordSchema,
} from './formats.ts';
import { changeParameters, pageParameters, pageSchema, toChangeFilter } from './page.ts';

export type PersonalField = RowField & {
  /** Personal data is cleared when the guest is erased. */
  personal: boolean;
};

export const guestFields = {
  email: {
    write: optionalEmailEntry.describe('Identifies the guest. Case does not matter.'),
    read: nullableText.describe('Unique within the team. Case does not matter. Null if unknown.'),
    personal: true,
  },
  phone: {
    write: optionalText(MAX_PHONE_LENGTH).describe('In any form.'),
    read: nullableText.describe('In any form. Null if unknown.'),
    personal: true,
  },
  notes: {
    write: optionalLongText(MAX_NOTES_LENGTH).describe('Notes for the team.'),
    read: nullableText.describe('The team’s own notes. Null if there are none.'),
    personal: true,
  },
  language: {
    write: wordField(LANGUAGES)
      .nullish()
      .describe('In which the guest is written to. Default: the team’s first language.'),
    read: wordSchema(LANGUAGES)
      .nullable()
      .describe('In which the guest is written to. Null: the team’s first language.'),
    personal: true,
  },
  external_reference: { ...buildReferenceField('among the team’s guests'), personal: true },
  custom_fields: { ...customFieldsField, personal: true },
} satisfies Record<string, PersonalField>;
const guestRow = createRowFields(guestFields);
const { email, ...others } = guestRow.written;

export const guestEntry = objectEntry({
  id: idField.nullish().describe('Identifies a guest without email; kept from another system.'),
  email,
  name: requiredText(MAX_NAME_LENGTH).optional().describe('The name of the guest.'),
  ...others,
  erased_at: instantEntry.nullish().describe('When all personal data of the guest was erased.'),
  ...createdAndUpdatedEntries,
});

export type GuestEntry = z.infer<typeof guestEntry>;

export const toGuestColumns = (entry: GuestEntry): GuestColumns => ({
  id: entry.id,
  name: entry.name,
  ...guestRow.toColumns(entry),
  erasedAt: entry.erased_at,
  createdAt: entry.created_at ?? undefined,
  updatedAt: entry.updated_at ?? undefined,
});

export const guestSchema = z
  .object({
    id: idSchema,
    name: z.string().describe('The whole name. An erased guest has another one in its place.'),
    ...guestRow.shown,
    erased_at: instantSchema
      .nullable()
      .describe('When the guest’s personal data was erased. Null if it was not.'),
    created_at: createdAtSchema,
  })
  .meta({ id: 'Guest', description: 'A person who stays or books.' });

export const presentGuest = (guest: Guest): z.infer<typeof guestSchema> => ({
  id: guest.id,
  name: guest.name,
  ...guestRow.present(guest),
  erased_at: toInstantTextOrNull(guest.erasedAt),
  created_at: toInstantText(guest.createdAt),
});

export const presentGuestEntry = (guest: Guest & { updatedAt: Date }) =>
  pickShown(guestEntry, {
    ...presentGuest(guest),
    updated_at: toInstantText(guest.updatedAt),
  }) satisfies PresentedEntry<GuestEntry>;

export const guestAnswer = z.object({ data: guestSchema });
export const guestListAnswer = z.union([pageSchema(guestSchema), copySchema(guestSchema)]);

export const guestQuery = buildCopyQuery('guests', {
  ...pageParameters,
  email: emailField.optional().describe('The whole email. Case does not matter.'),
  external_reference: referenceParameter,
  search: textField({ min: 2, max: 100 })
    .optional()
    .describe('Part of the name or email. Case does not matter.'),
  ...changeParameters,
});

export const toGuestFilter = ({
  email,
  external_reference: externalReference,
  search,
  ...changes
}: z.output<typeof guestQuery>): GuestFilter => ({
  email,
  externalReference,
  search,
  ...toChangeFilter(changes),
});

/** Bodies and team files have different error messages for an invalid email. */
const guestBodyFields = {
  ...guestRow.written,
  email: optionalEmailField.describe('Unique within the team. Case does not matter.'),
};
export const newGuestBody = z
  .object({ name: nameField.describe('The whole name.'), ...guestBodyFields })
  .transform((body) => ({ ...guestRow.toColumns(body), name: body.name }))
  .meta({
    id: 'NewGuest',
    description: 'A person who may stay.',
    examples: [{ name: 'Inês Duarte', email: 'ines.duarte@example.com', phone: '+351 912 345 678' }],
  });
export const guestChangeBody = z
  .object({ name: nameField.optional().describe('The whole name.'), ...guestBodyFields })
  .transform((body) => ({ name: body.name, ...guestRow.toColumns(body) }))
  .meta({
    id: 'GuestChange',
    description: 'What is left out stays as it is.',
    examples: [{ phone: '+46 70 123 45 67' }],
  });
