import { z } from 'zod';
import { toInstantText } from '../domain/formats.ts';
import { TOKEN_ACCESS_MODES } from '../domain/vocabulary.ts';
import type { Account, Team } from '../services/tokens/authenticate.ts';
import { instantSchema, wordSchema } from './formats.ts';

export const accountAnswer = z
  .object({
    success: z.boolean(),
    data: z.object({
      team: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
      token: z.object({
        name: z.string(),
        abilities: z.array(wordSchema(TOKEN_ACCESS_MODES)).describe('One entry: the scope of the token.'),
        last_used_at: instantSchema.describe(
          'Stored at most once a minute; the time of this request if nothing is stored yet.',
        ),
      }),
    }),
  })
  .meta({ id: 'Account' });

export const presentAccount = (
  { team, token }: { team: Team; token: Account['token'] },
  lastUsedAt: Date,
): z.infer<typeof accountAnswer> => ({
  success: true,
  data: {
    team: { id: team.id, slug: team.slug, name: team.name },
    token: { name: token.name, abilities: [token.access], last_used_at: toInstantText(lastUsedAt) },
  },
});
