import { completeContact } from '../../../domain/contact.ts';
import { type LanguageCode, languages } from '../../../domain/languages/languages.ts';
import { fill, fillPlural } from '../../../domain/languages/sentences.ts';
import type { PageOfRows } from '../../../domain/page.ts';
import type { SiteListing } from '../../../services/listings.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';
import { type Host, renderLang } from './host.ts';
import type { PageLanguage } from './page-language.ts';
import { findPhotoAddress, listInOrder } from './photo-address.ts';
import type { SitePlace } from './site-place.ts';

const MAX_CITIES_NAMED = 3;

/** Such as `3 places to stay in Lisbon and Ericeira, with every free date and the full price.` */
export function describePlaces(
  { rows, total: count }: PageOfRows<SiteListing>,
  { locale, site: { list } }: PageLanguage,
): string {
  const cities = [...new Set(rows.map(({ city }) => city).filter((city) => city !== null))];
  const named = cities.slice(0, MAX_CITIES_NAMED);
  if (named.length === 0) return fillPlural(locale, list.places, { count });
  if (named.length < cities.length)
    return fillPlural(locale, list.placesAround, { count, cities: named.join(', ') });
  return fillPlural(locale, list.placesIn, { count, cities: new Intl.ListFormat(locale).format(named) });
}

/** `baseUrl` is the public address of the service. */
type Page = { language: PageLanguage; baseUrl: string };

export const buildPlainList = (
  host: Host,
  places: PageOfRows<SitePlace>,
  { language, baseUrl }: Page,
): Html => html`
<div class="intro">
<div class="intro-words">
<h1${renderLang(host.fallbackLanguages.siteHeadline)}>${host.siteHeadline ?? host.name}</h1>
${renderSentence(host, places, language)}
${buildContacts(host)}
</div>
</div>
<ul class="cards">${places.rows.map(
  ({ slug, publicTitle, city, headline, photos, lang }) => html`
<li class="card"><a href="${encodeURIComponent(host.slug)}/${slug}${language.query}">${renderPhoto(listInOrder(photos)[0], '', baseUrl)}<span class="card-text">
<span class="kicker">${city ?? ''}</span>
<strong${renderLang(lang)}>${publicTitle}</strong>
<span class="headline"${renderLang(lang)}>${headline ?? ''}</span></span></a></li>`,
)}
</ul>
${buildEnd(host, language, host.slug)}`;

const renderSentence = (
  { siteSentence, fallbackLanguages }: Host,
  places: PageOfRows<SiteListing>,
  language: PageLanguage,
): Html => {
  const sentence = siteSentence ?? (places.total === 0 ? null : describePlaces(places, language));
  return sentence === null
    ? EMPTY_HTML
    : html`<p${renderLang(fallbackLanguages.siteSentence)}>${sentence}</p>`;
};

/** `priceFrom` is the lowest price of a night, or null. */
export const buildPlainPlace = (
  host: Host,
  listing: SitePlace,
  { language, baseUrl, priceFrom }: Page & { priceFrom: string | null },
): Html => html`
<header class="place-head">
<p class="crumbs"><a href="../${encodeURIComponent(host.slug)}${language.query}">${language.site.frame.allPlaces}</a></p>
<h1${renderLang(listing.lang)}>${listing.publicTitle}</h1>
<p class="lead"${renderLang(listing.lang)}>${listing.headline ?? ''}</p>
</header>
<div class="plain-photos">${listInOrder(listing.photos)
  .slice(0, MAX_PLAIN_PHOTOS)
  .map((photo) => renderPhoto(photo, listing.publicTitle, baseUrl))}</div>
${(listing.description ?? '')
  .split(/\n\s*\n/)
  .filter((text) => text.trim() !== '')
  .map((text) => html`<p class="prose"${renderLang(listing.lang)}>${text}</p>`)}
<dl class="times">
${renderTimes(listing, language, priceFrom)}
</dl>
${renderHowToBook(host, listing.publicTitle, language)}
${buildEnd(host, language, listing.slug)}`;

function renderTimes(
  listing: SiteListing,
  { site: { plain, place } }: PageLanguage,
  priceFrom: string | null,
): Html[] {
  const rows = [
    ...(priceFrom === null ? [] : [[plain.night, fill(plain.from, { price: priceFrom })]]),
    [plain.guests, fill(plain.upTo, { number: listing.maxGuests })],
    [place.arriveFrom, listing.checkInTime],
    [place.leaveBy, listing.checkOutTime],
  ];
  return rows.map(([term = '', text = '']) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`);
}

const renderHowToBook = (host: Host, title: string, { site: { plain } }: PageLanguage): Html => {
  const contacts = buildContacts(host, title);
  return html`<h2>${plain.howToBook}</h2>
<p class="prose">${contacts === EMPTY_HTML ? plain.needsScript : plain.writeToUs}</p>
${contacts}`;
};

const MAX_PLAIN_PHOTOS = 6;

const renderPhoto = (
  photo: SiteListing['photos'][number] | undefined,
  alt: string,
  baseUrl: string,
): Html => {
  const address = findPhotoAddress(photo, baseUrl);
  if (!photo || address === null) return EMPTY_HTML;
  const size =
    photo.width === null || photo.height === null
      ? EMPTY_HTML
      : html` width="${String(photo.width)}" height="${String(photo.height)}"`;
  return html`<span class="picture"><img src="${address}" alt="${alt}"${size} loading="lazy"></span>`;
};

/** `listAddress` is null if the team is unknown. */
export const buildPlainNotFound = (
  listAddress: string | null,
  { site: { problems }, query }: PageLanguage,
): Html =>
  listAddress === null
    ? html`<p class="notice">${problems.noPage}. ${problems.noPageHint}</p>`
    : html`<p class="notice">${problems.noPlace}. ${problems.noPlaceHint}</p>
<p><a class="button" href="${listAddress}${query}">${problems.allPlaces}</a></p>`;

/** The same for every code, which the server does not look up: only who has its key sees a booking. */
export const buildPlainTicket = (host: Host, language: PageLanguage): Html => html`
<header class="place-head">
<p class="crumbs"><a href="${encodeURIComponent(host.slug)}${language.query}">${language.site.frame.allPlaces}</a></p>
<h1>${language.site.plain.booking}</h1>
</header>
<p class="prose">${language.site.plain.bookingHint}</p>
${buildContacts(host, language.site.plain.myBooking)}
${buildEnd(host, language, null)}`;

/** `subject` is that of an email. */
function buildContacts({ contact }: Host, subject: string | null = null): Html {
  const { phone, email, website } = completeContact(contact);
  const ways = [
    ...(phone === null ? [] : [html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>`]),
    ...(email === null
      ? []
      : [
          html`<a href="mailto:${email}${subject === null ? '' : `?subject=${encodeURIComponent(subject)}`}">${email}</a>`,
        ]),
    ...(website === null ? [] : [html`<a href="${website}">${website}</a>`]),
  ];
  return ways.length === 0
    ? EMPTY_HTML
    : html`<ul class="legal">${ways.map((way) => html`<li>${way}</li>`)}</ul>`;
}

/** `page` is the last part of the page's path. Null for one whose other languages have no address here. */
const buildEnd = (
  { termsUrl, privacyUrl, imprint, fallbackLanguages }: Host,
  { site: { frame, plain }, others }: PageLanguage,
  page: string | null,
): Html => html`
<p class="hint">${plain.end}</p>
<ul class="legal">
${termsUrl === null ? EMPTY_HTML : html`<li><a href="${termsUrl}">${frame.terms}</a></li>`}
${privacyUrl === null ? EMPTY_HTML : html`<li><a href="${privacyUrl}">${frame.privacy}</a></li>`}
${page === null ? EMPTY_HTML : others.map((code) => renderLanguageLink(page, code))}
</ul>
${imprint === null ? EMPTY_HTML : html`<h2>${frame.imprint}</h2><p class="prose"${renderLang(fallbackLanguages.imprint)}>${imprint}</p>`}`;

const renderLanguageLink = (page: string, code: LanguageCode): Html =>
  html`<li><a href="${encodeURIComponent(page)}?language=${code}" lang="${code}" hreflang="${code}">${languages[code].name}</a></li>`;
