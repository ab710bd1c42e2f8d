import { z } from 'zod';
import { PERMISSIONS, sortPermissions } from '../domain/access/permissions.ts';
import { toInstantText } from '../domain/formats.ts';
import { TOKEN_ACCESS_MODES } from '../domain/vocabulary.ts';
import type { Account } from '../services/tokens/authenticate.ts';
import { instantSchema, wordSchema } from './formats.ts';

export const accountAnswer = z
  .object({
    success: z.boolean().describe('Always true.'),
    data: z
      .object({
        team: z
          .object({
            id: z.int().describe('A whole number, unlike all other ids.'),
            slug: z.string().describe('Identifies the team, also in the booking site’s URL.'),
            name: z.string().describe('As guests and members read it.'),
          })
          .describe('The team that the token speaks for.'),
        token: z
          .object({
            name: z.string().describe('What the team calls it.'),
            abilities: z
              .array(wordSchema([...TOKEN_ACCESS_MODES, ...PERMISSIONS]))
              .describe(
                'The permissions of the token’s role, or one entry: the scope of a token without one.',
              ),
            last_used_at: instantSchema.describe(
              'Stored at most once a minute; the time of this request if nothing is stored yet.',
            ),
          })
          .describe('The token of this request.'),
      })
      .describe('Whom the request speaks for.'),
  })
  .meta({ id: 'Account', description: 'The token of the request, and its team.' });

export const presentAccount = (
  { team, token, access }: Account,
  lastUsedAt: Date,
): z.infer<typeof accountAnswer> => ({
  success: true,
  data: {
    team: { id: team.id, slug: team.slug, name: team.name },
    token: {
      name: token.name,
      abilities: token.access === null ? sortPermissions(access.permissions) : [token.access],
      last_used_at: toInstantText(lastUsedAt),
    },
  },
});
