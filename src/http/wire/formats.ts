/** The kinds of fields that answers are made of (contract, section 2), and what the reference says of them. */
import { z } from 'zod';

export const idSchema = z.string().meta({ format: 'uuid' });
export const dateSchema = z.string().meta({ format: 'date' });
export const instantSchema = z.string().meta({ format: 'date-time' });
export const nullableText = z.string().nullable();
/** An amount in the currency's minor unit. */
export const amountSchema = z.int();
/** A text of which the reference names every value. */
export const wordSchema = (words: readonly string[]) => z.string().meta({ enum: [...words] });

export const currencySchema = z
  .string()
  .describe('ISO 4217. Every amount beside it is a whole number of its minor unit.');
const timeOfDay = z.string().meta({ pattern: '^[0-2][0-9]:[0-5][0-9]$' });
/** What listings say of time, alike for the team and for anyone. */
export const hoursSchema = {
  timezone: z.string().describe('IANA name, as `Europe/Lisbon`. “Today” is the date there.'),
  check_in_time: timeOfDay.describe('`HH:MM`, local to the listing.'),
  check_out_time: timeOfDay.describe('`HH:MM`, local to the listing.'),
};
