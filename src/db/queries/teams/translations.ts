import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { LanguageCode } from '../../../domain/languages/languages.ts';
import type { Transaction } from '../../client.ts';
import { discounts, fees, taxes } from '../../schema/charges.ts';
import { listings, photos, seasons } from '../../schema/listings.ts';

type TranslatedTable = PgTable & { teamId: PgColumn; translations: PgColumn };

/** Of the team's places and charges, their terms included. The team's own row is not looked at. */
export async function isAnyTextTranslated(
  tx: Transaction,
  teamId: number,
  code: LanguageCode,
): Promise<boolean> {
  const hasText = (table: TranslatedTable, ...others: SQL[]) =>
    sql`exists (select 1 from ${table} where ${and(
      eq(table.teamId, teamId),
      or(sql`${table.translations} ? ${code}`, ...others),
    )})`;
  const isTranslated = or(
    hasText(listings, sql`${listings.cancellationPolicy} -> 'translations' ? ${code}`),
    ...[photos, seasons, fees, taxes, discounts].map((table) => hasText(table)),
  );
  const { rows } = await tx.execute<{ translated: boolean }>(sql`select ${isTranslated} as translated`);
  return rows[0]?.translated ?? false;
}
