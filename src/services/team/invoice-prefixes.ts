/** No two documents have the same consecutive number (docs/rules.md, 12.20). */
import type { Transaction } from '../../db/client.ts';
import { findHighestNumberLike } from '../../db/queries/teams/invoice-counters.ts';
import { buildNumberPattern, mayGiveSameNumber } from '../../domain/folio/numbering.ts';
import type { TeamSettings } from '../catalogue/team-row.ts';
import type { FieldMessages } from '../field-messages.ts';

type Prefixes = Pick<TeamSettings, 'invoicePrefix' | 'creditNotePrefix'>;

export const haveConfusablePrefixes = ({ invoicePrefix, creditNotePrefix }: Prefixes): boolean =>
  creditNotePrefix !== null && mayGiveSameNumber(invoicePrefix, creditNotePrefix);

/** An invoice and a credit note must not have the same number, in any year. */
export function findPrefixMessages(
  change: { [Column in keyof Prefixes]?: Prefixes[Column] | undefined },
  after: Prefixes,
): FieldMessages {
  const isGiven = change.invoicePrefix !== undefined || change.creditNotePrefix !== undefined;
  if (!isGiven || !haveConfusablePrefixes(after)) return {};
  const [field, other] =
    change.creditNotePrefix === undefined
      ? ['invoice_prefix', 'credit note prefix']
      : ['credit_note_prefix', 'invoice prefix'];
  return { [field]: [{ code: 'contradicts', predicate: `must not give the numbers of the ${other}.` }] };
}

export const GIVES_NUMBERS_AGAIN = 'must not give numbers that documents of the team have already';

/**
 * The prefixes with which the next numbers would reach one that a document has. The counters must be locked.
 */
export async function listPrefixesOfTakenNumbers(
  tx: Transaction,
  team: Pick<
    TeamSettings,
    | 'id'
    | 'invoiceNumbering'
    | 'invoicePrefix'
    | 'creditNotePrefix'
    | 'invoiceNextNumber'
    | 'creditNoteNextNumber'
  >,
): Promise<('invoice_prefix' | 'credit_note_prefix')[]> {
  if (team.invoiceNumbering !== 'consecutive') return [];
  const isReached = async (prefix: string | null, next: number) =>
    (await findHighestNumberLike(tx, team.id, buildNumberPattern(prefix))) >= next;
  return [
    ...((await isReached(team.invoicePrefix, team.invoiceNextNumber)) ? (['invoice_prefix'] as const) : []),
    ...(team.creditNotePrefix !== null && (await isReached(team.creditNotePrefix, team.creditNoteNextNumber))
      ? (['credit_note_prefix'] as const)
      : []),
  ];
}
