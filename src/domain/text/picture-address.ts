/** Addresses of pictures that Innkeep stores itself (docs/rules.md, 5.10). */

/** Icons are PNG, because not every device takes another format for them. */
export const PICTURE_FORMATS = ['webp', 'png'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

type PicturePath = { teamSlug: string; hash: string; format: PictureFormat };

export const MEDIA_FOLDER = '/media/';
const PICTURE_PATH_PATTERN = /^\/media\/([a-z0-9-]{1,63})\/([0-9a-f]{32})\.([a-z]{3,4})$/;

/** As it is stored and exported. An answer puts the service's address before it. */
export const buildPicturePath = ({ teamSlug, hash, format }: PicturePath): string =>
  `${MEDIA_FOLDER}${teamSlug}/${hash}.${format}`;

export function parsePicturePath(path: string): PicturePath | null {
  const [, teamSlug, hash, extension] = PICTURE_PATH_PATTERN.exec(path) ?? [];
  const format = PICTURE_FORMATS.find((one) => one === extension);
  return teamSlug !== undefined && hash !== undefined && format ? { teamSlug, hash, format } : null;
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
