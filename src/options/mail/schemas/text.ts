import { z } from 'zod';
import { LANGUAGES } from '../../../domain/languages/languages.ts';
import { MAX_MAIL_BODY_LENGTH, MAX_MAIL_SUBJECT_LENGTH } from '../../../domain/limits.ts';
import { GUEST_MAIL_KINDS } from '../../../domain/vocabulary.ts';
import { idField, objectEntry, textField, wordField } from '../../../schemas/fields/fields.ts';
import { type PresentedEntry, wordSchema } from '../../../schemas/formats.ts';
import type { RenderedMail } from '../services/rendering/page.ts';
import type { ShownMailText } from '../services/texts.ts';

const subjectField = textField({ min: 1, max: MAX_MAIL_SUBJECT_LENGTH }).describe(
  'Plain text with Liquid. Control characters of values become spaces.',
);
const bodyField = textField({ min: 1, max: MAX_MAIL_BODY_LENGTH, oneLine: false }).describe(
  'Markdown with Liquid. The guide to messages lists its variables, filters and tags.',
);

/** An unknown kind or language is a 404. */
export const mailTextParams = z.object({
  kind: z.enum(GUEST_MAIL_KINDS).describe('The kind of message.'),
  language: z.enum(LANGUAGES).describe('The language of the text.'),
});

/**
 * Null means the default text. The Liquid is checked separately, because the kind of message decides which
 * variables exist.
 */
const mailTextParts = { subject: subjectField.nullish(), body: bodyField.nullish() };

export const mailTextChangeBody = z.object(mailTextParts).meta({
  id: 'MailTextChange',
  description: 'A text of the team’s own. Null goes back to ours. What is left out stays.',
  examples: [
    {
      subject: 'See you on {{ booking.check_in | date }}',
      body: 'Dear {{ guest.name }},\n\n[Your booking]({{ booking.link }})',
    },
  ],
});

/** The request may be invalid: the Liquid is checked together with the other fields. */
export function readMailTextParts(body: unknown): { subject?: string; body?: string } {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const subject = subjectField.safeParse(sent.subject);
  const text = bodyField.safeParse(sent.body);
  return {
    ...(subject.success ? { subject: subject.data } : {}),
    ...(text.success ? { body: text.data } : {}),
  };
}

export const mailTextEntry = objectEntry({
  kind: wordField(GUEST_MAIL_KINDS).describe('The kind of message.'),
  language: wordField(LANGUAGES).nullish().meta({ description: 'Its language.', default: 'en' }),
  subject: subjectField,
  body: bodyField,
});
type MailTextEntry = z.infer<typeof mailTextEntry>;

const mailTextSchema = z
  .object({
    kind: wordSchema(GUEST_MAIL_KINDS).describe('The kind of message.'),
    language: wordSchema(LANGUAGES).describe('The language of the text.'),
    subject: z.string().describe('Plain text with Liquid.'),
    body: z.string().describe('Markdown with Liquid.'),
    replaced: z.boolean().describe('Whether the team has written it. False for ours.'),
  })
  .meta({ id: 'MailText', description: 'What messages of a kind say.' });

export const mailTextAnswer = z.object({ data: mailTextSchema });
export const mailTextListAnswer = z.object({ data: z.array(mailTextSchema) });

export const presentMailText = (text: ShownMailText): z.infer<typeof mailTextSchema> => ({
  kind: text.kind,
  language: text.language,
  subject: text.subject,
  body: text.body,
  replaced: text.isReplaced,
});

export const presentMailTextEntry = ({ kind, language, subject, body }: Omit<ShownMailText, 'isReplaced'>) =>
  ({ kind, language, subject, body }) satisfies PresentedEntry<MailTextEntry>;

export const mailPreviewBody = z
  .object({ booking_id: idField.describe('The booking that the message is about.'), ...mailTextParts })
  .meta({
    id: 'MailPreviewRequest',
    description: 'A text to try with a booking’s values.',
    examples: [{ booking_id: '01970000-0000-7000-8000-000000000031', subject: 'Hello {{ guest.name }}' }],
  });

export const mailPreviewAnswer = z.object({
  data: z
    .object({
      subject: z.string().describe('One line of plain text.'),
      text: z.string().describe('The message as plain text.'),
      html: z.string().describe('A whole document.'),
    })
    .meta({ id: 'MailPreview', description: 'The message as a guest would get it.' }),
});

export const presentMailPreview = ({ subject, text, html }: RenderedMail) => ({
  data: { subject, text, html },
});
