import { wholeTeam } from '../../db/limited.ts';
import { listUsedPictureAddresses } from '../../db/queries/listings/picture-addresses.ts';
import { parsePicturePath } from '../../domain/text/picture-address.ts';
import type { WriteScope } from '../team-scope.ts';

/**
 * Removes the stored pictures at these addresses that neither a photo nor the team has any more. The caller holds the
 * team's lock, and has written what refers to others now.
 */
export async function releasePictures(
  { tx, teamId, pictures }: Pick<WriteScope, 'tx' | 'teamId' | 'pictures'>,
  addresses: readonly (string | null)[],
): Promise<void> {
  const hashByPath = new Map(
    addresses.flatMap((address) => {
      const hash = parsePicturePath(address ?? '')?.hash;
      return address !== null && hash !== undefined ? [[address, hash] as const] : [];
    }),
  );
  if (hashByPath.size === 0) return;
  const used = await listUsedPictureAddresses(wholeTeam(tx), teamId, [...hashByPath.keys()]);
  const unused = [...hashByPath].flatMap(([path, hash]) => (used.has(path) ? [] : [hash]));
  await pictures.remove(tx, teamId, unused);
}
