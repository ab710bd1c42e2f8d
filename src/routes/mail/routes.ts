import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Services } from '../../services/services.ts';
import { mailRuleRoutes } from './mail-rules.ts';
import { mailSuppressionRoutes } from './mail-suppressions.ts';
import { mailTextRoutes } from './mail-texts.ts';
import { outboxRoutes } from './mails.ts';

/** All routes about a team's emails to its guests and members. */
export const mailRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.register(outboxRoutes, services);
  app.register(mailRuleRoutes);
  app.register(mailTextRoutes);
  app.register(mailSuppressionRoutes);
};
