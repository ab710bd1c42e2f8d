/** Addresses of pictures that Innkeep stores itself (docs/rules.md, 5.10). */

type PicturePath = { teamSlug: string; hash: string };

const MEDIA_FOLDER = '/media/';
const PICTURE_PATH_PATTERN = /^\/media\/([a-z0-9-]{1,63})\/([0-9a-f]{32})\.webp$/;

/** As it is stored and exported. An answer puts the service's address before it. */
export const buildPicturePath = ({ teamSlug, hash }: PicturePath): string =>
  `${MEDIA_FOLDER}${teamSlug}/${hash}.webp`;

export function parsePicturePath(path: string): PicturePath | null {
  const [, teamSlug, hash] = PICTURE_PATH_PATTERN.exec(path) ?? [];
  return teamSlug !== undefined && hash !== undefined ? { teamSlug, hash } : null;
}

/** Not a whole web address. */
export const isMediaPath = (address: string): boolean => address.startsWith(MEDIA_FOLDER);

/** As answers show it. */
export const toWholeAddress = (address: string | null, baseUrl: string): string | null =>
  address !== null && isMediaPath(address) ? baseUrl + address : address;

/**
 * Null unless the address is one of this service and of a picture. The service's base URL may have a path of
 * its own.
 */
export function findPicturePath(address: string, baseUrls: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  for (const base of baseUrls.map((baseUrl) => new URL(baseUrl))) {
    if (base.host !== url.host) continue;
    const prefix = base.pathname.replace(/\/$/, '');
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname;
    if (parsePicturePath(path)) return path;
  }
  return null;
}
