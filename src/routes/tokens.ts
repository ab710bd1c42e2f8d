import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paginate } from '../plugins/paging.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import {
  newTokenAnswer,
  newTokenBody,
  presentNewToken,
  presentToken,
  tokenListAnswer,
  tokenParams,
} from '../schemas/access.ts';
import { noContentAnswer } from '../schemas/formats.ts';
import { pageQuery } from '../schemas/page.ts';
import { writeHeaders } from '../schemas/writes.ts';
import { Conflict, Invalid } from '../services/errors.ts';
import { withSealedAnswer } from '../services/keys/sealed-answers.ts';
import type { Services } from '../services/services.ts';
import { createToken, listTokenPage, type NewToken, revokeToken } from '../services/tokens/tokens.ts';

const tags = ['Access'];

/** In the API, a name that is taken and a team that is full are errors of a field. */
function refuseName(error: unknown): never {
  if (error instanceof Conflict && error.reason === 'name_taken')
    throw new Invalid({ name: [{ code: 'taken', existing: null, sentence: error.message }] });
  if (error instanceof Conflict && error.reason === 'too_many')
    throw new Invalid({ name: [{ code: 'limit', sentence: error.message }] });
  throw error;
}

const present = (made: NewToken) => ({ data: presentNewToken(made) });

export const tokenRoutes: FastifyPluginAsyncZod<Pick<Services, 'keyring'>> = async (app, services) => {
  app.get(
    '/tokens',
    {
      config: { permission: 'tokens:read' },
      schema: {
        operationId: 'listTokens',
        tags,
        summary: 'List tokens',
        description: 'The live ones, by name, and not the secrets themselves.',
        querystring: pageQuery,
        response: { 200: tokenListAnswer },
      },
    },
    (request) => paginate(request, presentToken, (page) => listTokenPage(request.scope, page)),
  );

  app.post(
    '/tokens',
    {
      config: { permission: 'tokens:write', location: '/v1/tokens/{id}' },
      schema: {
        operationId: 'createToken',
        tags,
        summary: 'Make a token',
        description:
          'The answer is the only one that shows it. It is revoked with the token that has made it. Neither a permission that the maker lacks, nor `tokens` or `people`, can be given: a 422 under `role`. `listings` limit a token with a role that has none of `settings`, `people`, `tokens` and `webhooks`.',
        headers: writeHeaders,
        body: newTokenBody,
        response: { 201: newTokenAnswer },
      },
    },
    (request, reply) => {
      const { scope, token } = request;
      return writeAndAnswer(request, reply.code(201), present, (options) =>
        createToken(
          scope,
          services,
          { ...request.body.rights, name: request.body.name, createdBy: { token } },
          withSealedAnswer(scope, options),
        ).catch(refuseName),
      );
    },
  );

  app.delete(
    '/tokens/:token',
    {
      config: { permission: 'tokens:write' },
      schema: {
        operationId: 'revokeToken',
        tags,
        summary: 'Revoke a token',
        description:
          'It is refused from the next request on, and so are those that it has made. One that has what this token lacks itself is a 422 under `role`.',
        params: tokenParams,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        revokeToken(request.scope, { id: request.params.token }, options),
      ),
  );
};
