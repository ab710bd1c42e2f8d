/** Innkeep fills in some parts of the example booking site when it serves the page. */

import type { PageOfRows } from '../../../domain/page.ts';
import { toWholeAddress } from '../../../domain/text/picture-address.ts';
import { chooseText, type LanguageChoice } from '../../../domain/translations.ts';
import { presentName } from '../../../schemas/price.ts';
import type { StayOptions } from '../../../services/availability/stay-options.ts';
import type { SiteListing } from '../../../services/listings.ts';
import type { TeamSettings } from '../../../services/team/settings.ts';
import { escapeHtml, type Html, html } from '../../../web/views/html.ts';
import { listAlternates, type PageLanguage } from './page-language.ts';
import { findPhotoAddress, listInOrder } from './photo-address.ts';
import { nameSiteScript } from './scripts.ts';
import { renderStructuredData, type StructuredData } from './structured-data.ts';
import { describePlaces } from './without-script.ts';

/** What messengers and other sites show for a shared link. */
export type LinkPreview = { title: string; description: string; image: string | null };

type PageValues = {
  /** Null if the team is unknown. */
  teamName: string | null;
  teamSlug: string;
  listingSlug: string | undefined;
  preview: LinkPreview | null;
  /** Null if the page shows no place. */
  options: StayOptions | null;
  /** The content without JavaScript, or null to show a notice instead. */
  plain: Html | null;
  /** Guests can ask for an email with the link to their booking. The installation must send emails. */
  sendsLinks: boolean;
  /** In the addresses of the page's files: a hash of their content. */
  filesFolder: string;
  language: PageLanguage;
  /** The public address of the page, without a query. Null for one that is not for search engines. */
  address: string | null;
  /** Below the team's name. */
  siteSentence: string | null;
  /** Null if the page shows no team. */
  look: TeamLook | null;
  /** For search engines. */
  data: StructuredData | null;
};

type TeamLook = Pick<TeamSettings, 'iconUrl' | 'touchIconUrl' | 'siteColor'>;

const MAX_DESCRIPTION_LENGTH = 200;
/** French has spaces at which no line breaks, and they stay. */
const BLANKS = /[^\S\u00a0\u202f]+/g;

/** `baseUrl` is the public address of the service. */
export const buildListingPreview = (
  teamName: string,
  listing: SiteListing,
  baseUrl: string,
): LinkPreview => ({
  title: `${listing.publicTitle} · ${teamName}`,
  description: shortenText(listing.headline ?? listing.description ?? ''),
  image: findPicture(listing, baseUrl),
});

/** With the cover, or else the picture of the first place. */
export const buildListPreview = (
  { name, siteSentence, coverMediumUrl }: Pick<TeamSettings, 'name' | 'siteSentence' | 'coverMediumUrl'>,
  places: PageOfRows<SiteListing>,
  { language, baseUrl }: { language: PageLanguage; baseUrl: string },
): LinkPreview => ({
  title: name,
  description: shortenText(siteSentence ?? (places.total === 0 ? '' : describePlaces(places, language))),
  image:
    toWholeAddress(coverMediumUrl, baseUrl) ?? (places.rows[0] ? findPicture(places.rows[0], baseUrl) : null),
});

const findPicture = ({ photos }: SiteListing, baseUrl: string): string | null =>
  findPhotoAddress(listInOrder(photos)[0], baseUrl);

function shortenText(text: string): string {
  const line = text.replaceAll(BLANKS, ' ').trim();
  if (line.length <= MAX_DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, line.lastIndexOf(' ', MAX_DESCRIPTION_LENGTH))} …`;
}

/**
 * As JSON for the page's script, because the public API does not have it. Empty if the place has no limits,
 * pets and extras.
 */
function presentOptions(
  { maxChildren, maxInfants, maxPets, extras }: StayOptions,
  choice: LanguageChoice,
): string {
  if (maxChildren === null && maxInfants === null && maxPets === 0 && extras.length === 0) return '';
  return JSON.stringify({
    max_children: maxChildren,
    max_infants: maxInfants,
    max_pets: maxPets,
    extras: extras.map(({ code, name, translations, basis, amountCents, maxQuantity }) => ({
      code,
      ...presentName(chooseText(name, translations ?? null, 'name', choice), choice),
      basis,
      amount: amountCents,
      max_quantity: maxQuantity,
    })),
  });
}

/** `root` leads to the service. */
function renderHead({ look, data, language, address }: PageValues, root: string): string {
  const { iconUrl = null, touchIconUrl = null, siteColor = null } = look ?? {};
  const lines = [
    iconUrl === null
      ? '<link rel="icon" href="data:,">'
      : `<link rel="icon" type="image/png" sizes="32x32" href="${root}${escapeHtml(iconUrl)}">`,
    touchIconUrl === null
      ? ''
      : `<link rel="apple-touch-icon" sizes="180x180" href="${root}${escapeHtml(touchIconUrl)}">`,
    siteColor === null ? '' : `<meta name="theme-color" content="${escapeHtml(siteColor)}">`,
    ...(address === null ? [] : listAlternates(language.others, escapeHtml(address))).map(
      (page) => `<link rel="alternate" hreflang="${page.language}" href="${page.address}">`,
    ),
    data === null ? '' : renderStructuredData(data),
  ];
  return lines.filter((line) => line !== '').join('\n    ');
}

/** Addresses in the page are relative, so that it also works behind a proxy that adds a path. */
export function fillInPage(page: string, values: PageValues): string {
  const { teamName, teamSlug, listingSlug, preview, options, plain, sendsLinks, filesFolder, language } =
    values;
  const { frame, plain: withoutScript } = language.site;
  const up = listingSlug ? '../' : '';
  const title = preview?.title ?? teamName ?? frame.name;
  const attributes: Record<string, string> = {
    'name="innkeep-api"': `${up}..`,
    'name="innkeep-team"': teamSlug,
    'name="innkeep-name"': teamName ?? '',
    'name="innkeep-sentence"': values.siteSentence ?? '',
    'name="innkeep-color"': values.look?.siteColor ?? '',
    'name="innkeep-base"': `${up}${encodeURIComponent(teamSlug)}`,
    'name="innkeep-options"': options ? presentOptions(options, language.choice) : '',
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
      .replace('<link rel="icon" href="data:,">', () => renderHead(values, `${up}..`))
      // Other sites use the page's own title and text for parts of a link preview that are left out.
      .replaceAll(
        / *<meta (?:name="(?:innkeep-(?:options|sends-links|sentence|color|map)|description)"|property="og:\w+") content="">\n/g,
        '',
      )
      .replace('<html lang="en">', () => `<html lang="${language.code}">`)
      .replace('<title>Places to stay</title>', () => `<title>${escapeHtml(title)}</title>`)
      .replace('>Places to stay</a>', () => `>${escapeHtml(teamName ?? frame.name)}</a>`)
      .replace('>Skip to the content</a>', () => `>${escapeHtml(frame.skip)}</a>`)
      .replace(/(?<=<p>)Prices and free dates.*(?=<\/p>)/, () => escapeHtml(frame.live))
      .replace('src="booking-site.js"', () => `src="${nameSiteScript(language.code)}"`)
      .replaceAll(/(href|src)="([a-z-]+\.(?:js|css))"/g, `$1="${up}-/${filesFolder}/$2"`)
      // A team's own texts come last, because they may look like a part to fill in.
      .replace(/(?<=<noscript>).*(?=<\/noscript>)/, () =>
        (plain ?? html`<p class="notice">${withoutScript.noScript}</p>`).toString(),
      )
  );
}
