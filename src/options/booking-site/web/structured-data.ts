/** What search engines read of a page, in the words of schema.org (docs/rules.md, 15.17). */
import { completeContact } from '../../../domain/contact.ts';
import { isBuilding } from '../../../domain/listing.ts';
import { toWholeAddress } from '../../../domain/text/picture-address.ts';
import type { SiteListing } from '../../../services/listings.ts';
import type { TeamSettings } from '../../../services/team/settings.ts';
import { findPhotoAddress, listInOrder } from './photo-address.ts';

type Host = Pick<
  TeamSettings,
  'name' | 'slug' | 'siteHeadline' | 'siteSentence' | 'contact' | 'logoUrl' | 'coverUrl' | 'coverMediumUrl'
>;
/** Left out where it is undefined. */
export type StructuredData = Record<string, unknown>;

const CONTEXT = 'https://schema.org';
const MAX_PICTURES = 8;

/** `baseUrl` is the public address of the service. */
export function describeTeam(host: Host, baseUrl: string): StructuredData {
  const { email, phone, website } = completeContact(host.contact);
  const url = buildSiteUrl(host, baseUrl);
  return {
    '@context': CONTEXT,
    '@type': 'LodgingBusiness',
    '@id': url,
    url,
    name: host.name,
    slogan: host.siteHeadline ?? undefined,
    description: host.siteSentence ?? undefined,
    logo: toWholeAddress(host.logoUrl, baseUrl) ?? undefined,
    image: toWholeAddress(host.coverUrl, baseUrl) ?? undefined,
    email: email ?? undefined,
    telephone: phone ?? undefined,
    sameAs: website ?? undefined,
  };
}

/** A building lets rooms and is a business of its own. Any other place is let as a whole. */
export function describePlace(host: Host, listing: SiteListing, baseUrl: string): StructuredData {
  const site = buildSiteUrl(host, baseUrl);
  const url = `${site}/${listing.slug}`;
  const pictures = listInOrder(listing.photos).flatMap((photo) => findPhotoAddress(photo, baseUrl) ?? []);
  const { latitude, longitude } = listing;
  const shared = {
    '@context': CONTEXT,
    '@id': url,
    url,
    identifier: listing.slug,
    name: listing.publicTitle,
    description: listing.description ?? listing.headline ?? undefined,
    image: pictures.length === 0 ? undefined : pictures.slice(0, MAX_PICTURES),
    address: {
      '@type': 'PostalAddress',
      addressLocality: listing.city ?? undefined,
      addressRegion: listing.state ?? undefined,
      addressCountry: listing.country ?? undefined,
    },
    ...(latitude === null || longitude === null
      ? {}
      : { latitude: Number(latitude), longitude: Number(longitude) }),
    checkinTime: listing.checkInTime,
    checkoutTime: listing.checkOutTime,
  };
  const business = { '@type': 'LodgingBusiness', '@id': site, url: site, name: host.name };
  if (isBuilding(listing.kind))
    return { '@type': 'LodgingBusiness', ...shared, parentOrganization: business };
  return {
    '@type': 'VacationRental',
    ...shared,
    containsPlace: {
      '@type': 'Accommodation',
      occupancy: { '@type': 'QuantitativeValue', value: listing.maxGuests },
      numberOfBedrooms: listing.bedroomsCount,
      numberOfBathroomsTotal: listing.bathroomsCount + (listing.bathroomsHalf ? 1 : 0),
    },
    brand: { '@type': 'Brand', name: host.name },
  };
}

const buildSiteUrl = ({ slug }: Host, baseUrl: string): string => `${baseUrl}/site/${slug}`;

/**
 * A block of data, which browsers do not run, so that the content security policy allows it. No text can end the
 * element.
 */
export const renderStructuredData = (data: StructuredData): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
