import { dateInZone } from '../../../domain/dates/dates.ts';
import type { InvoiceIssuer } from '../../../domain/folio/invoice-document.ts';
import { fillPrefix, findNextInvoiceNumber } from '../../../domain/folio/numbering.ts';

export const numberInBooking = (
  { confirmationCode }: { readonly confirmationCode: string },
  numbers: readonly (string | null)[],
  { prefix, teamTimezone }: Pick<InvoiceIssuer, 'prefix' | 'teamTimezone'>,
  now: Date,
): string =>
  findNextInvoiceNumber(confirmationCode, numbers, fillPrefix(prefix, findYear(teamTimezone, now)));

const findYear = (timezone: string, now: Date): string => dateInZone(timezone, now).slice(0, 4);
