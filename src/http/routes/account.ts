import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import { TOKEN_SCOPES } from '../../domain/vocabulary.ts';
import { operation } from '../reference/operation.ts';
import { instantSchema, wordSchema } from '../wire/formats.ts';

const meSchema = z
  .object({
    success: z.boolean(),
    data: z.object({
      team: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
      token: z.object({
        name: z.string(),
        abilities: z.array(wordSchema(TOKEN_SCOPES)).describe('One: the scope that the token was made with.'),
        last_used_at: instantSchema.describe(
          'Kept to the minute; this very use where there is no earlier one.',
        ),
      }),
    }),
  })
  .meta({ id: 'Account' });

const getAccount = operation({
  id: 'getAccount',
  tag: 'Account',
  summary: 'Read the team and the token',
  description: 'Says whom the token speaks for, and so whether it is good.',
});

/** Who the token speaks for. Costs nothing beside the token's own look-up. */
export const accountRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
  app.get(
    '/me',
    { schema: { ...getAccount, response: { 200: meSchema } } },
    ({ account: { team, token } }) => ({
      success: true,
      data: {
        team: { id: team.id, slug: team.slug, name: team.name },
        token: {
          name: token.name,
          abilities: [token.scope],
          last_used_at: instantText(token.lastUsedAt),
        },
      },
    }),
  );
  done();
};
