/** A token of a team, with its secret. */
import { z } from 'zod';
import { MAX_TOKEN_NAME_LENGTH } from '../../domain/limits.ts';
import { TOKEN_SCOPES } from '../../domain/vocabulary.ts';
import { instant, object, optionalEmail, text, word } from '../../schemas/entry-fields.ts';
import { isPossibleToken } from '../token-form.ts';
import type { Kind } from './kind.ts';

export const tokenSchema = object({
  name: text(MAX_TOKEN_NAME_LENGTH).describe('Identifies the token.'),
  scope: word(TOKEN_SCOPES).optional().describe('The scope of the token.'),
  token: z
    .string({ error: 'must be a text' })
    .refine(isPossibleToken, {
      error: 'must have 24 to 255 visible ASCII characters and, if it begins with ink_, a correct checksum',
    })
    .optional()
    .describe('The secret: 24 to 255 visible ASCII characters.'),
  created_by: optionalEmail.describe('The email of the member who created it.'),
  created_at: instant.nullish().describe('When it was created. Default: now.'),
});

export type TokenEntry = z.infer<typeof tokenSchema>;

const REQUIRED = ['name', 'scope', 'token'] as const;

export const TOKEN: Kind<TokenEntry, (typeof REQUIRED)[number]> = {
  schema: tokenSchema,
  required: REQUIRED,
  rules: [],
};
