import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../../../domain/formats.ts';
import { MAX_MAIL_BODY_LENGTH, MAX_MAIL_SUBJECT_LENGTH } from '../../../domain/limits.ts';
import { idField, textField } from '../../../schemas/fields/fields.ts';
import {
  createdAtSchema,
  idSchema,
  instantSchema,
  nullableText,
  wordSchema,
} from '../../../schemas/formats.ts';
import { pageParameters, pageSchema } from '../../../schemas/page.ts';
import { wordListParameter } from '../../../schemas/parameters.ts';
import { MAIL_KINDS, MAIL_LANGUAGES, MAIL_STATUSES } from '../domain/kinds.ts';
import type { Mail } from '../services/mails.ts';

const mailFields = {
  id: idSchema,
  kind: wordSchema(MAIL_KINDS).describe('What it tells.'),
  language: wordSchema(MAIL_LANGUAGES).describe('The language of its text.'),
  status: wordSchema(MAIL_STATUSES).describe(
    '`kept`: this installation sends no mail, and shows it instead.',
  ),
  to: z
    .object({
      name: z.string().describe('As it was when the message was written, or written anew.'),
      email: z.string().describe('As it was when the message was written, or written anew.'),
    })
    .describe('The guest, or a member of the team.'),
  subject: z.string().describe('One line of plain text.'),
  booking_id: idSchema.nullable().describe('The booking that it is about. Null if it is about none.'),
  guest_id: idSchema
    .nullable()
    .describe('The guest who gets it, or whom it is about. Null if there is none.'),
  attempts: z.int().describe('How often it was tried.'),
  error: nullableText.describe(
    'What became of the last try, or why it was withdrawn. Null if nothing went wrong.',
  ),
  message_id: z.string().describe('The `Message-ID` of every try.'),
  next_attempt_at: instantSchema.nullable().describe('Null if it is not tried again.'),
  created_at: createdAtSchema,
  sent_at: instantSchema.nullable().describe('When the mail server took it. Null if it has not.'),
};

const mailSchema = z
  .object(mailFields)
  .meta({ id: 'Mail', description: 'A message to a guest or a member.' });
const wholeMailSchema = z
  .object({
    ...mailFields,
    text: z.string().describe('The message as plain text.'),
    html: z.string().describe('A whole document.'),
    attachments: z
      .array(
        z.object({
          name: z.string().describe('The name of the file.'),
          type: z.string().describe('A media type, such as `text/calendar`.'),
        }),
      )
      .describe('The files that go with it.'),
  })
  .meta({ id: 'WholeMail', description: 'A message to a guest or a member, with its text.' });

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

export const newMailBody = z
  .object({
    subject: textField({ min: 1, max: MAX_MAIL_SUBJECT_LENGTH }).describe('One line of plain text.'),
    body: textField({ min: 1, max: MAX_MAIL_BODY_LENGTH, oneLine: false }).describe(
      'Markdown, without Liquid. Pictures and HTML are left out.',
    ),
  })
  .meta({
    id: 'NewMail',
    description: 'A message that a member has written.',
    examples: [{ subject: 'Your parking place', body: 'Please use **number 4**, behind the house.' }],
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
