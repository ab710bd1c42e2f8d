import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { sendCsv } from '../../plugins/csv-answer.ts';
import { AUDIT_COLUMNS, auditFilters, presentAuditEntry, toAuditRequest } from '../../schemas/audit.ts';
import { toAnswerCells } from '../../schemas/fields/csv-columns.ts';
import { listAuditPage, writeAuditList } from '../../services/access/audit.ts';
import { needs, teamPath } from '../member-visit.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, readPageNumber, readQuery } from '../paging.ts';
import { readForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { LOG_FILTERS, logPage } from './page.ts';

const LABELS = { action: 'What', actor: 'Who', from: 'From', to: 'To' };
const filters = z.object(auditFilters);

function readFilters(query: Query) {
  const form = readForm({}, LABELS);
  const input = form.check(filters, query);
  return { request: toAuditRequest(input ?? {}), errors: form.errors };
}

export const logRoutes: FastifyPluginAsync = async (app) => {
  app.get('/log', needs('people:read'), async (request, reply) => {
    const query = readQuery(request.query, LOG_FILTERS);
    const page = readPageNumber(request.query);
    const { request: filter, errors } = readFilters(query);
    const isRefused = Object.keys(errors).length > 0;
    const found = isRefused
      ? { rows: [], total: 0 }
      : await listAuditPage(request.scope, filter, { page, perPage: ROWS_PER_PAGE });
    const { timezone: zone } = request.teamVisit.team;
    const body = logPage({ base: teamPath(request), zone, query, errors, page, ...found });
    return sendPage(reply, { title: 'Log', status: isRefused ? 422 : 200, tab: 'log', body });
  });

  /** All pages of the list. If a filter is wrong, the page shows the error instead of the file. */
  app.get('/log.csv', needs('people:read'), (request, reply) => {
    const query = readQuery(request.query, LOG_FILTERS);
    const { request: filter, errors } = readFilters(query);
    if (Object.keys(errors).length > 0)
      return reply.redirect(buildUrl(`${teamPath(request)}/log`, query), 303);
    return sendCsv(request, reply, {
      name: 'log',
      columns: AUDIT_COLUMNS.map(({ name }) => name),
      read: (write) =>
        writeAuditList(request.scope, filter, (rows) =>
          write(rows.map((row) => toAnswerCells(AUDIT_COLUMNS, presentAuditEntry(row)))),
        ),
    });
  });
};
