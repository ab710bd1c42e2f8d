/** The HTML of the example booking site, in which Innkeep fills in some parts when it serves the page. */

import type { PageOfRows } from '../../domain/page.ts';
import { toWholeAddress } from '../../domain/text/picture-address.ts';
import type { StayOptions } from '../../services/availability/stay-options.ts';
import type { SiteListing } from '../../services/listings.ts';
import type { TeamSettings } from '../../services/team/settings.ts';
import { escapeHtml, type Html } from '../views/html.ts';
import { describePlaces } from './without-script.ts';

/**
 * The title, description and picture that messengers and other sites show for a shared link to the booking
 * site.
 */
export type LinkPreview = { title: string; description: string; image: string | null };

type PageValues = {
  /** The team's name, or null if the team is unknown. */
  teamName: string | null;
  teamSlug: string;
  listingSlug: string | undefined;
  preview: LinkPreview | null;
  /**
   * The limits on guests and the extras of the place that the page shows, or null if the page shows no place.
   */
  options: StayOptions | null;
  /** The content of the booking page without JavaScript, or null to show a notice instead. */
  plain: Html | null;
  /**
   * Whether guests can ask for an email with the link to their booking, which needs an installation that
   * sends emails.
   */
  sendsLinks: boolean;
  /** The folder in the addresses of the page's files, named by a hash of their content. */
  filesFolder: string;
  /** The team's own sentence below its name, or null if it has none. */
  siteSentence: string | null;
};

const MAX_DESCRIPTION_LENGTH = 200;

/** Builds the link preview of one place. `baseUrl` is the public address of the service. */
export const buildListingPreview = (
  teamName: string,
  listing: SiteListing,
  baseUrl: string,
): LinkPreview => ({
  title: `${listing.publicTitle} · ${teamName}`,
  description: shortenText(listing.headline ?? listing.description ?? ''),
  image: findPicture(listing, baseUrl),
});

/** Builds the link preview of a team's list of places, with a sentence and the picture of the first place. */
export const buildListPreview = (
  { name, siteSentence }: Pick<TeamSettings, 'name' | 'siteSentence'>,
  places: PageOfRows<SiteListing>,
  baseUrl: string,
): LinkPreview => ({
  title: name,
  description: shortenText(siteSentence ?? (places.total === 0 ? '' : describePlaces(places))),
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
 * The limits on guests and the extras of a place as JSON for the page's script, because the public API does
 * not have them. Returns an empty text if the place has no limits, pets and extras.
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
 * All addresses in the booking page are relative, so that the page also works behind a proxy that adds a
 * path.
 */
export function fillInPage(page: string, values: PageValues): string {
  const { teamName, teamSlug, listingSlug, preview, options, plain, sendsLinks, filesFolder } = values;
  const up = listingSlug ? '../' : '';
  const title = preview?.title ?? teamName ?? 'Places to stay';
  const attributes: Record<string, string> = {
    'name="innkeep-api"': `${up}..`,
    'name="innkeep-team"': teamSlug,
    'name="innkeep-name"': teamName ?? '',
    'name="innkeep-sentence"': values.siteSentence ?? '',
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
      // Parts of a link preview that are null are left out, because other sites then use the page's own title
      // and text.
      .replaceAll(
        / *<meta (?:name="(?:innkeep-(?:options|sends-links|sentence)|description)"|property="og:\w+") content="">\n/g,
        '',
      )
      .replace('<title>Places to stay</title>', () => `<title>${escapeHtml(title)}</title>`)
      .replace('>Places to stay</a>', () => `>${escapeHtml(teamName ?? 'Places to stay')}</a>`)
      .replaceAll(/(href|src)="([a-z-]+\.(?:js|css))"/g, `$1="${up}-/${filesFolder}/$2"`)
      // A team's own texts are filled in last, because they may contain text that looks like a part to fill
      // in.
      .replace(/(?<=<noscript>).*(?=<\/noscript>)/, (notice) => plain?.toString() ?? notice)
  );
}
