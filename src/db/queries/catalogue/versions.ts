import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { catalogueVersions } from '../../schema/catalogue-versions.ts';

/**
 * Every write to a listing, unit, season, charge or the team's settings calls this in its transaction, so
 * nobody sees the new contents under the old version. The team is already locked, so writers never wait for
 * each other here.
 */
export async function raiseCatalogueVersion(tx: Transaction, teamId: number): Promise<void> {
  await tx
    .insert(catalogueVersions)
    .values({ teamId, version: randomUUID() })
    .onConflictDoUpdate({ target: catalogueVersions.teamId, set: { version: sql`excluded.version` } });
}
