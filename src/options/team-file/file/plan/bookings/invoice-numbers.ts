/** The next consecutive numbers never go back (docs/rules.md, 12.21). */
import type { Transaction } from '../../../../../db/client.ts';
import {
  findHighestSerialNumbers,
  type InvoiceCounters,
  lockInvoiceCounters,
  raiseInvoiceCounters,
} from '../../../../../db/queries/teams/invoice-counters.ts';
import type { TeamSettings } from '../../../../../services/catalogue/team-row.ts';
import {
  GIVES_NUMBERS_AGAIN,
  listPrefixesOfTakenNumbers,
} from '../../../../../services/team/invoice-prefixes.ts';
import type { ImportContext } from '../context.ts';

const FIELDS = {
  invoiceNextNumber: 'invoice_next_number',
  creditNoteNextNumber: 'credit_note_next_number',
} as const satisfies Record<keyof InvoiceCounters, string>;

export const keepHigherNumbers = (team: TeamSettings, stored: TeamSettings | undefined): TeamSettings => ({
  ...team,
  invoiceNextNumber: Math.max(team.invoiceNextNumber, stored?.invoiceNextNumber ?? 1),
  creditNoteNextNumber: Math.max(team.creditNoteNextNumber, stored?.creditNoteNextNumber ?? 1),
});

/**
 * To what the file says, and above all numbers of the team's invoices, some of which the file may have
 * brought. Says which number of the file is lower and was left.
 */
export async function storeInvoiceCounters(
  tx: Transaction,
  { teamId, team, file, notices, problems }: ImportContext,
): Promise<void> {
  const stored = await lockInvoiceCounters(tx, teamId);
  const highest = await findHighestSerialNumbers(tx, teamId);
  const next = {
    invoiceNextNumber: Math.max(team.invoiceNextNumber, stored.invoiceNextNumber, highest.invoices + 1),
    creditNoteNextNumber: Math.max(
      team.creditNoteNextNumber,
      stored.creditNoteNextNumber,
      highest.credit_notes + 1,
    ),
  };
  for (const column of Object.keys(FIELDS) as (keyof InvoiceCounters)[]) {
    const given = file.team.value[FIELDS[column]];
    if (given !== undefined && given < next[column])
      notices.push(
        `${file.team.place}: ${FIELDS[column]} was left at ${next[column]}, because no number is used twice`,
      );
  }
  const isRaised =
    next.invoiceNextNumber > stored.invoiceNextNumber ||
    next.creditNoteNextNumber > stored.creditNoteNextNumber;
  if (isRaised) await raiseInvoiceCounters(tx, teamId, next);
  for (const field of await listPrefixesOfTakenNumbers(tx, { ...team, id: teamId, ...next }))
    problems.add(file.team.place, `${field} ${GIVES_NUMBERS_AGAIN}`);
}
