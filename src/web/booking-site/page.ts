/** The HTML of the example booking page, with the parts that Innkeep fills in when it serves the page. */

import type { SiteListing } from '../../services/listings.ts';
import { escaped } from '../views/html.ts';

/** The page's title, description and picture, which messengers and other sites show for a shared link. */
export type Preview = { title: string; description: string; image: string | null };

type PageValues = {
  /** Null if the team is unknown. */
  teamName: string | null;
  teamSlug: string;
  listingSlug: string | undefined;
  preview: Preview | null;
  /** The name of the folder with the page's files. */
  filesFolder: string;
};

const MAX_DESCRIPTION_LENGTH = 200;

/** The preview of one place. */
export const previewOfListing = (teamName: string, listing: SiteListing): Preview => ({
  title: `${listing.publicTitle} · ${teamName}`,
  description: shorten(listing.headline ?? listing.description ?? ''),
  image: pictureOf(listing),
});

/** The preview of a team's list, with the picture of its first place. */
export const previewOfList = (teamName: string, places: number, first: SiteListing | undefined): Preview => ({
  title: teamName,
  description:
    places === 0
      ? ''
      : `${places} ${places === 1 ? 'place' : 'places'} to stay, with every free date and the full price.`,
  image: first ? pictureOf(first) : null,
});

function pictureOf({ photos }: SiteListing): string | null {
  const photo = photos.find(({ isFeatured }) => isFeatured) ?? photos[0];
  const addresses = photo ? [photo.mediumUrl, photo.originalUrl, photo.thumbnailUrl] : [];
  return addresses.find((address) => /^https?:$/.test(URL.parse(address ?? '')?.protocol ?? '')) ?? null;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, line.lastIndexOf(' ', MAX_DESCRIPTION_LENGTH))} …`;
}

/** All addresses are relative, so the page also works behind a proxy that adds a path before it. */
export function fillIn(page: string, values: PageValues): string {
  const { teamName, teamSlug, listingSlug, preview, filesFolder } = values;
  const up = listingSlug ? '../' : '';
  const title = preview?.title ?? teamName ?? 'Places to stay';
  const attributes: Record<string, string> = {
    'name="innkeep-api"': `${up}..`,
    'name="innkeep-team"': teamSlug,
    'name="innkeep-name"': teamName ?? '',
    'name="innkeep-base"': `${up}${encodeURIComponent(teamSlug)}`,
    'name="description"': preview?.description ?? '',
    'property="og:title"': title,
    'property="og:description"': preview?.description ?? '',
    'property="og:image"': preview?.image ?? '',
    'property="og:site_name"': teamName ?? '',
  };
  const withAttributes = Object.entries(attributes).reduce(
    (text, [name, value]) =>
      text.replace(`<meta ${name} content="">`, () => `<meta ${name} content="${escaped(value)}">`),
    page,
  );
  return (
    withAttributes
      // If these tags are missing, other sites look for a description and picture themselves.
      .replaceAll(/ *<meta (?:name="description"|property="og:\w+") content="">\n/g, '')
      .replace('<title>Places to stay</title>', () => `<title>${escaped(title)}</title>`)
      .replace('>Places to stay</a>', () => `>${escaped(teamName ?? 'Places to stay')}</a>`)
      .replaceAll(/(href|src)="([a-z-]+\.(?:js|css))"/g, `$1="${up}-/${filesFolder}/$2"`)
  );
}
