/** The kinds of fields in answers, with their descriptions in the reference. */
import { z } from 'zod';

export const idSchema = z
  .string()
  .meta({ format: 'uuid', examples: ['01943600-0000-7000-8000-00000000002a'] });
export const dateSchema = z.string().meta({ format: 'date', examples: ['2027-04-01'] });
export const instantSchema = z
  .string()
  .meta({ format: 'date-time', examples: ['2027-01-05T14:03:22+00:00'] });
export const nullableText = z.string().nullable();
/** The field for an amount in the currency's minor unit. */
export const amountSchema = z.int().meta({ examples: [12050] });
/** A field for a text of which the reference lists every value. */
export const wordSchema = (words: readonly string[]) => z.string().meta({ enum: [...words] });

export const currencySchema = z.string().meta({
  description: 'ISO 4217. All amounts of the object are whole numbers of its minor unit.',
  examples: ['EUR'],
});
const timeOfDaySchema = z.string().meta({ pattern: '^[0-2][0-9]:[0-5][0-9]$', examples: ['15:00'] });
/** A listing's time zone and times of day, the same for the team and the public. */
export const listingHoursFields = {
  timezone: z.string().meta({
    description: 'IANA name, such as `Europe/Lisbon`. “Today” is the date there.',
    examples: ['Europe/Lisbon'],
  }),
  check_in_time: timeOfDaySchema.describe('`HH:MM`, local to the listing.'),
  check_out_time: timeOfDaySchema.describe('`HH:MM`, local to the listing.'),
};

export const noContentAnswer = z.null().describe('Deleted: the answer has no body.');

/** Some or all fields of an entry, for example for a body. */
export type SomeFields<Entry> = { [Field in keyof Entry]?: Entry[Field] | undefined };

/** Every field of an entry of a team file, so that a presenter that leaves one out does not compile. */
export type PresentedEntry<Entry> = Record<keyof Entry, unknown>;
