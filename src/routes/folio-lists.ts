import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { isCsvPreferred, sendCsv } from '../plugins/csv-answer.ts';
import { paginate } from '../plugins/paging.ts';
import {
  createListedInvoicePresenter,
  createListedPaymentPresenter,
  invoiceListAnswer,
  invoiceQuery,
  listedInvoiceSchema,
  listedPaymentSchema,
  paymentListAnswer,
  paymentQuery,
  toInvoiceFilter,
  toPaymentFilter,
} from '../schemas/bookings/folio-lists.ts';
import { listAnswerColumns, toMoneyCells } from '../schemas/fields/csv-columns.ts';
import { mayDo } from '../services/access/access.ts';
import {
  listInvoices,
  listPayments,
  writeInvoiceList,
  writePaymentList,
} from '../services/bookings/folio/lists.ts';

const PAYMENT_COLUMNS = listAnswerColumns(listedPaymentSchema);
const INVOICE_COLUMNS = listAnswerColumns(listedInvoiceSchema);
const tags = ['Folio'];
const CSV_DESCRIPTION =
  'With `Accept: text/csv`, the whole filtered list as CSV; `page` and `per_page` are then ignored.';

export const folioListRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/payments',
    {
      config: { permission: 'money:read' },
      schema: {
        operationId: 'listPayments',
        tags,
        summary: 'List payments',
        description: `The payments of all bookings, in any status: by \`due_on\`, then id. ${CSV_DESCRIPTION}`,
        querystring: paymentQuery,
        response: { 200: paymentListAnswer },
      },
    },
    (request, reply) => {
      const { scope, query } = request;
      const presentListedPayment = createListedPaymentPresenter(mayDo(scope.access, 'guests:read'));
      const filter = toPaymentFilter(query);
      if (!isCsvPreferred(request, reply))
        return paginate(request, presentListedPayment, (page) => listPayments(scope, filter, page));
      return sendCsv(request, reply, {
        name: 'payments',
        columns: PAYMENT_COLUMNS.map(({ name }) => name),
        read: (write) =>
          writePaymentList(scope, filter, (rows) =>
            write(rows.map((row) => toMoneyCells(PAYMENT_COLUMNS, presentListedPayment(row)))),
          ),
      });
    },
  );

  app.get(
    '/invoices',
    {
      config: { permission: 'money:read' },
      schema: {
        operationId: 'listInvoices',
        tags,
        summary: 'List invoices',
        description: `The invoices of all bookings, in any status: by \`issued_at\`, then number. ${CSV_DESCRIPTION}`,
        querystring: invoiceQuery,
        response: { 200: invoiceListAnswer },
      },
    },
    (request, reply) => {
      const { scope, query } = request;
      const presentListedInvoice = createListedInvoicePresenter(mayDo(scope.access, 'guests:read'));
      const filter = toInvoiceFilter(query);
      if (!isCsvPreferred(request, reply))
        return paginate(request, presentListedInvoice, (page) => listInvoices(scope, filter, page));
      return sendCsv(request, reply, {
        name: 'invoices',
        columns: INVOICE_COLUMNS.map(({ name }) => name),
        read: (write) =>
          writeInvoiceList(scope, filter, (rows) =>
            write(rows.map((row) => toMoneyCells(INVOICE_COLUMNS, presentListedInvoice(row)))),
          ),
      });
    },
  );
};
