/** Schemas of the emails of a team in the API. */
import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../../domain/formats.ts';
import { MAIL_KINDS, MAIL_LANGUAGES, MAIL_STATUSES } from '../../domain/mail/kinds.ts';
import type { Mail } from '../../services/mail/mails.ts';
import { idField } from '../fields/fields.ts';
import { idSchema, instantSchema, nullableText, wordSchema } from '../formats.ts';
import { pageParameters, pageSchema } from '../page.ts';
import { wordListParameter } from '../parameters.ts';

const mailFields = {
  id: idSchema,
  kind: wordSchema(MAIL_KINDS),
  language: wordSchema(MAIL_LANGUAGES),
  status: wordSchema(MAIL_STATUSES).describe(
    '`kept`: this installation sends no mail, and shows it instead.',
  ),
  to: z.object({ name: z.string(), email: z.string() }),
  subject: z.string(),
  booking_id: idSchema.nullable(),
  guest_id: idSchema.nullable(),
  attempts: z.int(),
  error: nullableText.describe('What became of the last try, or why it was withdrawn.'),
  message_id: z.string().describe('The `Message-ID` of every try.'),
  next_attempt_at: instantSchema.nullable(),
  created_at: instantSchema,
  sent_at: instantSchema.nullable(),
};

const mailSchema = z.object(mailFields).meta({ id: 'Mail' });
const wholeMailSchema = z
  .object({
    ...mailFields,
    text: z.string(),
    html: z.string().describe('A whole document.'),
    attachments: z.array(z.object({ name: z.string(), type: z.string() })),
  })
  .meta({ id: 'WholeMail' });

export const presentMail = (mail: Mail): z.infer<typeof mailSchema> => ({
  id: mail.id,
  kind: mail.kind,
  language: mail.language,
  status: mail.status,
  to: { name: mail.toName, email: mail.toEmail },
  subject: mail.rendered.subject,
  booking_id: mail.bookingId,
  guest_id: mail.guestId,
  attempts: mail.attempts,
  error: mail.error,
  message_id: mail.messageId,
  next_attempt_at: toInstantTextOrNull(mail.nextAttemptAt),
  created_at: toInstantText(mail.createdAt),
  sent_at: toInstantTextOrNull(mail.sentAt),
});

export const presentWholeMail = (mail: Mail): z.infer<typeof wholeMailSchema> => ({
  ...presentMail(mail),
  text: mail.rendered.text,
  html: mail.rendered.html,
  attachments: mail.attachments.map(({ name, type }) => ({ name, type })),
});

export const mailParams = z.object({ mail: idField.describe('The message’s id.') });
export const mailAnswer = z.object({ data: wholeMailSchema });
export const mailListAnswer = pageSchema(mailSchema);
export const exportedMailSchema = wholeMailSchema;

export const mailQuery = z.object({
  ...pageParameters,
  booking_id: idField.optional().describe('Only messages about this booking.'),
  guest_id: idField.optional().describe('Only messages to this guest, or to members about them.'),
  kind: wordListParameter(MAIL_KINDS).describe('Only messages of these kinds.'),
  status: wordListParameter(MAIL_STATUSES).describe('Only messages in one of these states.'),
});
