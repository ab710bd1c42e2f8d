import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { instantText } from '../../domain/notation.ts';
import { instantSchema } from '../wire/formats.ts';

const meSchema = z.object({
  success: z.boolean(),
  data: z.object({
    team: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
    token: z.object({ name: z.string(), abilities: z.array(z.string()), last_used_at: instantSchema }),
  }),
});

/** Who the token speaks for. Costs nothing beside the token's own look-up. */
export const accountRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
  app.get('/me', { schema: { response: { 200: meSchema } } }, ({ account: { team, token } }) => ({
    success: true,
    data: {
      team: { id: team.id, slug: team.slug, name: team.name },
      token: {
        name: token.name,
        abilities: [token.scope],
        last_used_at: instantText(token.lastUsedAt),
      },
    },
  }));
  done();
};
