/** Numbers of invoices (docs/rules.md, 12.8 and 12.20). */
import type { InvoiceKind, InvoiceSeries, InvoiceStatus } from '../vocabulary.ts';

const YEAR = '{year}';

export const fillPrefix = (prefix: string | null, year: string): string =>
  (prefix ?? '').replaceAll(YEAR, year);

/** Such as `A1` before 1 and `A` before 11. */
export function mayGiveSameNumber(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return longer.startsWith(shorter) && /^[0-9]*$/.test(longer.slice(shorter.length));
}

/** Neither issued nor paid yet, without a number (docs/rules.md, 12.20). */
export const isDraft = ({ issuedAt }: { issuedAt: Date | null }): boolean => issuedAt === null;

/** A draft that is voided disappears. */
export const isGone = (invoice: { issuedAt: Date | null; status: InvoiceStatus }): boolean =>
  isDraft(invoice) && invoice.status === 'void';

export const chooseSeries = (kind: InvoiceKind, creditNotePrefix: string | null): InvoiceSeries =>
  kind === 'credit_note' && creditNotePrefix !== null ? 'credit_notes' : 'invoices';

/**
 * The prefix, the confirmation code, and `-1`, `-2` and so on. Counts on even if earlier invoices have
 * another prefix.
 */
export function findNextInvoiceNumber(
  confirmationCode: string,
  numbers: readonly (string | null)[],
  prefix = '',
): string {
  const stem = `${confirmationCode}-`;
  const used = numbers.map((number) => {
    const count = number === null ? undefined : /[0-9]{1,9}$/.exec(number)?.[0];
    return number !== null && count !== undefined && number.slice(0, -count.length).endsWith(stem)
      ? Number(count)
      : 0;
  });
  return `${prefix}${stem}${Math.max(0, ...used) + 1}`;
}
