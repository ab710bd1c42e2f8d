import type { FolioChanges, InvoiceRow } from '../../../db/queries/bookings/folio.ts';
import { drawInvoiceNumbers, lockInvoiceCounters } from '../../../db/queries/teams/invoice-counters.ts';
import { dateInZone } from '../../../domain/dates/dates.ts';
import { chooseSeries, fillPrefix, isDraft } from '../../../domain/folio/numbering.ts';
import { readTeamRecord } from '../../team/record.ts';
import type { WriteScope } from '../../team-scope.ts';

/**
 * Gives the team's next consecutive numbers to the invoices that are issued without one (docs/rules.md, 12.21). Call
 * it right before they are stored: the numbers stay locked until the transaction ends.
 */
export async function numberInvoices(
  { tx, teamId, now, isPreview }: Pick<WriteScope, 'tx' | 'teamId' | 'now' | 'isPreview'>,
  changes: FolioChanges,
): Promise<FolioChanges> {
  const { invoices = [] } = changes;
  const waiting = invoices.filter((invoice) => !isDraft(invoice) && invoice.number === null);
  if (waiting.length === 0 || isPreview) return changes;
  // Before the prefixes are read: a change of them takes the same lock.
  await lockInvoiceCounters(tx, teamId);
  const team = await readTeamRecord({ db: tx, teamId });
  const year = dateInZone(team.timezone, now).slice(0, 4);
  const prefixes = { invoices: team.invoicePrefix, credit_notes: team.creditNotePrefix };
  const numbered = new Map<string, InvoiceRow>();
  for (const [series, ofSeries] of Map.groupBy(waiting, ({ kind }) =>
    chooseSeries(kind, team.creditNotePrefix),
  )) {
    const first = await drawInvoiceNumbers(tx, teamId, series, ofSeries.length);
    for (const [index, invoice] of ofSeries.entries()) {
      const serialNumber = first + index;
      const number = `${fillPrefix(prefixes[series], year)}${serialNumber}`;
      numbered.set(invoice.id, { ...invoice, series, serialNumber, number });
    }
  }
  return { ...changes, invoices: invoices.map((invoice) => numbered.get(invoice.id) ?? invoice) };
}
