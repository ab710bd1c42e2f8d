/** Schemas of what a place offers to guests: rooms, amenities and house rules (docs/rules.md, 5.16). */
import { z } from 'zod';
import { describeAmenities } from '../../domain/amenities.ts';
import { completeHouseRules } from '../../domain/house-rules.ts';
import { CHARGE_BASES } from '../../domain/vocabulary.ts';
import type { SiteDetails } from '../../services/availability/site-details.ts';
import { amountSchema, idSchema, nullableText, wordSchema } from '../formats.ts';
import { amenitySchema, houseRulesSchema, roomsField, roomsSchema } from '../listings/furnishings.ts';

const siteDetailsSchema = z
  .object({
    amenities: z
      .array(z.object({ code: amenitySchema, name: z.string(), group: z.string() }))
      .describe('In the order of their codes. A unit type has those of its building besides.'),
    house_rules: houseRulesSchema.describe('What a unit type does not say is as its building says.'),
    rooms: roomsSchema,
    photos: z
      .array(z.object({ id: idSchema, caption: nullableText }))
      .describe('Those of the listing, in the same order.'),
    party: z
      .object({
        max_guests: z.int(),
        max_children: z.int().nullable(),
        max_infants: z.int().nullable(),
        max_pets: z.int(),
        infant_age: z.int().describe('Children younger than this are infants, and no guests.'),
      })
      .describe('Who may stay. Null: no limit of its own.'),
    extras: z
      .array(
        z.object({
          code: z.string(),
          name: z.string(),
          basis: wordSchema(CHARGE_BASES),
          amount: amountSchema.nullable(),
          max_quantity: z.int().nullable(),
        }),
      )
      .describe('What can be chosen, by code. Those whose dates are over are left out.'),
    check_in_time: z.string(),
    check_out_time: z.string(),
    registration_number: nullableText,
  })
  .meta({ id: 'PublicListingDetails' });

export const siteDetailsAnswer = z.object({ data: siteDetailsSchema });

export const presentSiteDetails = (details: SiteDetails): z.infer<typeof siteDetailsSchema> => ({
  amenities: describeAmenities([...details.amenities, ...(details.amenitiesOfBuilding ?? [])]),
  house_rules: completeHouseRules(details.houseRules, details.houseRulesOfBuilding),
  rooms: roomsField.present(details.rooms),
  photos: details.photos.map(({ id, caption }) => ({ id, caption })),
  party: {
    max_guests: details.maxGuests,
    max_children: details.maxChildren,
    max_infants: details.maxInfants,
    max_pets: details.maxPets,
    infant_age: details.infantAge,
  },
  extras: details.extras.map(({ code, name, basis, amountCents, maxQuantity }) => ({
    code,
    name,
    basis,
    amount: amountCents,
    max_quantity: maxQuantity,
  })),
  check_in_time: details.checkInTime,
  check_out_time: details.checkOutTime,
  registration_number: details.registrationNumber,
});
