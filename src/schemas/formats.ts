/** Fields of answers, with their descriptions in the API reference. */
import { z } from 'zod';

export const idSchema = z.string().meta({
  description: 'A UUID in lower case. It never changes.',
  format: 'uuid',
  examples: ['01943600-0000-7000-8000-00000000002a'],
});
export const idOf = (thing: string) => idSchema.describe(`The UUID of ${thing}, in lower case.`);
export const dateSchema = z.string().meta({ format: 'date', examples: ['2027-04-01'] });
export const instantSchema = z
  .string()
  .meta({ format: 'date-time', examples: ['2027-01-05T14:03:22+00:00'] });
export const createdAtSchema = instantSchema.describe('When it was created: to the second, in UTC.');
export const updatedAtSchema = instantSchema.describe('When it was last changed: to the second, in UTC.');
export const nullableText = z.string().nullable();
/** In the currency's minor unit. */
export const amountSchema = z
  .int()
  .meta({ description: 'In the minor unit of the currency, such as cents.', examples: [12050] });
/** The API reference lists the words. */
export const wordSchema = (words: readonly string[]) => z.string().meta({ enum: [...words] });

export const confirmationCodeSchema = z
  .string()
  .describe('The code by which the guest and the team name the booking, unique within the team.');
export const stayFields = {
  check_in: dateSchema.describe('The day of arrival.'),
  check_out: dateSchema.describe(
    'The day of departure: the night that begins on it is not part of the stay.',
  ),
};

export const currencySchema = z.string().meta({
  description: 'ISO 4217. All amounts of the object are whole numbers of its minor unit.',
  examples: ['EUR'],
});
const timeOfDaySchema = z.string().meta({ pattern: '^[0-2][0-9]:[0-5][0-9]$', examples: ['15:00'] });
/** Shown to the team and to the public. */
export const listingHoursFields = {
  timezone: z.string().meta({
    description: 'IANA name, such as `Europe/Lisbon`. “Today” is the date there.',
    examples: ['Europe/Lisbon'],
  }),
  check_in_time: timeOfDaySchema.describe(
    'The time from which guests may arrive: `HH:MM`, local to the listing.',
  ),
  check_out_time: timeOfDaySchema.describe(
    'The time by which guests must leave: `HH:MM`, local to the listing.',
  ),
};

export const noContentAnswer = z.null().describe('Deleted: the answer has no body.');

export type SomeFields<Entry> = { [Field in keyof Entry]?: Entry[Field] | undefined };

/** All fields, so that code which writes an entry does not compile if it forgets one. */
export type PresentedEntry<Entry> = Record<keyof Entry, unknown>;
