import { z } from 'zod';
import { type Contact, completeContact } from '../domain/contact.ts';
import { MAX_WEB_ADDRESS_LENGTH } from '../domain/limits.ts';
import { optionalEmailEntry } from './fields/emails.ts';
import { objectEntry, optionalWebAddressField, phoneField } from './fields/fields.ts';
import { nullableText } from './formats.ts';

const contactSchema = z
  .object({
    email: nullableText.describe('An address that guests can write to.'),
    phone: nullableText.describe('In any form.'),
    website: nullableText.describe('The address of a page, with `https://` or `http://`.'),
  })
  .meta({ id: 'Contact', description: 'How guests reach the team.' });

export const contactField = {
  write: objectEntry({
    email: optionalEmailEntry.describe('An address that guests can write to.'),
    phone: phoneField.describe('In any form.'),
    website: optionalWebAddressField(MAX_WEB_ADDRESS_LENGTH).describe(
      'The address of a page, with `https://` or `http://`.',
    ),
  })
    .nullish()
    .describe('How guests reach the team. Keys that are left out keep their values; null clears them all.'),
  read: contactSchema.describe('How guests reach the team. Null where nothing is said.'),
  present: (contact: Contact | null) => completeContact(contact),
};
