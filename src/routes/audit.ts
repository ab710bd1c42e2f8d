import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isCsvPreferred, sendCsv } from '../plugins/csv-answer.ts';
import { paginate } from '../plugins/paging.ts';
import {
  AUDIT_COLUMNS,
  auditListAnswer,
  auditQuery,
  presentAuditEntry,
  toAuditRequest,
} from '../schemas/audit.ts';
import { toAnswerCells } from '../schemas/fields/csv-columns.ts';
import { listAuditPage, writeAuditList } from '../services/access/audit.ts';

export const auditRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/audit',
    {
      config: { permission: 'people:read' },
      schema: {
        operationId: 'listAuditEntries',
        tags: ['Access'],
        summary: 'Read the team’s log',
        description:
          'Who signed in, what changed about people, roles, tokens, settings and webhooks, what was exported or shown, and who was refused: newest first. Entries are kept for 400 days, internet addresses for 90. With `Accept: text/csv`, the whole filtered list as CSV; `page` and `per_page` are then ignored.',
        querystring: auditQuery,
        response: { 200: auditListAnswer },
      },
    },
    (request, reply) => {
      const { scope, query } = request;
      const filter = toAuditRequest(query);
      if (!isCsvPreferred(request, reply))
        return paginate(request, presentAuditEntry, (page) => listAuditPage(scope, filter, page));
      return sendCsv(request, reply, {
        name: 'log',
        columns: AUDIT_COLUMNS.map(({ name }) => name),
        read: (write) =>
          writeAuditList(scope, filter, (rows) =>
            write(rows.map((row) => toAnswerCells(AUDIT_COLUMNS, presentAuditEntry(row)))),
          ),
      });
    },
  );
};
