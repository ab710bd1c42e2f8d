/** The payments and the invoices of all bookings of a team, page by page or as a whole (docs/rules.md, 12.12). */
import type { Database } from '../../../db/client.ts';
import {
  countInvoices,
  countPayments,
  type InvoiceFilter,
  type ListedInvoice,
  type ListedPayment,
  listInvoicesByIds,
  listPaymentsByIds,
  type PaymentFilter,
  selectInvoiceIds,
  listInvoices as selectInvoices,
  selectPaymentIds,
  listPayments as selectPayments,
} from '../../../db/queries/bookings/folio-lists.ts';
import type { PageRequest } from '../../../domain/page.ts';
import type { ReadScope } from '../../team-scope.ts';
import { streamByIds } from '../../whole-lists.ts';

export type { InvoiceFilter, ListedInvoice, ListedPayment, PaymentFilter };

type WriteRows<Row> = (rows: readonly Row[]) => Promise<void>;

export const listPayments = ({ db, teamId }: ReadScope, filter: PaymentFilter, page: PageRequest) =>
  selectPayments(db, teamId, filter, page);

export const listInvoices = ({ db, teamId }: ReadScope, filter: InvoiceFilter, page: PageRequest) =>
  selectInvoices(db, teamId, filter, page);

/** Read from one snapshot, some at a time. */
export const writePaymentList = (
  { db, teamId }: ReadScope<Database>,
  filter: PaymentFilter,
  write: WriteRows<ListedPayment>,
): Promise<void> =>
  streamByIds(db, {
    count: (tx) => countPayments(tx, teamId, filter),
    select: (tx) => selectPaymentIds(tx, teamId, filter),
    each: async (tx, ids) => write(await listPaymentsByIds(tx, teamId, ids)),
  });

export const writeInvoiceList = (
  { db, teamId }: ReadScope<Database>,
  filter: InvoiceFilter,
  write: WriteRows<ListedInvoice>,
): Promise<void> =>
  streamByIds(db, {
    count: (tx) => countInvoices(tx, teamId, filter),
    select: (tx) => selectInvoiceIds(tx, teamId, filter),
    each: async (tx, ids) => write(await listInvoicesByIds(tx, teamId, ids)),
  });
