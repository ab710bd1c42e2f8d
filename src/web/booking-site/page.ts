/** The HTML of the example booking page, with the parts that Innkeep fills in when it serves the page. */

import type { PageOfRows } from '../../domain/page.ts';
import { toWholeAddress } from '../../domain/picture-address.ts';
import type { StayOptions } from '../../services/availability/stay-options.ts';
import type { SiteListing } from '../../services/listings.ts';
import { escapeHtml, type Html } from '../views/html.ts';
import { describePlaces } from './without-script.ts';

/**
 * The booking page's title, description and picture, which messengers and other sites show for a shared link.
 */
export type LinkPreview = { title: string; description: string; image: string | null };

type PageValues = {
  /** The team's name, or null if the team is unknown. */
  teamName: string | null;
  teamSlug: string;
  listingSlug: string | undefined;
  preview: LinkPreview | null;
  /** The choices of the place that the page shows, or null if the page shows no place. */
  options: StayOptions | null;
  /** The content of the booking page without JavaScript, or null if there is none. */
  plain: Html | null;
  /** Whether guests can have the link to their booking sent. */
  sendsLinks: boolean;
  /** The name of the folder with the booking page's files. */
  filesFolder: string;
};

const MAX_DESCRIPTION_LENGTH = 200;

/** The preview of one place for shared links, where `baseUrl` is the service's address. */
export const buildListingPreview = (
  teamName: string,
  listing: SiteListing,
  baseUrl: string,
): LinkPreview => ({
  title: `${listing.publicTitle} · ${teamName}`,
  description: shortenText(listing.headline ?? listing.description ?? ''),
  image: findPicture(listing, baseUrl),
});

/** The preview of a team's list for shared links, with a sentence and the picture of its first place. */
export const buildListPreview = (
  teamName: string,
  places: PageOfRows<SiteListing>,
  baseUrl: string,
): LinkPreview => ({
  title: teamName,
  description: places.total === 0 ? '' : describePlaces(places),
  image: places.rows[0] ? findPicture(places.rows[0], baseUrl) : null,
});

function findPicture({ photos }: SiteListing, baseUrl: string): string | null {
  const photo = photos.find(({ isFeatured }) => isFeatured) ?? photos[0];
  const stored = photo ? [photo.mediumUrl, photo.originalUrl, photo.thumbnailUrl] : [];
  const addresses = stored.map((address) => toWholeAddress(address, baseUrl));
  return addresses.find((address) => /^https?:$/.test(URL.parse(address ?? '')?.protocol ?? '')) ?? null;
}

function shortenText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, line.lastIndexOf(' ', MAX_DESCRIPTION_LENGTH))} …`;
}

/**
 * The limits of a party and the extras, which no public endpoint gives: a public listing has the fields of
 * the specification alone. Empty if the place has no limits, pets and extras.
 */
function presentOptions({ maxChildren, maxInfants, maxPets, extras }: StayOptions): string {
  if (maxChildren === null && maxInfants === null && maxPets === 0 && extras.length === 0) return '';
  return JSON.stringify({
    max_children: maxChildren,
    max_infants: maxInfants,
    max_pets: maxPets,
    extras: extras.map(({ code, name, basis, amountCents, maxQuantity }) => ({
      code,
      name,
      basis,
      amount: amountCents,
      max_quantity: maxQuantity,
    })),
  });
}

/**
 * All addresses in the booking page are relative, so the page also works behind a proxy that adds a path
 * before it.
 */
export function fillInPage(page: string, values: PageValues): string {
  const { teamName, teamSlug, listingSlug, preview, options, plain, sendsLinks, filesFolder } = values;
  const up = listingSlug ? '../' : '';
  const title = preview?.title ?? teamName ?? 'Places to stay';
  const attributes: Record<string, string> = {
    'name="innkeep-api"': `${up}..`,
    'name="innkeep-team"': teamSlug,
    'name="innkeep-name"': teamName ?? '',
    'name="innkeep-base"': `${up}${encodeURIComponent(teamSlug)}`,
    'name="innkeep-options"': options ? presentOptions(options) : '',
    'name="innkeep-sends-links"': sendsLinks ? 'yes' : '',
    'name="description"': preview?.description ?? '',
    'property="og:title"': title,
    'property="og:description"': preview?.description ?? '',
    'property="og:image"': preview?.image ?? '',
    'property="og:site_name"': teamName ?? '',
  };
  const withAttributes = Object.entries(attributes).reduce(
    (text, [name, value]) =>
      text.replace(`<meta ${name} content="">`, () => `<meta ${name} content="${escapeHtml(value)}">`),
    page,
  );
  return (
    withAttributes
      // Missing parts of a preview are found by other sites themselves.
      .replaceAll(
        / *<meta (?:name="(?:innkeep-(?:options|sends-links)|description)"|property="og:\w+") content="">\n/g,
        '',
      )
      .replace('<title>Places to stay</title>', () => `<title>${escapeHtml(title)}</title>`)
      .replace('>Places to stay</a>', () => `>${escapeHtml(teamName ?? 'Places to stay')}</a>`)
      .replaceAll(/(href|src)="([a-z-]+\.(?:js|css))"/g, `$1="${up}-/${filesFolder}/$2"`)
      // The texts of a team are filled in last, because they may contain anything.
      .replace(/(?<=<noscript>).*(?=<\/noscript>)/, (notice) => plain?.toString() ?? notice)
  );
}
