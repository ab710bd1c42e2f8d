/** A team's rules for messages, its own texts, and the addresses to which it sends nothing. */
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import { prepareQuery } from '../../../../db/prepared.ts';
import { upsertRows } from '../../../../db/queries/bulk.ts';
import { loadPage } from '../../../../db/queries/paging.ts';
import { firstRow, matches, placeholders } from '../../../../db/queries/statements.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import type { LanguageCode } from '../../../../domain/languages/languages.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import type { GuestMailKind } from '../../../../domain/vocabulary.ts';
import { mailRules, mailSuppressions, mailTexts } from '../schema/settings.ts';

export type MailRuleRecord = typeof mailRules.$inferSelect;
export type MailTextRecord = typeof mailTexts.$inferSelect;
export type MailSuppressionRecord = typeof mailSuppressions.$inferSelect;

export const listStoredMailRules = (db: Executor, teamId: number): Promise<MailRuleRecord[]> =>
  db.select().from(mailRules).where(eq(mailRules.teamId, teamId)).orderBy(asc(mailRules.kind));

const selectMailedStays = (db: Executor, condition: SQL | undefined) =>
  db
    .select({ id: bookings.id, source: bookings.source, listingId: bookings.listingId, rule: mailRules })
    .from(bookings)
    .leftJoin(mailRules, eq(mailRules.teamId, bookings.teamId))
    .where(condition);

const selectMailedStay = prepareQuery((db) =>
  selectMailedStays(db, matches(bookings, placeholders('teamId', 'id'))),
);

/** What decides whether bookings get messages: source, listing, and the rules that their team has stored. */
export async function listMailedStays(db: Executor, teamId: number, bookingIds: readonly string[]) {
  const [id] = bookingIds;
  const rows =
    bookingIds.length === 1
      ? await selectMailedStay(db, { teamId, id })
      : await selectMailedStays(db, matches(bookings, { teamId, id: bookingIds }));
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofBooking) => {
    const [first] = ofBooking;
    return first ? [{ ...first, rules: ofBooking.flatMap(({ rule }) => rule ?? []) }] : [];
  });
}

export const upsertMailRules = (tx: Transaction, rules: readonly MailRuleRecord[]) =>
  upsertRows(tx, mailRules, rules);

export const listStoredMailTexts = (
  db: Executor,
  teamId: number,
  kind?: GuestMailKind,
): Promise<MailTextRecord[]> =>
  db
    .select()
    .from(mailTexts)
    .where(and(matches(mailTexts, { teamId }), kind && eq(mailTexts.kind, kind)))
    .orderBy(asc(mailTexts.kind), asc(mailTexts.language));

export type MailTextKey = { kind: GuestMailKind; language: LanguageCode };

export const findStoredMailText = (db: Executor, teamId: number, key: MailTextKey) =>
  firstRow(
    db
      .select()
      .from(mailTexts)
      .where(matches(mailTexts, { teamId, ...key })),
  );

export const upsertMailTexts = (tx: Transaction, texts: readonly MailTextRecord[]) =>
  upsertRows(tx, mailTexts, texts);

export const deleteMailTextRow = (tx: Transaction, teamId: number, key: MailTextKey) =>
  tx.delete(mailTexts).where(matches(mailTexts, { teamId, ...key }));

/** Newest first. */
export function listMailSuppressions(db: Executor, teamId: number, page: PageRequest) {
  const ofTeam = eq(mailSuppressions.teamId, teamId);
  const rows = db
    .select()
    .from(mailSuppressions)
    .where(ofTeam)
    .orderBy(desc(mailSuppressions.createdAt), desc(mailSuppressions.id));
  return loadPage(db.$count(mailSuppressions, ofTeam), rows, page);
}

export const listAllMailSuppressions = (db: Executor, teamId: number): Promise<MailSuppressionRecord[]> =>
  db
    .select()
    .from(mailSuppressions)
    .where(eq(mailSuppressions.teamId, teamId))
    .orderBy(asc(mailSuppressions.emailKey));

export const countMailSuppressions = (tx: Transaction, teamId: number): Promise<number> =>
  tx.$count(mailSuppressions, eq(mailSuppressions.teamId, teamId));

export const findMailSuppression = (db: Executor, teamId: number, emailKey: string) =>
  firstRow(db.select().from(mailSuppressions).where(matches(mailSuppressions, { teamId, emailKey })));

/** In lower case. */
export async function listSuppressedKeys(db: Executor, teamId: number, emailKeys: readonly string[]) {
  const rows = await db
    .select({ emailKey: mailSuppressions.emailKey })
    .from(mailSuppressions)
    .where(matches(mailSuppressions, { teamId, emailKey: emailKeys }));
  return new Set(rows.map(({ emailKey }) => emailKey));
}

export const upsertMailSuppressions = (tx: Transaction, rows: readonly MailSuppressionRecord[]) =>
  upsertRows(tx, mailSuppressions, rows);

/** Returns false if there is none with that id. */
export async function deleteMailSuppressionRow(tx: Transaction, teamId: number, id: string) {
  const { rowCount } = await tx.delete(mailSuppressions).where(matches(mailSuppressions, { teamId, id }));
  return (rowCount ?? 0) > 0;
}
