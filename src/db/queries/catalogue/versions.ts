import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { catalogueVersions } from '../../schema/catalogue-versions.ts';

/**
 * Gives a team's catalogue a new version. Every write to a listing, a unit, a season, a fee, a tax, a discount
 * or a team's settings calls this function in its transaction, so nobody ever sees what was written under the
 * version from before. The team is locked before, so writers never wait for each other here.
 */
export async function raiseCatalogueVersion(tx: Transaction, teamId: number): Promise<void> {
  await tx
    .insert(catalogueVersions)
    .values({ teamId, version: randomUUID() })
    .onConflictDoUpdate({ target: catalogueVersions.teamId, set: { version: sql`excluded.version` } });
}
