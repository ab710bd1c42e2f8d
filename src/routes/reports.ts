import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isCsvPreferred, sendCsv, unlessCsv } from '../plugins/csv-answer.ts';
import { listAnswerColumns, toMoneyCells } from '../schemas/fields/csv-columns.ts';
import { monthSchema, monthsAnswer, monthsQuery, presentMonth, toMonthsRequest } from '../schemas/months.ts';
import { reportMonths } from '../services/months.ts';

const MONTH_COLUMNS = listAnswerColumns(monthSchema);

export const reportRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/reports/months',
    {
      config: { permission: 'reports:read', dear: unlessCsv(() => true) },
      schema: {
        operationId: 'reportMonths',
        tags: ['Reports'],
        summary: 'Read the figures of some months',
        description:
          'What was sold in confirmed and completed stays, and what came in. Each total of a stay is split into equal parts over its nights, so months add up to the bookings, to the cent. Every month has a row for each currency of the listings. With `Accept: text/csv`, as CSV.',
        querystring: monthsQuery,
        response: { 200: monthsAnswer },
      },
    },
    async (request, reply) => {
      const { scope, query } = request;
      const report = async () => (await reportMonths(scope, toMonthsRequest(query))).map(presentMonth);
      if (!isCsvPreferred(request, reply)) return { data: await report() };
      return sendCsv(request, reply, {
        name: 'months',
        columns: MONTH_COLUMNS.map(({ name }) => name),
        read: async (write) => write((await report()).map((month) => toMoneyCells(MONTH_COLUMNS, month))),
      });
    },
  );
};
