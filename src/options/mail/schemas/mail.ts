import { z } from 'zod';
import { MAX_MAIL_BODY_LENGTH, MAX_MAIL_SUBJECT_LENGTH } from '../../../domain/limits.ts';
import { MAIL_KINDS, MAIL_STATUSES } from '../../../domain/vocabulary.ts';
import { idField, textField } from '../../../schemas/fields/fields.ts';
import { messageSchema, wholeMessageSchema } from '../../../schemas/message.ts';
import { pageParameters, pageSchema } from '../../../schemas/page.ts';
import { wordListParameter } from '../../../schemas/parameters.ts';

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
export const mailAnswer = z.object({ data: wholeMessageSchema });
export const mailListAnswer = pageSchema(messageSchema);

export const mailQuery = z.object({
  ...pageParameters,
  booking_id: idField.optional().describe('Only messages about this booking.'),
  guest_id: idField.optional().describe('Only messages to this guest, or to members about them.'),
  kind: wordListParameter(MAIL_KINDS).describe('Only messages of these kinds.'),
  status: wordListParameter(MAIL_STATUSES).describe('Only messages in one of these states.'),
});
