/** Parts of answers, as they are declared. */
import type { photos } from '../../src/db/schema/listings.ts';

/** A stored photo, as a booking site shows it. */
export const sitePhotoBody = (photo: typeof photos.$inferSelect) => ({
  id: photo.id,
  is_featured: photo.isFeatured,
  sort_order: photo.sortOrder,
  width: photo.width,
  height: photo.height,
  thumbnail_url: photo.thumbnailUrl,
  medium_url: photo.mediumUrl,
  original_url: photo.originalUrl,
});

/** A stored photo, as its team sees it. */
export const photoBody = (photo: typeof photos.$inferSelect) => ({
  ...sitePhotoBody(photo),
  caption: photo.caption,
  translations: photo.translations ?? {},
});

type Envelope = { current_page: number; last_page: number; per_page: number; total: number };

/** Everything of a page but its data. There are so few pages that all of their numbers are shown. */
export function envelopeBody(url: (page: number) => string, { current_page: page, ...meta }: Envelope) {
  const [prev, next] = [page > 1 ? url(page - 1) : null, page < meta.last_page ? url(page + 1) : null];
  const numbers = Array.from({ length: meta.last_page }, (_, index) => index + 1);
  return {
    links: { first: url(1), prev, next, last: url(meta.last_page) },
    meta: {
      ...meta,
      current_page: page,
      from: meta.total === 0 ? null : (page - 1) * meta.per_page + 1,
      to: meta.total === 0 ? null : Math.min(page * meta.per_page, meta.total),
      links: [
        { url: prev, label: 'Previous', active: false },
        ...numbers.map((number) => ({ url: url(number), label: `${number}`, active: number === page })),
        { url: next, label: 'Next', active: false },
      ],
      path: url(page).split('?')[0],
    },
  };
}
