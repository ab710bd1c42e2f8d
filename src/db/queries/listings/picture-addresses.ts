import { and, eq, or } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { photos } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { isAnyOf } from '../statements.ts';

const OF_PHOTOS = { a: photos.originalUrl, b: photos.mediumUrl, c: photos.thumbnailUrl };
const OF_TEAMS = {
  a: teams.logoUrl,
  b: teams.iconUrl,
  c: teams.touchIconUrl,
  d: teams.coverUrl,
  e: teams.coverMediumUrl,
  f: teams.coverThumbnailUrl,
};

/** Of the addresses, those that a photo of the team has, or the team itself. */
export async function listUsedPictureAddresses(
  tx: Transaction,
  teamId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const isOneOf = (columns: typeof OF_PHOTOS | typeof OF_TEAMS) =>
    or(...Object.values(columns).map((column) => isAnyOf(column, addresses)));
  const ofPhotos = await tx
    .select(OF_PHOTOS)
    .from(photos)
    .where(and(eq(photos.teamId, teamId), isOneOf(OF_PHOTOS)));
  const ofTeam = await tx
    .select(OF_TEAMS)
    .from(teams)
    .where(and(eq(teams.id, teamId), isOneOf(OF_TEAMS)));
  const named = [...ofPhotos, ...ofTeam].flatMap((row) => Object.values(row));
  return new Set(named.filter((address) => address !== null));
}
