/** With the token's secret. */
import { z } from 'zod';
import { toInstantText } from '../../../domain/formats.ts';
import { MAX_EMAIL_LENGTH, MAX_TOKEN_NAME_LENGTH } from '../../../domain/limits.ts';
import { isPossibleToken } from '../../../domain/tokens/form.ts';
import { TOKEN_ACCESS_MODES, type TokenAccess } from '../../../domain/vocabulary.ts';
import { listingsEntry, roleField } from '../../../schemas/access.ts';
import { instantEntry } from '../../../schemas/fields/dates.ts';
import { objectEntry, optionalText, requiredText, wordField } from '../../../schemas/fields/fields.ts';
import type { PresentedEntry } from '../../../schemas/formats.ts';

export const tokenEntry = objectEntry({
  name: requiredText(MAX_TOKEN_NAME_LENGTH).describe('Identifies the token.'),
  scope: wordField(TOKEN_ACCESS_MODES).optional().describe('The scope of a token without a role.'),
  role: roleField.optional().describe('The code of the token’s role, instead of a scope.'),
  listings: listingsEntry.optional(),
  token: z
    .string({ error: 'must be a text' })
    .refine(isPossibleToken, {
      error: 'must have 24 to 255 visible ASCII characters and, if it begins with ink_, a correct checksum',
    })
    .optional()
    .describe('The secret: 24 to 255 visible ASCII characters.'),
  created_by: optionalText(MAX_EMAIL_LENGTH).describe(
    'The email of the member, or the name of the token, that has made it.',
  ),
  created_at: instantEntry.nullish().describe('When it was created. Default: now.'),
});

export type TokenEntry = z.infer<typeof tokenEntry>;

type Token = { name: string; access: TokenAccess | null; role: string | null; createdAt: Date };

type Named = { listings: string[] | null; createdBy: string | null };

export const presentTokenEntry = (token: Token, secret: string, { listings, createdBy }: Named) =>
  ({
    name: token.name,
    ...(token.access === null ? {} : { scope: token.access }),
    ...(token.role === null ? {} : { role: token.role, listings }),
    token: secret,
    created_by: createdBy,
    created_at: toInstantText(token.createdAt),
  }) satisfies PresentedEntry<Omit<TokenEntry, 'scope' | 'role' | 'listings'>>;
