/** Numbers of invoices (docs/rules.md, 12.8 and 12.20). */
import type { InvoiceKind, InvoiceSeries, InvoiceStatus } from '../vocabulary.ts';

const YEAR = '{year}';

export const fillPrefix = (prefix: string | null, year: string): string =>
  (prefix ?? '').replaceAll(YEAR, year);

/** In place of each digit of a year. */
const OF_YEAR = '\0';
const isDigit = (character: string | undefined) => character === OF_YEAR || /^[0-9]$/.test(character ?? '');

/** Such as `A1` before 1 and `A` before 11, or `A{year}-` and `A2026-` in one year. */
export function mayGiveSameNumber(one: string | null, other: string | null): boolean {
  const written = [one, other].map((prefix) => [...fillPrefix(prefix, OF_YEAR.repeat(4))]);
  const [shorter = [], longer = []] = written.sort((a, b) => a.length - b.length);
  const maySay = (character: string, at: number) =>
    character === longer[at] ||
    ([character, longer[at]].includes(OF_YEAR) && isDigit(character) && isDigit(longer[at]));
  return shorter.every(maySay) && longer.slice(shorter.length).every(isDigit);
}

/** A regular expression for numbers behind a prefix, in any year, whose only group is the number. */
export const buildNumberPattern = (prefix: string | null): string => {
  const literally = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
  return `^${(prefix ?? '').split(YEAR).map(literally).join('[0-9]{4}')}([0-9]{1,15})$`;
};

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
