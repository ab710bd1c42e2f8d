/** People may type confirmation codes in upper or lower case (docs/rules.md, 9.6). */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { listWrittenForms } from '../../../domain/text/text.ts';
import type { Executor } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { isAnyOf } from '../statements.ts';

/** Far more than codes of one team differ in case alone. */
const MAX_CODES_FOUND = 100;

/** As PostgreSQL's `lower` with the collation "C", which is the same in every database. */
const toAsciiLowerCase = (text: string) => text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

const listLowerCodes = (typed: string): string[] => {
  const forms = listWrittenForms(typed).flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
  return [...new Set(forms.map(toAsciiLowerCase))];
};

const isCodeInAnyCase = (teamId: number, typed: string): SQL | undefined =>
  and(eq(bookings.teamId, teamId), isAnyOf(sql`lower(${bookings.confirmationCode})`, listLowerCodes(typed)));

/** The code spelled exactly like the typed one, or else those that differ from it in case alone. */
export async function findConfirmationCodes(db: Executor, teamId: number, typed: string): Promise<string[]> {
  const { confirmationCode } = bookings;
  const rows = await db
    .select({ code: confirmationCode })
    .from(bookings)
    .where(isCodeInAnyCase(teamId, typed))
    .orderBy(asc(confirmationCode))
    .limit(MAX_CODES_FOUND);
  const codes = rows.map(({ code }) => code);
  const exact = listWrittenForms(typed).find((form) => codes.includes(form));
  return exact === undefined ? codes : [exact];
}
