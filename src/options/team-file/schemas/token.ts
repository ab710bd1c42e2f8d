/** With the token's secret. */
import { z } from 'zod';
import { toInstantText } from '../../../domain/formats.ts';
import { MAX_TOKEN_NAME_LENGTH } from '../../../domain/limits.ts';
import { isPossibleToken } from '../../../domain/tokens/form.ts';
import { TOKEN_ACCESS_MODES, type TokenAccess } from '../../../domain/vocabulary.ts';
import { instantEntry } from '../../../schemas/fields/dates.ts';
import { objectEntry, optionalEmailEntry, requiredText, wordField } from '../../../schemas/fields/fields.ts';
import type { PresentedEntry } from '../../../schemas/formats.ts';

export const tokenEntry = objectEntry({
  name: requiredText(MAX_TOKEN_NAME_LENGTH).describe('Identifies the token.'),
  scope: wordField(TOKEN_ACCESS_MODES).optional().describe('The scope of the token.'),
  token: z
    .string({ error: 'must be a text' })
    .refine(isPossibleToken, {
      error: 'must have 24 to 255 visible ASCII characters and, if it begins with ink_, a correct checksum',
    })
    .optional()
    .describe('The secret: 24 to 255 visible ASCII characters.'),
  created_by: optionalEmailEntry.describe('The email of the member who created it.'),
  created_at: instantEntry.nullish().describe('When it was created. Default: now.'),
});

export type TokenEntry = z.infer<typeof tokenEntry>;

type Token = { name: string; access: TokenAccess; createdAt: Date };

export const presentTokenEntry = (token: Token, secret: string, createdBy: string | null) =>
  ({
    name: token.name,
    scope: token.access,
    token: secret,
    created_by: createdBy,
    created_at: toInstantText(token.createdAt),
  }) satisfies PresentedEntry<TokenEntry>;
