import { z } from 'zod';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import { ppmToPercent } from '../../domain/formats.ts';
import {
  chooseListingTexts,
  chooseText,
  type LanguageChoice,
  type ListingTexts,
} from '../../domain/translations.ts';
import { SITE_BOOKING_MODES, SITE_CANCELLATION_MODES } from '../../domain/vocabulary.ts';
import type { SiteListing, SiteTerms, SiteUnitType } from '../../services/listings.ts';
import { presentCancellationPolicy } from '../cancellation-policy.ts';
import { slugParameter } from '../fields/fields.ts';
import { amountSchema, currencySchema, listingHoursFields, nullableText, wordSchema } from '../formats.ts';
import { addressRow } from '../listings/fields.ts';
import { presentSitePhoto, sitePhotoSchema } from '../listings/photo.ts';
import { shownListingFields } from '../listings/shown.ts';
import { pageSchema } from '../page.ts';
import { cancellationPolicySchema, fallbackLanguage, presentName } from '../price.ts';
import { findFallbackLanguage } from './chosen-text.ts';

export const siteParams = z.object({
  teamSlug: z.string().describe('The first label of the booking site’s host name.'),
});
export const siteListingParams = siteParams.extend({
  listingSlug: slugParameter.describe('The listing’s slug, or a unit type’s.'),
});

const siteUnitTypeSchema = z
  .object({
    slug: z.string().describe('A unit type has its own page, price and calendar under its own slug.'),
    public_title: shownListingFields.public_title,
    headline: shownListingFields.headline,
    lang: fallbackLanguage,
    max_guests: shownListingFields.max_guests,
    bedrooms_count: shownListingFields.bedrooms_count,
    beds_count: shownListingFields.beds_count,
    bathrooms_count: shownListingFields.bathrooms_count,
    bathrooms_half: shownListingFields.bathrooms_half,
    units_count: z.int().describe('How many units of this type there are.'),
    photos: z
      .array(sitePhotoSchema)
      .describe('In lists and searches at most 5: the featured one, and those that are shown first.'),
  })
  .meta({ id: 'PublicUnitType', description: 'A kind of room or flat in a building.' });

/** A list of its own, so that a field that is added for the team does not become public by accident. */
export const siteListingSchema = z
  .object({
    slug: shownListingFields.slug,
    kind: shownListingFields.kind,
    public_title: shownListingFields.public_title,
    property_type: shownListingFields.property_type,
    max_guests: shownListingFields.max_guests,
    bedrooms_count: shownListingFields.bedrooms_count,
    beds_count: shownListingFields.beds_count,
    bathrooms_count: shownListingFields.bathrooms_count,
    bathrooms_half: shownListingFields.bathrooms_half,
    currency: currencySchema,
    ...listingHoursFields,
    address: z
      .object({
        city: addressRow.shown.city,
        state: addressRow.shown.state,
        country: addressRow.shown.country,
        latitude: addressRow.shown.latitude,
        longitude: addressRow.shown.longitude,
      })
      .describe('Where it is, without street and postcode.'),
    headline: shownListingFields.headline,
    description: shownListingFields.description,
    lang: fallbackLanguage,
    photos: z.array(sitePhotoSchema).describe('In the order in which they are shown.'),
    unit_types: z
      .array(siteUnitTypeSchema)
      .describe('For a building: the unit types that can be booked in it; else empty.'),
    whole_building: z
      .object({
        max_guests: z.int().describe('The maximum number of guests in all of it.'),
        bedrooms: z.int().describe('The number of bedrooms in all of it.'),
      })
      .nullable()
      .describe('What a booking of the whole building has. Null if it cannot be booked as a whole.'),
  })
  .meta({ id: 'PublicListing', description: 'A place or a building, as everybody sees it.' });

export const siteListingAnswer = z.object({ data: siteListingSchema });
export const siteListingListAnswer = pageSchema(siteListingSchema);

/** All texts are in one language (docs/rules.md, 26.7). */
export const presentSiteListing = (
  listing: SiteListing,
  baseUrl: string,
  choice: LanguageChoice,
): z.infer<typeof siteListingSchema> =>
  presentListingWithTexts(listing, chooseTextsOnSite(listing, choice), { baseUrl, choice });

export const chooseTextsOnSite = (listing: TextsOnSite, choice: LanguageChoice) => {
  const { houseRulesOfBuilding: houseRules, translationsOfBuilding: translations } = listing;
  return chooseListingTexts(listing, { houseRules, translations }, choice);
};

type TextsOnSite = Parameters<typeof chooseListingTexts>[0] &
  Pick<SiteListing, 'houseRulesOfBuilding' | 'translationsOfBuilding'>;

const presentListingWithTexts = (
  listing: SiteListing,
  texts: ListingTexts,
  { baseUrl, choice }: { baseUrl: string; choice: LanguageChoice },
): z.infer<typeof siteListingSchema> => ({
  slug: listing.slug,
  kind: listing.kind,
  public_title: texts.publicTitle,
  property_type: listing.propertyType,
  max_guests: listing.maxGuests,
  bedrooms_count: listing.bedroomsCount,
  beds_count: listing.bedsCount,
  bathrooms_count: listing.bathroomsCount,
  bathrooms_half: listing.bathroomsHalf,
  currency: listing.currency,
  timezone: listing.timezone,
  check_in_time: listing.checkInTime,
  check_out_time: listing.checkOutTime,
  address: {
    city: listing.city,
    state: listing.state,
    country: listing.country,
    latitude: listing.latitude,
    longitude: listing.longitude,
  },
  headline: texts.headline,
  description: texts.description,
  lang: findFallbackLanguage({ text: texts.publicTitle, language: texts.language }, choice),
  photos: listing.photos.map((photo) => presentSitePhoto(photo, baseUrl)),
  unit_types: listing.unitTypes.map((unitType) =>
    presentSiteUnitType(unitType, chooseListingTexts(unitType, listing, choice), { baseUrl, choice }),
  ),
  whole_building: listing.wholeBuildingBookable
    ? { max_guests: listing.maxGuests, bedrooms: listing.bedroomsCount }
    : null,
});

const presentSiteUnitType = (
  unitType: SiteUnitType,
  texts: ListingTexts,
  { baseUrl, choice }: { baseUrl: string; choice: LanguageChoice },
): z.infer<typeof siteUnitTypeSchema> => ({
  slug: unitType.slug,
  public_title: texts.publicTitle,
  headline: texts.headline,
  lang: findFallbackLanguage({ text: texts.publicTitle, language: texts.language }, choice),
  max_guests: unitType.maxGuests,
  bedrooms_count: unitType.bedroomsCount,
  beds_count: unitType.bedsCount,
  bathrooms_count: unitType.bathroomsCount,
  bathrooms_half: unitType.bathroomsHalf,
  units_count: unitType.unitsCount,
  photos: unitType.photos.map((photo) => presentSitePhoto(photo, baseUrl)),
});

const sitePolicySchema = cancellationPolicySchema
  .omit({ translations: true })
  .extend({ lang: fallbackLanguage })
  .meta({
    id: 'PublicCancellationPolicy',
    description: 'What a cancellation costs, counted from the day of check-in.',
  });

const siteTermsSchema = z
  .object({
    site_bookings: wordSchema(SITE_BOOKING_MODES).describe(
      'Whether guests can request or make bookings here.',
    ),
    cancellation_policy: sitePolicySchema
      .nullable()
      .describe('The listing’s own terms, else its building’s, else the team’s. Null if there are none.'),
    deposit_percent: z.number().describe('The part of the price that is due at once.'),
    balance_due_days: z.int().describe('How many days before check-in the rest is due.'),
    security_deposit: amountSchema.nullable().describe('The deposit held against damage. Null for none.'),
    currency: currencySchema,
    check_in_time: shownListingFields.check_in_time,
    check_out_time: shownListingFields.check_out_time,
    registration_number: nullableText.describe(
      'The number under which the authorities know the place. Null if it has none.',
    ),
    site_cancellation: wordSchema(SITE_CANCELLATION_MODES).describe(
      'Whether guests can cancel a confirmed booking here: `by_terms` if it has cancellation terms.',
    ),
  })
  .meta({ id: 'SiteTerms', description: 'The terms under which the place is booked.' });

export const siteTermsAnswer = z.object({ data: siteTermsSchema });

const presentSitePolicy = (policy: CancellationPolicy | null, choice: LanguageChoice) => {
  const presented = presentCancellationPolicy(policy);
  if (!policy || !presented) return null;
  const { translations: _, ...terms } = presented;
  return {
    ...terms,
    ...presentName(chooseText(policy.name, policy.translations ?? null, 'name', choice), choice),
  };
};

export const presentSiteTerms = (
  terms: SiteTerms,
  choice: LanguageChoice,
): z.infer<typeof siteTermsSchema> => ({
  site_bookings: terms.siteBookings,
  cancellation_policy: presentSitePolicy(terms.cancellationPolicy, choice),
  deposit_percent: ppmToPercent(terms.depositPpm),
  balance_due_days: terms.balanceDueDays,
  security_deposit: terms.securityDepositCents,
  currency: terms.currency,
  check_in_time: terms.checkInTime,
  check_out_time: terms.checkOutTime,
  registration_number: terms.registrationNumber,
  site_cancellation: terms.siteCancellation,
});
