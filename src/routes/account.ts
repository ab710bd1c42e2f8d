import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { accountAnswer, presentAccount } from '../schemas/account.ts';
import type { Services } from '../services/services.ts';

export const accountRoutes: FastifyPluginAsyncZod<Pick<Services, 'account'>> = async (app, { account }) => {
  app.get(
    '/me',
    {
      config: { permission: null },
      schema: {
        operationId: 'getAccount',
        tags: ['Account'],
        summary: 'Read the team and the token',
        description: 'Says which team the token belongs to, and so whether it is valid.',
        response: { 200: accountAnswer },
      },
    },
    async (request) => presentAccount(request.account, await account.findLastUse(request.account)),
  );
};
