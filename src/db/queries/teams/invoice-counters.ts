/** The consecutive numbers of invoices and credit notes (docs/rules.md, 12.21). */
import { and, isNotNull, max, sql } from 'drizzle-orm';
import type { InvoiceSeries } from '../../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../../client.ts';
import { invoices } from '../../schema/folio.ts';
import { invoiceCounters } from '../../schema/teams.ts';
import { firstRow, matches } from '../statements.ts';

export type InvoiceCounters = { invoiceNextNumber: number; creditNoteNextNumber: number };

/** A team that has drawn no number has no row. */
const FIRST_NUMBERS: InvoiceCounters = { invoiceNextNumber: 1, creditNoteNextNumber: 1 };

const selectCounters = (db: Executor, teamId: number) =>
  db
    .select({
      invoiceNextNumber: invoiceCounters.invoiceNextNumber,
      creditNoteNextNumber: invoiceCounters.creditNoteNextNumber,
    })
    .from(invoiceCounters)
    .where(matches(invoiceCounters, { teamId }));

export const findInvoiceCounters = async (db: Executor, teamId: number): Promise<InvoiceCounters> =>
  (await firstRow(selectCounters(db, teamId))) ?? FIRST_NUMBERS;

/** No number is drawn until the transaction ends. */
export async function lockInvoiceCounters(tx: Transaction, teamId: number): Promise<InvoiceCounters> {
  await tx.insert(invoiceCounters).values({ teamId }).onConflictDoNothing();
  return (await firstRow(selectCounters(tx, teamId).for('update'))) ?? FIRST_NUMBERS;
}

const COLUMNS = {
  invoices: { next: invoiceCounters.invoiceNextNumber, key: 'invoiceNextNumber' },
  credit_notes: { next: invoiceCounters.creditNoteNextNumber, key: 'creditNoteNextNumber' },
} as const satisfies Record<InvoiceSeries, unknown>;

/**
 * Returns the first of the numbers. The counter stays locked until the transaction ends: if it is rolled
 * back, its numbers are drawn again.
 */
export async function drawInvoiceNumbers(
  tx: Transaction,
  teamId: number,
  series: InvoiceSeries,
  count: number,
): Promise<number> {
  const { next, key } = COLUMNS[series];
  const [drawn] = await tx
    .insert(invoiceCounters)
    .values({ teamId, [key]: 1 + count })
    .onConflictDoUpdate({ target: invoiceCounters.teamId, set: { [key]: sql`${next} + ${count}` } })
    .returning({ next });
  if (!drawn) throw new Error('No invoice number was drawn.');
  return drawn.next - count;
}

/** A number below the next one changes nothing. */
export async function raiseInvoiceCounters(
  tx: Transaction,
  teamId: number,
  { invoiceNextNumber: invoice, creditNoteNextNumber: creditNote }: InvoiceCounters,
): Promise<void> {
  const { invoiceNextNumber, invoiceGaplessFrom, creditNoteNextNumber, creditNoteGaplessFrom } =
    invoiceCounters;
  const raise = (next: unknown, gaplessFrom: unknown, to: number) =>
    sql`case when ${next} < ${to} then ${to} else ${gaplessFrom} end`;
  await tx
    .insert(invoiceCounters)
    .values({
      teamId,
      invoiceNextNumber: invoice,
      invoiceGaplessFrom: invoice,
      creditNoteNextNumber: creditNote,
      creditNoteGaplessFrom: creditNote,
    })
    .onConflictDoUpdate({
      target: invoiceCounters.teamId,
      set: {
        invoiceNextNumber: sql`greatest(${invoiceNextNumber}, ${invoice})`,
        invoiceGaplessFrom: raise(invoiceNextNumber, invoiceGaplessFrom, invoice),
        creditNoteNextNumber: sql`greatest(${creditNoteNextNumber}, ${creditNote})`,
        creditNoteGaplessFrom: raise(creditNoteNextNumber, creditNoteGaplessFrom, creditNote),
      },
    });
}

/** What a regular expression finds in the numbers of invoices of either series. 0 if there is none. */
export async function findHighestNumberLike(db: Executor, teamId: number, pattern: string): Promise<number> {
  const [row] = await db
    .select({ highest: sql<string | null>`max(substring(${invoices.number} from ${pattern})::bigint)` })
    .from(invoices)
    .where(matches(invoices, { teamId }));
  return Number(row?.highest ?? 0);
}

/** 0 for a series without invoices. */
export async function findHighestSerialNumbers(
  db: Executor,
  teamId: number,
): Promise<Record<InvoiceSeries, number>> {
  const rows = await db
    .select({ series: invoices.series, highest: max(invoices.serialNumber) })
    .from(invoices)
    .where(and(matches(invoices, { teamId }), isNotNull(invoices.serialNumber)))
    .groupBy(invoices.series);
  const highestOf = new Map(rows.map(({ series, highest }) => [series, highest ?? 0]));
  return { invoices: highestOf.get('invoices') ?? 0, credit_notes: highestOf.get('credit_notes') ?? 0 };
}
