import { z } from 'zod';
import { toInstantText } from '../../../domain/formats.ts';
import { MAX_REASON_LENGTH } from '../../../domain/limits.ts';
import { instantEntry } from '../../../schemas/fields/dates.ts';
import { emailEntry, emailField } from '../../../schemas/fields/emails.ts';
import { idField, objectEntry, optionalLongText } from '../../../schemas/fields/fields.ts';
import { createdAtSchema, idSchema, nullableText, type PresentedEntry } from '../../../schemas/formats.ts';
import { pageSchema } from '../../../schemas/page.ts';
import type { MailSuppression } from '../services/suppressions.ts';

const reasonField = optionalLongText(MAX_REASON_LENGTH).describe('Why nothing is sent there.');

/**
 * An empty email is refused like a missing one. `minLength` is only for the JSON Schema, because zod’s own
 * `min` would also run on values that are no texts.
 */
export const newMailSuppressionBody = z
  .object({
    email: emailField.meta({ minLength: 1, description: 'Case does not matter.' }),
    reason: reasonField,
  })
  .meta({
    id: 'NewMailSuppression',
    description: 'An address to which nothing is sent from now on.',
    examples: [{ email: 'bea@example.com', reason: 'Asked by phone.' }],
  });

export const mailSuppressionParams = z.object({ suppression: idField.describe('The suppression’s id.') });

export const mailSuppressionEntry = objectEntry({
  email: emailEntry.describe('Identifies it. Case does not matter.'),
  id: idField.nullish().describe('Its id. Default: a new one.'),
  reason: reasonField,
  created_at: instantEntry.nullish().meta({ description: 'When it was created. Default: now.' }),
});
type MailSuppressionEntry = z.infer<typeof mailSuppressionEntry>;

const mailSuppressionSchema = z
  .object({
    id: idSchema,
    email: z.string().describe('Case does not matter.'),
    reason: nullableText.describe('Why nothing is sent there. Null if it is not said.'),
    created_at: createdAtSchema,
  })
  .meta({ id: 'MailSuppression', description: 'An address to which nothing is sent.' });

export const mailSuppressionAnswer = z.object({ data: mailSuppressionSchema });
export const mailSuppressionListAnswer = pageSchema(mailSuppressionSchema);

export const presentMailSuppression = (row: MailSuppression): z.infer<typeof mailSuppressionSchema> => ({
  id: row.id,
  email: row.email,
  reason: row.reason,
  created_at: toInstantText(row.createdAt),
});

export const presentMailSuppressionEntry = (row: MailSuppression) =>
  presentMailSuppression(row) satisfies PresentedEntry<MailSuppressionEntry>;
