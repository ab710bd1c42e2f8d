import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MailServices } from '../services/services.ts';
import { outboxRoutes } from './mails.ts';
import { mailRuleRoutes } from './rules.ts';
import { mailSuppressionRoutes } from './suppressions.ts';
import { mailTextRoutes } from './texts.ts';

export const mailRoutes: FastifyPluginAsyncZod<MailServices> = async (app, services) => {
  app.register(outboxRoutes, services);
  app.register(mailRuleRoutes);
  app.register(mailTextRoutes, services);
  app.register(mailSuppressionRoutes);
};
