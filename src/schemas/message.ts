import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../domain/formats.ts';
import { LANGUAGES } from '../domain/languages/languages.ts';
import { MAIL_KINDS, MAIL_STATUSES } from '../domain/vocabulary.ts';
import type { Message } from '../services/messages.ts';
import { createdAtSchema, idSchema, instantSchema, nullableText, wordSchema } from './formats.ts';

const messageFields = {
  id: idSchema,
  kind: wordSchema(MAIL_KINDS).describe('What it tells.'),
  language: wordSchema(LANGUAGES).describe('The language of its text.'),
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

export const messageSchema = z
  .object(messageFields)
  .meta({ id: 'Mail', description: 'A message to a guest or a member.' });
export const wholeMessageSchema = z
  .object({
    ...messageFields,
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

export const presentMessage = (message: Message): z.infer<typeof messageSchema> => ({
  id: message.id,
  kind: message.kind,
  language: message.language,
  status: message.status,
  to: { name: message.toName, email: message.toEmail },
  subject: message.rendered.subject,
  booking_id: message.bookingId,
  guest_id: message.guestId,
  attempts: message.attempts,
  error: message.error,
  message_id: message.messageId,
  next_attempt_at: toInstantTextOrNull(message.nextAttemptAt),
  created_at: toInstantText(message.createdAt),
  sent_at: toInstantTextOrNull(message.sentAt),
});

export const presentWholeMessage = (message: Message): z.infer<typeof wholeMessageSchema> => ({
  ...presentMessage(message),
  text: message.rendered.text,
  html: message.rendered.html,
  attachments: message.attachments.map(({ name, type }) => ({ name, type })),
});
