import { completeContact } from '../../../domain/contact.ts';
import type { PageOfRows } from '../../../domain/page.ts';
import type { SiteListing } from '../../../services/listings.ts';
import type { TeamSettings } from '../../../services/team/settings.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';
import { findPhotoAddress, listInOrder } from './photo-address.ts';

type Host = Pick<
  TeamSettings,
  'name' | 'slug' | 'siteHeadline' | 'siteSentence' | 'contact' | 'privacyUrl' | 'termsUrl' | 'imprint'
>;

const MAX_CITIES_NAMED = 3;
const WITH_AND = new Intl.ListFormat('en-GB');

/** Such as `3 places to stay in Lisbon and Ericeira, with every free date and the full price.` */
export function describePlaces({ rows, total }: PageOfRows<SiteListing>): string {
  const cities = [...new Set(rows.map(({ city }) => city).filter((city) => city !== null))];
  const named = cities.slice(0, MAX_CITIES_NAMED);
  const isMore = cities.length > MAX_CITIES_NAMED;
  const where =
    cities.length === 0 ? '' : ` in ${isMore ? `${named.join(', ')} and around` : WITH_AND.format(named)}`;
  return `${total} ${total === 1 ? 'place' : 'places'} to stay${where}, with every free date and the full price.`;
}

export const buildPlainList = (host: Host, places: PageOfRows<SiteListing>, baseUrl: string): Html => html`
<div class="intro">
<div class="intro-words">
<h1>${host.siteHeadline ?? host.name}</h1>
${renderSentence(host, places)}
${buildContacts(host)}
</div>
</div>
<ul class="cards">${places.rows.map(
  ({ slug, publicTitle, city, headline, photos }) => html`
<li class="card"><a href="${encodeURIComponent(host.slug)}/${slug}">${renderPhoto(listInOrder(photos)[0], '', baseUrl)}<span class="card-text">
<span class="kicker">${city ?? ''}</span>
<strong>${publicTitle}</strong>
<span class="headline">${headline ?? ''}</span></span></a></li>`,
)}
</ul>
${buildEnd(host)}`;

const renderSentence = ({ siteSentence }: Host, places: PageOfRows<SiteListing>): Html => {
  const sentence = siteSentence ?? (places.total === 0 ? null : describePlaces(places));
  return sentence === null ? EMPTY_HTML : html`<p>${sentence}</p>`;
};

/** `priceFrom` is the lowest price of a night, or null. */
export const buildPlainPlace = (
  host: Host,
  listing: SiteListing,
  { priceFrom, baseUrl }: { priceFrom: string | null; baseUrl: string },
): Html => html`
<header class="place-head">
<p class="crumbs"><a href="../${encodeURIComponent(host.slug)}">‹ All places</a></p>
<h1>${listing.publicTitle}</h1>
<p class="lead">${listing.headline ?? ''}</p>
</header>
<div class="plain-photos">${listInOrder(listing.photos)
  .slice(0, MAX_PLAIN_PHOTOS)
  .map((photo) => renderPhoto(photo, listing.publicTitle, baseUrl))}</div>
${(listing.description ?? '')
  .split(/\n\s*\n/)
  .filter((text) => text.trim() !== '')
  .map((text) => html`<p class="prose">${text}</p>`)}
<dl class="times">
${priceFrom === null ? EMPTY_HTML : html`<div><dt>A night</dt><dd>from ${priceFrom}</dd></div>`}
<div><dt>Guests</dt><dd>up to ${String(listing.maxGuests)}</dd></div>
<div><dt>Arrive from</dt><dd>${listing.checkInTime}</dd></div>
<div><dt>Leave by</dt><dd>${listing.checkOutTime}</dd></div>
</dl>
${renderHowToBook(host, listing.publicTitle)}
${buildEnd(host)}`;

const renderHowToBook = (host: Host, title: string): Html => {
  const contacts = buildContacts(host, title);
  return html`<h2>How to book</h2>
<p class="prose">${
    contacts === EMPTY_HTML
      ? 'Free dates and the whole price of a stay need JavaScript.'
      : 'Tell us by phone or by email when you would like to come and who comes along. We answer with the whole price, and book the stay for you.'
  }</p>
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

/** The same for every code, which the server does not look up: only who has its key sees a booking. */
export const buildPlainTicket = (host: Host): Html => html`
<header class="place-head">
<p class="crumbs"><a href="${encodeURIComponent(host.slug)}">‹ All places</a></p>
<h1>Your booking</h1>
</header>
<p class="prose">This page shows your booking, what is left to pay and how to arrive. It needs JavaScript. If you have none, please ask us. The code of your booking is in the address of this page, after “booking=”.</p>
${buildContacts(host, 'My booking')}
${buildEnd(host)}`;

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

const buildEnd = ({ termsUrl, privacyUrl, imprint }: Host): Html => html`
<p class="hint">Free dates, prices and bookings on this page need JavaScript.</p>
<ul class="legal">
${termsUrl === null ? EMPTY_HTML : html`<li><a href="${termsUrl}">Terms</a></li>`}
${privacyUrl === null ? EMPTY_HTML : html`<li><a href="${privacyUrl}">Privacy</a></li>`}
</ul>
${imprint === null ? EMPTY_HTML : html`<h2>Imprint</h2><p class="prose">${imprint}</p>`}`;
