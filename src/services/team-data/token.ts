/** A token of a team, with its secret. */

import { z } from 'zod';
import { MAX_TOKEN_NAME_LENGTH } from '../../domain/limits.ts';
import { isPossibleToken } from '../../domain/token.ts';
import { TOKEN_SCOPES } from '../../domain/vocabulary.ts';
import { instant, object, optionalEmail, text, word } from './fields.ts';

export const tokenSchema = object({
  name: text(MAX_TOKEN_NAME_LENGTH),
  scope: word(TOKEN_SCOPES),
  token: z.string({ error: 'must be a text' }).refine(isPossibleToken, {
    error: 'must have 24 to 255 visible ASCII characters and, where it begins with ink_, a right checksum',
  }),
  created_by: optionalEmail,
  created_at: instant.nullish(),
});

export type TokenEntry = z.infer<typeof tokenSchema>;
