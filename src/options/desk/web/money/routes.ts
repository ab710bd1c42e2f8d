import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { todayInZone } from '../../../../domain/dates/dates.ts';
import { shiftMonth, toMonth } from '../../../../domain/dates/months.ts';
import { sendCsv } from '../../../../plugins/csv-answer.ts';
import { listAnswerColumns, toMoneyCells } from '../../../../schemas/fields/csv-columns.ts';
import { monthSchema, monthsQuery, presentMonth, toMonthsRequest } from '../../../../schemas/months.ts';
import { mayDo } from '../../../../services/access/access.ts';
import { reportMonths } from '../../../../services/months.ts';
import { listPlaceNamesOfTeam } from '../../../../services/place-names.ts';
import type { Services } from '../../../../services/services.ts';
import { needs, teamPath } from '../../../../web/member-visit.ts';
import { buildUrl, readQuery } from '../../../../web/paging.ts';
import { readForm } from '../../../../web/sent-form.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { readOpenPayments } from '../../services/open-payments.ts';
import { moneyPage } from './page.ts';

const FILTERS = ['from', 'to', 'listing_id'];
const LABELS = { from: 'From', to: 'To', listing_id: 'Place' };
const MONTH_COLUMNS = listAnswerColumns(monthSchema);
/** Before and after the present one, by default. They are few, so that the page opens at once for a large team. */
const MONTHS_BESIDE = 1;

export const moneyRoutes: FastifyPluginAsync<Services> = async (app, { clock }) => {
  /** Those around the present one by default. */
  function readMonths(request: FastifyRequest) {
    const now = toMonth(todayInZone(request.teamVisit.team.timezone, clock()));
    const query = {
      from: shiftMonth(now, -MONTHS_BESIDE),
      to: shiftMonth(now, MONTHS_BESIDE),
      ...readQuery(request.query, FILTERS),
    };
    const form = readForm({}, LABELS);
    const input = form.check(monthsQuery, query);
    const shown = { values: query, errors: form.errors };
    return { present: now, query, form: shown, request: input && toMonthsRequest(input) };
  }

  app.get(
    '/money',
    { config: { permission: { any: ['money:read', 'reports:read'] }, dear: true } },
    async (request, reply) => {
      const { scope } = request;
      const input = readMonths(request);
      const mayReport = mayDo(scope.access, 'reports:read');
      const [months, payments, places] = await Promise.all([
        input.request && mayReport ? reportMonths(scope, input.request) : [],
        mayDo(scope.access, 'money:read') ? readOpenPayments(scope) : null,
        listPlaceNamesOfTeam(scope),
      ]);
      const { present, form, query } = input;
      const view = {
        base: teamPath(request),
        present,
        form,
        query,
        places,
        months: mayReport ? months : null,
        payments,
      };
      return sendPage(reply, {
        title: 'Money',
        status: input.request ? 200 : 422,
        tab: 'money',
        body: moneyPage(view),
      });
    },
  );

  /** If a month is wrong, the page shows the error instead of the file. */
  app.get('/money.csv', needs('reports:read'), async (request, reply) => {
    const { request: months, query } = readMonths(request);
    if (!months) return reply.redirect(buildUrl(`${teamPath(request)}/money`, query), 303);
    return sendCsv(request, reply, {
      name: 'months',
      columns: MONTH_COLUMNS.map(({ name }) => name),
      read: async (write) =>
        write(
          (await reportMonths(request.scope, months)).map((month) =>
            toMoneyCells(MONTH_COLUMNS, presentMonth(month)),
          ),
        ),
    });
  });
};
