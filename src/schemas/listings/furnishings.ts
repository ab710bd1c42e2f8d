import { z } from 'zod';
import { AMENITIES, sortAmenities } from '../../domain/amenities.ts';
import { completeHouseRules, type HouseRules } from '../../domain/house-rules.ts';
import {
  MAX_AGE_OF_HOUSE_RULES,
  MAX_AMENITIES_SENT,
  MAX_BED_KINDS_OF_ROOM,
  MAX_BEDS_OF_KIND,
  MAX_HOUSE_RULES_LENGTH,
  MAX_NAME_LENGTH,
  MAX_ROOMS_OF_LISTING,
} from '../../domain/limits.ts';
import type { Room } from '../../domain/listing.ts';
import { BED_KINDS } from '../../domain/vocabulary.ts';
import { timeOfDayField } from '../fields/dates.ts';
import {
  booleanField,
  integer,
  objectEntry,
  optionalLongText,
  requiredText,
  wordField,
} from '../fields/fields.ts';
import { distinctListOf, listOf, mustBe } from '../fields/lists.ts';
import { nullableText, wordSchema } from '../formats.ts';

export const amenitySchema = wordSchema(AMENITIES).meta({ id: 'Amenity', description: 'An amenity’s code.' });

// The description has the default, because zod's JSON Schema leaves out those of transformed fields.
export const amenitiesField = {
  write: listOf(z.enum(AMENITIES, mustBe('the code of an amenity, such as wifi')), MAX_AMENITIES_SENT)
    .transform(sortAmenities)
    .nullish()
    .describe('What it has: codes in any order. A unit type has those of its building besides. Default: [].'),
  read: z.array(amenitySchema).describe('Its own, in alphabetical order.'),
};

export const houseRulesSchema = z
  .object({
    smoking: z.boolean().nullable().describe('Whether guests may smoke.'),
    parties: z.boolean().nullable().describe('Whether guests may have parties.'),
    quiet_from: nullableText.describe('From when it must be quiet, `HH:MM`.'),
    quiet_until: nullableText.describe('Until when it must be quiet, `HH:MM`.'),
    minimum_age: z.int().nullable().describe('Of the guest who books, in years.'),
    text: nullableText.describe('Further rules, in lines.'),
  })
  .meta({ id: 'HouseRules', description: 'What guests must heed. Null: nothing is said.' });

export const houseRulesField = {
  write: objectEntry({
    smoking: booleanField.nullish().describe('Whether guests may smoke.'),
    parties: booleanField.nullish().describe('Whether guests may have parties.'),
    quiet_from: timeOfDayField.nullish().describe('When it must be quiet.'),
    quiet_until: timeOfDayField.nullish().describe('Until when it must be quiet.'),
    minimum_age: integer(0, MAX_AGE_OF_HOUSE_RULES).nullish().describe('Of the guest who books.'),
    text: optionalLongText(MAX_HOUSE_RULES_LENGTH).describe('Further rules.'),
  })
    .nullish()
    .describe('What guests must heed. Keys that are left out keep their values; null clears them all.'),
  read: houseRulesSchema.describe('Its own. Null where nothing is said.'),
  present: (rules: HouseRules | null) => completeHouseRules(rules),
};

export const roomsSchema = z.array(
  z
    .object({
      name: z.string().describe('Such as Bedroom 1.'),
      beds: z
        .array(
          z.object({
            kind: wordSchema(BED_KINDS).describe('The kind of bed.'),
            count: z.int().describe('How many of this kind.'),
          }),
        )
        .describe('Its beds, each kind once.'),
    })
    .meta({ id: 'Room', description: 'A room with its beds.' }),
);

const bedEntry = objectEntry({
  kind: wordField(BED_KINDS).describe('The kind of bed.'),
  count: integer(1, MAX_BEDS_OF_KIND).describe('How many of this kind.'),
});

export const roomsField = {
  write: listOf(
    objectEntry({
      name: requiredText(MAX_NAME_LENGTH).describe('Such as Bedroom 1.'),
      beds: distinctListOf(bedEntry, MAX_BED_KINDS_OF_ROOM, {
        field: 'kind',
        value: bedEntry.shape.kind,
        error: 'must not be that of another entry',
      })
        .nullish()
        .transform((beds) => beds ?? [])
        .describe('Its beds, each kind once. Default: [].'),
    }),
    MAX_ROOMS_OF_LISTING,
  )
    .nullish()
    .describe('Its rooms, replaced as a whole. Their beds need not add up to `beds_count`. Default: [].'),
  read: roomsSchema.describe('In the order in which they were given.'),
  present: (rooms: readonly Room[]) =>
    rooms.map(({ name, beds }) => ({ name, beds: beds.map(({ kind, count }) => ({ kind, count })) })),
};
