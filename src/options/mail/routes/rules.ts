import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { conditionalWriteHeaders } from '../../../schemas/writes.ts';
import { mailRulesAnswer, mailRulesChangeBody, presentMailRule } from '../schemas/rule.ts';
import { changeMailRules, readMailRules, type ShownMailRule } from '../services/rules.ts';

const tags = ['Messages'];
const present = (rules: ShownMailRule[]) => ({ data: { rules: rules.map(presentMailRule) } });

export const mailRuleRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/mail-rules',
    {
      config: { permission: 'mails:read', ofWholeTeam: true, etag: true },
      schema: {
        operationId: 'getMailRules',
        tags,
        summary: 'Read which messages guests get',
        description: 'A rule for each kind of message, always in the same order.',
        response: { 200: mailRulesAnswer },
      },
    },
    async ({ scope }) => present(await readMailRules(scope)),
  );

  app.put(
    '/mail-rules',
    {
      config: { permission: 'mails:write', ofWholeTeam: true },
      schema: {
        operationId: 'changeMailRules',
        tags,
        summary: 'Change which messages guests get',
        description:
          'Changes the kinds that the body names, each key by key; null means the default. A rule that is switched on sends nothing for a moment before that.',
        headers: conditionalWriteHeaders,
        body: mailRulesChangeBody,
        response: { 200: mailRulesAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, present, (options) =>
        changeMailRules(request.scope, request.body, options),
      ),
  );
};
