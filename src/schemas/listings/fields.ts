/**
 * Bodies, answers, team file and rows are made from this table: a new field is an entry here and a column
 * (docs/contributing.md, "A field").
 */
import { z } from 'zod';
import {
  MAX_ARRIVAL_INSTRUCTIONS_LENGTH,
  MAX_GUESTS,
  MAX_HOUSE_RULES_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PETS,
  MAX_REGISTRATION_NUMBER_LENGTH,
} from '../../domain/limits.ts';
import { LISTING_STATUSES, PROPERTY_TYPES, RESEATING_MODES } from '../../domain/vocabulary.ts';
import { presentCancellationPolicy } from '../cancellation-policy.ts';
import { timeOfDayField } from '../fields/dates.ts';
import {
  booleanField,
  coordinateField,
  countField,
  currencyField,
  guestCountEntry,
  integer,
  objectEntry,
  optionalLongText,
  optionalText,
  requiredText,
  timezoneField,
  wordField,
} from '../fields/fields.ts';
import { buildReferenceField, customFieldsField } from '../fields/own-fields.ts';
import { createRowFields, type RowField } from '../fields/row-fields.ts';
import { buildTranslationsField } from '../fields/translations.ts';
import { currencySchema, listingHoursFields, nullableText, wordSchema } from '../formats.ts';
import { cancellationPolicySchema } from '../price.ts';
import { amenitiesField, houseRulesField, roomsField } from './furnishings.ts';
import { ratesEntry } from './rates.ts';
import { shownListingFields, shownPartyLimits } from './shown.ts';

type ListingField = RowField & {
  /** Whether a booking's answer shows the field of its listing. */
  inBookings: boolean;
};

const SHOWN_IN_BOOKINGS = { inBookings: true } as const;
const NOT_IN_BOOKINGS = { inBookings: false } as const;

const placeFields = {
  whole_building_bookable: {
    write: booleanField
      .nullish()
      .meta({ description: 'Whether a building can be booked as a whole.', default: false }),
    read: z.boolean().describe('Whether a building can be booked as a whole. False for anything else.'),
    ...SHOWN_IN_BOOKINGS,
  },
  public_title: {
    write: requiredText(MAX_NAME_LENGTH).optional().describe('The title for guests.'),
    read: shownListingFields.public_title,
    ...SHOWN_IN_BOOKINGS,
  },
  nickname: {
    write: optionalText(MAX_NAME_LENGTH).describe('A name for the team.'),
    read: nullableText.describe(
      'The team’s own name for it, never shown to anyone else. Null if it has none.',
    ),
    ...SHOWN_IN_BOOKINGS,
  },
  status: {
    write: wordField(LISTING_STATUSES)
      .nullish()
      .meta({ description: 'Only an active listing can be booked.', default: 'active' }),
    read: wordSchema(LISTING_STATUSES).describe('Only an active listing can be booked.'),
    ...SHOWN_IN_BOOKINGS,
  },
  listed_on_site: {
    write: booleanField
      .nullish()
      .meta({ description: 'Whether the booking site shows it while it is active.', default: true }),
    read: z.boolean().describe('Whether the booking site shows it while it is active.'),
    ...SHOWN_IN_BOOKINGS,
  },
  property_type: {
    write: wordField(PROPERTY_TYPES).nullish().meta({ description: 'The kind of place.', default: 'other' }),
    read: shownListingFields.property_type,
    ...SHOWN_IN_BOOKINGS,
  },
  max_guests: {
    write: guestCountEntry.optional().describe('The maximum number of guests in one stay.'),
    read: shownListingFields.max_guests,
    ...SHOWN_IN_BOOKINGS,
  },
  max_children: {
    write: integer(0, MAX_GUESTS)
      .nullish()
      .describe('The maximum number of children, without infants. Default: no limit of its own.'),
    read: shownPartyLimits.max_children,
    ...SHOWN_IN_BOOKINGS,
  },
  max_infants: {
    write: integer(0, MAX_GUESTS)
      .nullish()
      .describe('The maximum number of infants. Default: no limit of its own.'),
    read: shownPartyLimits.max_infants,
    ...SHOWN_IN_BOOKINGS,
  },
  max_pets: {
    write: integer(0, MAX_PETS)
      .nullish()
      .meta({ description: 'The maximum number of pets. Null of a unit type: its building’s.', default: 0 }),
    read: z.int().nullable().describe('The maximum number of pets. Null of a unit type: its building’s.'),
    ...SHOWN_IN_BOOKINGS,
  },
  bedrooms_count: {
    write: countField.nullish().meta({ description: 'The number of bedrooms.', default: 0 }),
    read: shownListingFields.bedrooms_count,
    ...SHOWN_IN_BOOKINGS,
  },
  beds_count: {
    write: countField.nullish().meta({ description: 'The number of beds.', default: 0 }),
    read: shownListingFields.beds_count,
    ...SHOWN_IN_BOOKINGS,
  },
  bathrooms_count: {
    write: countField.nullish().meta({ description: 'The number of whole bathrooms.', default: 0 }),
    read: shownListingFields.bathrooms_count,
    ...SHOWN_IN_BOOKINGS,
  },
  bathrooms_half: {
    write: booleanField
      .nullish()
      .meta({ description: 'Whether there is half a bathroom more.', default: false }),
    read: shownListingFields.bathrooms_half,
    ...SHOWN_IN_BOOKINGS,
  },
  currency: {
    write: currencyField.nullish().describe("A unit type has its building's. Default: the team's."),
    read: currencySchema,
    ...SHOWN_IN_BOOKINGS,
  },
  timezone: {
    write: timezoneField.nullish().describe("A unit type has its building's. Default: the team's."),
    read: listingHoursFields.timezone,
    ...SHOWN_IN_BOOKINGS,
  },
  check_in_time: {
    write: timeOfDayField
      .nullish()
      .meta({ description: 'The time from which guests may arrive, in its time zone.', default: '15:00' }),
    read: listingHoursFields.check_in_time,
    ...SHOWN_IN_BOOKINGS,
  },
  check_out_time: {
    write: timeOfDayField
      .nullish()
      .meta({ description: 'The time by which guests must leave.', default: '11:00' }),
    read: listingHoursFields.check_out_time,
    ...SHOWN_IN_BOOKINGS,
  },
} satisfies Record<string, ListingField>;

/** A body lists them after the address. */
const textFields = {
  headline: {
    write: optionalText(MAX_NAME_LENGTH).describe('One sentence for guests.'),
    read: shownListingFields.headline,
    ...SHOWN_IN_BOOKINGS,
  },
  description: {
    write: optionalLongText(MAX_NOTES_LENGTH).describe('The description for guests.'),
    read: shownListingFields.description,
    ...SHOWN_IN_BOOKINGS,
  },
  arrival_instructions: {
    write: optionalLongText(MAX_ARRIVAL_INSTRUCTIONS_LENGTH).describe(
      'What guests need to arrive. A unit type without any has its building’s.',
    ),
    read: nullableText.describe(
      'What guests need to arrive, such as the way to the key. Only guests of a confirmed booking read it, some days before check-in. Null: its building’s, if it is a unit type.',
    ),
    ...NOT_IN_BOOKINGS,
  },
  amenities: { ...amenitiesField, ...NOT_IN_BOOKINGS },
  house_rules: { ...houseRulesField, ...NOT_IN_BOOKINGS },
  rooms: { ...roomsField, ...NOT_IN_BOOKINGS },
  translations: {
    ...buildTranslationsField('TranslatedListing', {
      public_title: optionalText(MAX_NAME_LENGTH),
      headline: optionalText(MAX_NAME_LENGTH),
      description: optionalLongText(MAX_NOTES_LENGTH),
      'house_rules.text': optionalLongText(MAX_HOUSE_RULES_LENGTH),
      arrival_instructions: optionalLongText(MAX_ARRIVAL_INSTRUCTIONS_LENGTH),
    }),
    ...NOT_IN_BOOKINGS,
  },
} satisfies Record<string, ListingField>;

/** A team file lists them after the prices and before the external reference. */
const termFields = {
  registration_number: {
    write: optionalText(MAX_REGISTRATION_NUMBER_LENGTH).describe(
      'The number under which the authorities know it.',
    ),
    read: nullableText.describe('The number under which the authorities know it. Null if it has none.'),
    ...SHOWN_IN_BOOKINGS,
  },
  cancellation_policy: {
    write: ratesEntry.shape.cancellation_policy,
    read: cancellationPolicySchema
      .nullable()
      .describe('Its own terms; null if its building’s or the team’s apply.'),
    present: presentCancellationPolicy,
    ...SHOWN_IN_BOOKINGS,
  },
  reseating: {
    write: wordField(RESEATING_MODES)
      .nullish()
      .describe("Whether bookings may be moved to other units to make room. Default: the team's."),
    read: wordSchema(RESEATING_MODES)
      .nullable()
      .describe('Whether bookings are moved to other units to make room; null if it does as the team.'),
    ...SHOWN_IN_BOOKINGS,
  },
} satisfies Record<string, ListingField>;

const ownFields = {
  external_reference: { ...buildReferenceField('among the team’s listings'), ...SHOWN_IN_BOOKINGS },
  custom_fields: { ...customFieldsField, ...NOT_IN_BOOKINGS },
} satisfies Record<string, ListingField>;

export const listingFields = { ...placeFields, ...textFields, ...termFields, ...ownFields };
export const listingRow = createRowFields(listingFields);
export const placeRow = createRowFields(placeFields);
export const textRow = createRowFields(textFields);
export const termRow = createRowFields({ ...termFields, ...ownFields });

export const addressFields = {
  street: {
    write: optionalText(MAX_NAME_LENGTH).describe('Street and number.'),
    read: nullableText.describe('Street and number, or null.'),
  },
  city: {
    write: optionalText(MAX_NAME_LENGTH).describe('The city or village.'),
    read: nullableText.describe('The city or village, or null.'),
  },
  state: {
    write: optionalText(MAX_NAME_LENGTH).describe('State or region.'),
    read: nullableText.describe('State or region, or null.'),
  },
  postcode: {
    write: optionalText(MAX_NAME_LENGTH).describe('As it is written on letters.'),
    read: nullableText.describe('As it is written on letters, or null.'),
  },
  country: {
    write: optionalText(MAX_NAME_LENGTH).describe(
      'Country, in any form. Searches compare it whole: `PT` does not find `Portugal`.',
    ),
    read: nullableText.describe('In any form, or null.'),
  },
  latitude: {
    write: coordinateField(90).describe('As "38.711300".'),
    read: nullableText.describe('In degrees, as a text such as "38.711300". Null if unknown.'),
  },
  longitude: {
    write: coordinateField(180).describe('As "-9.139600".'),
    read: nullableText.describe('In degrees, as a text such as "-9.139600". Null if unknown.'),
  },
} satisfies Record<string, RowField>;
export const addressRow = createRowFields(addressFields);

/** In the order of bodies and team files. A team file has the prices between texts and terms. */
export const writtenPlaceFields = {
  ...placeRow.written,
  address: objectEntry(addressRow.written)
    .nullish()
    .describe(
      'Where it is. A unit type has the address of its building. Keys that are left out keep their values.',
    ),
  ...textRow.written,
};
export const writtenTermFields = termRow.written;
