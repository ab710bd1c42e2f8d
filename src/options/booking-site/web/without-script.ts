import { completeContact } from '../../../domain/contact.ts';
import type { PageOfRows } from '../../../domain/page.ts';
import type { SiteListing } from '../../../services/listings.ts';
import type { TeamSettings } from '../../../services/team/settings.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';

type Host = Pick<
  TeamSettings,
  'name' | 'slug' | 'siteSentence' | 'contact' | 'privacyUrl' | 'termsUrl' | 'imprint'
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

export const buildPlainList = (host: Host, places: PageOfRows<SiteListing>): Html => html`
<div class="intro">
<h1>${host.name}</h1>
${renderSentence(host, places)}
${buildContacts(host)}
</div>
<ul class="cards">${places.rows.map(
  ({ slug, publicTitle, city, headline }) => html`
<li class="card"><a href="${encodeURIComponent(host.slug)}/${slug}"><span class="card-text">
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

export const buildPlainPlace = (host: Host, listing: SiteListing): Html => html`
<header class="place-head">
<p class="crumbs"><a href="../${encodeURIComponent(host.slug)}">‹ All places</a></p>
<h1>${listing.publicTitle}</h1>
<p class="lead">${listing.headline ?? ''}</p>
</header>
${(listing.description ?? '')
  .split(/\n\s*\n/)
  .filter((text) => text.trim() !== '')
  .map((text) => html`<p class="prose">${text}</p>`)}
<dl class="times">
<div><dt>Arrive from</dt><dd>${listing.checkInTime}</dd></div>
<div><dt>Leave by</dt><dd>${listing.checkOutTime}</dd></div>
</dl>
${buildContacts(host)}
${buildEnd(host)}`;

function buildContacts({ contact }: Host): Html {
  const { phone, email, website } = completeContact(contact);
  const ways = [
    ...(phone === null ? [] : [html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>`]),
    ...(email === null ? [] : [html`<a href="mailto:${email}">${email}</a>`]),
    ...(website === null ? [] : [html`<a href="${website}">${website}</a>`]),
  ];
  return ways.length === 0
    ? EMPTY_HTML
    : html`<ul class="legal">${ways.map((way) => html`<li>${way}</li>`)}</ul>`;
}

const buildEnd = ({ termsUrl, privacyUrl, imprint }: Host): Html => html`
<p class="prose">Free dates, prices and bookings on this page need JavaScript.</p>
<ul class="legal">
${termsUrl === null ? EMPTY_HTML : html`<li><a href="${termsUrl}">Terms</a></li>`}
${privacyUrl === null ? EMPTY_HTML : html`<li><a href="${privacyUrl}">Privacy</a></li>`}
</ul>
${imprint === null ? EMPTY_HTML : html`<h2>Imprint</h2><p class="prose">${imprint}</p>`}`;
