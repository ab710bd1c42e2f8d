import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paginate } from '../../../plugins/paging.ts';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { noContentAnswer } from '../../../schemas/formats.ts';
import { pageQuery } from '../../../schemas/page.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import {
  mailSuppressionAnswer,
  mailSuppressionListAnswer,
  mailSuppressionParams,
  newMailSuppressionBody,
  presentMailSuppression,
} from '../schemas/suppression.ts';
import {
  createMailSuppression,
  deleteMailSuppression,
  listMailSuppressions,
  type MailSuppression,
} from '../services/suppressions.ts';

const tags = ['Messages'];
const present = (row: MailSuppression) => ({ data: presentMailSuppression(row) });

export const mailSuppressionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/mail-suppressions',
    {
      config: { permission: 'mails:read', ofWholeTeam: true },
      schema: {
        operationId: 'listMailSuppressions',
        tags,
        summary: 'List the addresses that get nothing',
        description: 'Newest first.',
        querystring: pageQuery,
        response: { 200: mailSuppressionListAnswer },
      },
    },
    (request) =>
      paginate(request, presentMailSuppression, (page) => listMailSuppressions(request.scope, page)),
  );

  app.post(
    '/mail-suppressions',
    {
      config: { permission: 'mails:write', ofWholeTeam: true, location: '/v1/mail-suppressions/{id}' },
      schema: {
        operationId: 'createMailSuppression',
        tags,
        summary: 'Send nothing more to an address',
        description:
          'Whatever the team’s rules say. An address that is suppressed already is a 422 under `email`.',
        headers: writeHeaders,
        body: newMailSuppressionBody,
        response: { 201: mailSuppressionAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createMailSuppression(request.scope, request.body, options),
      ),
  );

  app.delete(
    '/mail-suppressions/:suppression',
    {
      config: { permission: 'mails:write', ofWholeTeam: true },
      schema: {
        operationId: 'deleteMailSuppression',
        tags,
        summary: 'Send to an address again',
        description: 'Messages that were held back are not sent.',
        params: mailSuppressionParams,
        headers: writeHeaders,
        response: { 204: noContentAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(204), null, (options) =>
        deleteMailSuppression(request.scope, request.params.suppression, options),
      ),
  );
};
