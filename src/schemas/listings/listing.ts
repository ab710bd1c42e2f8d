import { z } from 'zod';
import { toInstantText } from '../../domain/formats.ts';
import {
  MAX_DAY_OVERRIDES_OF_LISTING,
  MAX_PHOTOS_OF_LISTING,
  MAX_UNITS_OF_LISTING,
} from '../../domain/limits.ts';
import { LISTING_KINDS, LISTING_STATUSES } from '../../domain/vocabulary.ts';
import type { DayOverride } from '../../services/catalogue/days.ts';
import type { ListingRecord, SeasonRecord } from '../../services/catalogue/rates.ts';
import type { Listing, PhotoRow } from '../../services/listings.ts';
import { buildCopyQuery, copySchema } from '../copy.ts';
import { createdAndUpdatedEntries } from '../fields/dates.ts';
import { idField, objectEntry, slugField, slugParameter, wordField } from '../fields/fields.ts';
import { listOf } from '../fields/lists.ts';
import { referenceParameter } from '../fields/own-fields.ts';
import { createRowFields, maskFields, pickFields, pickShown, type RowOf } from '../fields/row-fields.ts';
import { createdAtSchema, idSchema, type PresentedEntry, updatedAtSchema } from '../formats.ts';
import { changeParameters, pageParameters, pageSchema } from '../page.ts';
import { wordListParameter } from '../parameters.ts';
import { dayOverrideEntry, presentDayOverride } from './days.ts';
import {
  addressRow,
  listingFields,
  listingRow,
  placeRow,
  termRow,
  textRow,
  writtenPlaceFields,
  writtenTermFields,
} from './fields.ts';
import { photoEntry, photoSchema, presentPhoto, presentPhotoEntry } from './photo.ts';
import { presentRatesAndRules, presentSeason, ratesEntry } from './rates.ts';
import { shownListingFields } from './shown.ts';
import { presentUnitEntry, type UnitWithSellableDays, unitEntry } from './unit.ts';

export const listingEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  slug: slugField.describe('Identifies the listing, also in URLs.'),
  kind: wordField(LISTING_KINDS)
    .optional()
    .describe("A place of its own, a building, or a building's unit type. It cannot change."),
  building: slugField.nullish().describe('For a unit type: the slug of its building.'),
  ...writtenPlaceFields,
  rates: ratesEntry.shape.rates,
  rules: ratesEntry.shape.rules,
  security_deposit: ratesEntry.shape.security_deposit,
  ...writtenTermFields,
  seasons: ratesEntry.shape.seasons,
  days: listOf(dayOverrideEntry, MAX_DAY_OVERRIDES_OF_LISTING)
    .nullish()
    .describe('Prices and rules for single days; replaced as a whole.'),
  units: listOf(unitEntry, MAX_UNITS_OF_LISTING)
    .nullish()
    .describe(
      'The places that can be occupied. Units that are left out stay. Without this key, a new standalone listing gets one, named by its title.',
    ),
  photos: listOf(photoEntry, MAX_PHOTOS_OF_LISTING).nullish().describe('Pictures; replaced as a whole.'),
  ...createdAndUpdatedEntries,
});

export type ListingEntry = z.infer<typeof listingEntry>;

export const listingSchema = z
  .object({
    id: idSchema,
    slug: shownListingFields.slug,
    kind: shownListingFields.kind,
    building_id: idSchema.nullable().describe('For a unit type: its building. Null for anything else.'),
    ...placeRow.shown,
    address: z.object(addressRow.shown).describe('Where it is. A unit type has the address of its building.'),
    ...textRow.shown,
    ...termRow.shown,
    created_at: createdAtSchema,
    updated_at: updatedAtSchema.describe('When it was last changed. Its own terms count, its prices do not.'),
    photos: z.array(photoSchema).describe('In the order in which they are shown.'),
  })
  .meta({
    id: 'Listing',
    description: 'What guests book: a place, a building, or a unit type in a building.',
  });

const bookedFields = pickFields(listingFields, 'inBookings', true);
const hiddenFields = pickFields(listingFields, 'inBookings', false);
const bookedRow = createRowFields(bookedFields);

export const bookedListingSchema = listingSchema.omit(maskFields(hiddenFields)).meta({
  id: 'BookedListing',
  description: 'A listing as bookings show it: without amenities, house rules, rooms and custom fields.',
});

type OtherColumns = Omit<Listing, keyof RowOf<typeof listingFields> | 'photos'> & {
  photos: readonly PhotoRow[];
};

const presentOtherFields = (listing: OtherColumns, baseUrl: string) => ({
  id: listing.id,
  slug: listing.slug,
  kind: listing.kind,
  building_id: listing.buildingId,
  address: addressRow.present(listing),
  created_at: toInstantText(listing.createdAt),
  updated_at: toInstantText(listing.updatedAt),
  photos: listing.photos.map((photo) => presentPhoto(photo, baseUrl)),
});

/** `baseUrl` is put before the paths of stored pictures. */
export const presentListing = (listing: Listing, baseUrl: string): z.infer<typeof listingSchema> =>
  pickShown(listingSchema, { ...presentOtherFields(listing, baseUrl), ...listingRow.present(listing) });

export const presentBookedListing = (
  listing: OtherColumns & RowOf<typeof bookedFields>,
  baseUrl: string,
): z.infer<typeof bookedListingSchema> =>
  pickShown(bookedListingSchema, { ...presentOtherFields(listing, baseUrl), ...bookedRow.present(listing) });

/** Each list is in the order in which it is shown. */
type ListingParts = {
  units: readonly UnitWithSellableDays[];
  photos: readonly PhotoRow[];
  seasons: readonly SeasonRecord[];
  days: readonly DayOverride[];
  /** The file with a photo's picture, if pictures are exported. */
  fileOf?: (photo: PhotoRow, index: number) => string | null;
};

/** `building` is the slug of a unit type's building. */
export const presentListingEntry = (
  listing: ListingRecord,
  building: string | null,
  { fileOf = () => null, ...parts }: ListingParts,
) =>
  pickShown(listingEntry, {
    // Paths of stored pictures, without the address of the service.
    ...presentOtherFields({ ...listing, photos: parts.photos }, ''),
    ...listingRow.present(listing),
    building,
    ...presentRatesAndRules(listing),
    seasons: parts.seasons.map(presentSeason),
    days: parts.days.map(presentDayOverride),
    units: parts.units.map(presentUnitEntry),
    photos: parts.photos.map((photo, index) => presentPhotoEntry(photo, fileOf(photo, index))),
  }) satisfies PresentedEntry<ListingEntry>;

export const listingParams = z.object({
  listing: idField.describe('The listing’s id. By its slug, `GET /v1/listings?slug=` finds it.'),
});

export const listingAnswer = z.object({ data: listingSchema });
export const listingListAnswer = z.union([pageSchema(listingSchema), copySchema(listingSchema)]);

export const listingQuery = buildCopyQuery('listings', {
  ...pageParameters,
  status: wordListParameter(LISTING_STATUSES),
  kind: wordListParameter(LISTING_KINDS),
  slug: slugParameter.optional().describe('The listing with this slug.'),
  external_reference: referenceParameter,
  ...changeParameters,
});
