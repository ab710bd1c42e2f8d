/** The addresses of the pictures that Innkeep stores itself (docs/rules.md, 5.10). */

type PicturePath = { teamSlug: string; hash: string };

const MEDIA_FOLDER = '/media/';
const PICTURE_PATH_PATTERN = /^\/media\/([a-z0-9-]{1,63})\/([0-9a-f]{32})\.webp$/;

/**
 * The address under which a picture is stored and exported, before which an answer puts the service's
 * address.
 */
export const buildPicturePath = ({ teamSlug, hash }: PicturePath): string =>
  `${MEDIA_FOLDER}${teamSlug}/${hash}.webp`;

export function parsePicturePath(path: string): PicturePath | null {
  const [, teamSlug, hash] = PICTURE_PATH_PATTERN.exec(path) ?? [];
  return teamSlug !== undefined && hash !== undefined ? { teamSlug, hash } : null;
}

/** Whether a photo's stored address is a path on this service, and not a whole web address. */
export const isMediaPath = (address: string): boolean => address.startsWith(MEDIA_FOLDER);

/** A stored picture's address as answers show it, with the service's address before its path. */
export const toWholeAddress = (address: string | null, baseUrl: string): string | null =>
  address !== null && isMediaPath(address) ? baseUrl + address : address;

/**
 * The path of a picture in an address, if the address is one of this service and of a picture, else null. The
 * service's base URL may have a path of its own.
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
