import { toWholeAddress } from '../../../domain/text/picture-address.ts';
import type { SiteListing } from '../../../services/listings.ts';

type Photo = SiteListing['photos'][number];

/** The featured photo first. */
export const listInOrder = (photos: readonly Photo[]): Photo[] =>
  [...photos].sort((a, b) => Number(b.isFeatured) - Number(a.isFeatured));

/** As browsers and messengers may load it, or null. `baseUrl` is the public address of the service. */
export function findPhotoAddress(photo: Photo | undefined, baseUrl: string): string | null {
  const stored = photo ? [photo.mediumUrl, photo.originalUrl, photo.thumbnailUrl] : [];
  const addresses = stored.map((address) => toWholeAddress(address, baseUrl));
  return addresses.find((address) => /^https?:$/.test(URL.parse(address ?? '')?.protocol ?? '')) ?? null;
}
