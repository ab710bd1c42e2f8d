/** What a place offers to guests (docs/rules.md, 5.16). */
import { z } from 'zod';
import { describeAmenities } from '../../domain/amenities.ts';
import { completeHouseRules } from '../../domain/house-rules.ts';
import { chooseText, type LanguageChoice } from '../../domain/translations.ts';
import { CHARGE_BASES } from '../../domain/vocabulary.ts';
import type { SiteDetails } from '../../services/availability/site-details.ts';
import { amountSchema, idOf, nullableText, wordSchema } from '../formats.ts';
import { amenitySchema, houseRulesSchema, roomsField, roomsSchema } from '../listings/furnishings.ts';
import { shownListingFields, shownPartyLimits } from '../listings/shown.ts';
import { fallbackLanguage, presentName } from '../price.ts';
import { findFallbackLanguage } from './chosen-text.ts';
import { chooseTextsOnSite } from './listing.ts';

const siteDetailsSchema = z
  .object({
    amenities: z
      .array(
        z.object({
          code: amenitySchema,
          name: z.string().describe('What guests read.'),
          group: z.string().describe('The heading under which pages show it.'),
        }),
      )
      .describe('In the order of their codes. A unit type has those of its building besides.'),
    house_rules: houseRulesSchema
      .extend({ lang: fallbackLanguage })
      .describe('What a unit type does not say is as its building says.'),
    rooms: roomsSchema.describe('In the order in which the team has given them.'),
    photos: z
      .array(
        z.object({
          id: idOf('the photo'),
          caption: nullableText.describe('What it shows, in a sentence. Null if it is not said.'),
          lang: fallbackLanguage,
        }),
      )
      .describe('Those of the listing, in the same order.'),
    party: z
      .object({
        max_guests: shownListingFields.max_guests,
        ...shownPartyLimits,
        infant_age: z.int().describe('Children younger than this are infants, and no guests.'),
      })
      .describe('Who may stay. Null: no limit of its own.'),
    extras: z
      .array(
        z.object({
          code: z.string().describe('What a quote or a booking names.'),
          name: z.string().describe('What guests read.'),
          lang: fallbackLanguage,
          basis: wordSchema(CHARGE_BASES).describe('How it is counted, or `percent`.'),
          amount: amountSchema
            .nullable()
            .describe('In the minor unit of the team’s currency. Null for a percentage.'),
          max_quantity: z.int().nullable().describe('How many of it can be chosen.'),
        }),
      )
      .describe('What can be chosen, by code. Those whose dates are over are left out.'),
    check_in_time: shownListingFields.check_in_time,
    check_out_time: shownListingFields.check_out_time,
    registration_number: nullableText.describe(
      'The number under which the authorities know it. Null if it has none.',
    ),
  })
  .meta({ id: 'PublicListingDetails', description: 'What a place offers, and who may stay.' });

export const siteDetailsAnswer = z.object({ data: siteDetailsSchema });

/** In words, they are in the language of the listing's other texts. */
function presentHouseRules(details: SiteDetails, choice: LanguageChoice) {
  const { rulesText, language } = chooseTextsOnSite(details, choice);
  const rules = completeHouseRules(details.houseRules, details.houseRulesOfBuilding);
  return { ...rules, text: rulesText, lang: findFallbackLanguage({ text: rulesText, language }, choice) };
}

export const presentSiteDetails = (
  details: SiteDetails,
  choice: LanguageChoice,
): z.infer<typeof siteDetailsSchema> => ({
  amenities: describeAmenities(
    [...details.amenities, ...(details.amenitiesOfBuilding ?? [])],
    choice.language,
  ),
  house_rules: presentHouseRules(details, choice),
  rooms: roomsField.present(details.rooms),
  photos: details.photos.map(({ id, caption, translations }) => {
    const chosen = chooseText(caption, translations, 'caption', choice);
    return { id, caption: chosen.text, lang: findFallbackLanguage(chosen, choice) };
  }),
  party: {
    max_guests: details.maxGuests,
    max_children: details.maxChildren,
    max_infants: details.maxInfants,
    max_pets: details.maxPets,
    infant_age: details.infantAge,
  },
  extras: details.extras.map(({ code, name, translations, basis, amountCents, maxQuantity }) => ({
    code,
    ...presentName(chooseText(name, translations ?? null, 'name', choice), choice),
    basis,
    amount: amountCents,
    max_quantity: maxQuantity,
  })),
  check_in_time: details.checkInTime,
  check_out_time: details.checkOutTime,
  registration_number: details.registrationNumber,
});
