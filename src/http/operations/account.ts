import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import { TOKEN_SCOPES } from '../../domain/vocabulary.ts';
import { read } from '../reading.ts';
import { instantSchema, wordSchema } from '../../schemas/formats.ts';

const meSchema = z
  .object({
    success: z.boolean(),
    data: z.object({
      team: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
      token: z.object({
        name: z.string(),
        abilities: z.array(wordSchema(TOKEN_SCOPES)).describe('One entry: the scope of the token.'),
        last_used_at: instantSchema.describe(
          'Stored at most once a minute; the time of this request if nothing is stored yet.',
        ),
      }),
    }),
  })
  .meta({ id: 'Account' });

/** Takes one additional statement per token and minute. */
const getAccount = read({
  id: 'getAccount',
  tag: 'Account',
  summary: 'Read the team and the token',
  description: 'Says which team the token belongs to, and so whether it is valid.',
  asks: 'team',
  route: 'GET /v1/me',
  success: meSchema,
  answer: async ({ account, services }) => {
    const { team, token } = account;
    const lastUse = instantText(await services.account.findLastUse(account));
    return {
      success: true,
      data: {
        team: { id: team.id, slug: team.slug, name: team.name },
        token: { name: token.name, abilities: [token.scope], last_used_at: lastUse },
      },
    };
  },
});

export const accountOperations = [getAccount];
