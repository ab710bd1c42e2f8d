import { and, eq, or } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { photos } from '../../schema/listings.ts';
import { isAnyOf } from '../statements.ts';

export async function listUsedPhotoAddresses(
  tx: Transaction,
  teamId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const columns = { a: photos.originalUrl, b: photos.mediumUrl, c: photos.thumbnailUrl };
  const rows = await tx
    .select(columns)
    .from(photos)
    .where(
      and(
        eq(photos.teamId, teamId),
        or(...Object.values(columns).map((column) => isAnyOf(column, addresses))),
      ),
    );
  return new Set(rows.flatMap((row) => Object.values(row)).filter((address) => address !== null));
}
