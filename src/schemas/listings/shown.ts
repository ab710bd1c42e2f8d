/** Described in the same way to the team and to the public. */
import { z } from 'zod';
import { LISTING_KINDS, PROPERTY_TYPES } from '../../domain/vocabulary.ts';
import { nullableText, wordSchema } from '../formats.ts';

export const shownListingFields = {
  slug: z.string().describe('Identifies the listing within the team, also in the booking site’s URLs.'),
  kind: wordSchema(LISTING_KINDS).describe(
    '`standalone` has units of its own, a `building` contains unit types, a `unit_type` is interchangeable units in a building.',
  ),
  public_title: z.string().describe('The title for guests.'),
  property_type: wordSchema(PROPERTY_TYPES).describe('What sort of place it is, for filters and pages.'),
  max_guests: z.int().describe('The maximum number of guests in one stay. Infants do not count.'),
  bedrooms_count: z.int().describe('The number of bedrooms. 0 if unknown.'),
  beds_count: z.int().describe('The number of beds. 0 if unknown.'),
  bathrooms_count: z.int().describe('The number of whole bathrooms. 0 if unknown.'),
  bathrooms_half: z.boolean().describe('Whether there is half a bathroom in addition.'),
  headline: nullableText.describe('One sentence for guests. Null if there is none.'),
  description: nullableText.describe('The description for guests, in lines. Null if there is none.'),
  check_in_time: z.string().describe('The time from which guests may arrive: `HH:MM`, local to the listing.'),
  check_out_time: z.string().describe('The time by which guests must leave: `HH:MM`, local to the listing.'),
};

export const shownPartyLimits = {
  max_children: z
    .int()
    .nullable()
    .describe('The maximum number of children, without infants. Null: no limit of its own.'),
  max_infants: z.int().nullable().describe('The maximum number of infants. Null: no limit of its own.'),
  max_pets: z.int().describe('The maximum number of pets.'),
};
