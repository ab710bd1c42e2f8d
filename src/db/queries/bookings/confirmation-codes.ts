/**
 * Finds bookings by their confirmation codes, which people may type in upper or lower case (docs/rules.md,
 * 9.6).
 */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { listWrittenForms } from '../../../domain/text/text.ts';
import type { Executor } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { isAnyOf } from '../statements.ts';

/**
 * The largest number of bookings that one typed code may find, far more than codes of one team differ in case
 * alone.
 */
const MAX_CODES_FOUND = 100;

/** Lower case by PostgreSQL's `lower` with the columns' collation "C", which is the same in every database. */
const toAsciiLowerCase = (text: string) => text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** The lower-case forms under which a typed confirmation code may be stored. */
const listLowerCodes = (typed: string): string[] => {
  const forms = listWrittenForms(typed).flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
  return [...new Set(forms.map(toAsciiLowerCase))];
};

const isCodeInAnyCase = (teamId: number, typed: string): SQL | undefined =>
  and(eq(bookings.teamId, teamId), isAnyOf(sql`lower(${bookings.confirmationCode})`, listLowerCodes(typed)));

/**
 * The stored confirmation codes that a typed code means: the one spelled exactly like it, or else those that
 * differ from it in case alone.
 */
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
