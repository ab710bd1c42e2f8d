import { z } from 'zod';
import type { ChangedDays, DayOverride } from '../services/catalogue/days.ts';
import { dayAsGiven, daysChange, manyDaysChange } from '../services/team-data/days.ts';
import { dateField, orderCheck } from './fields.ts';
import { amountSchema, dateSchema } from './formats.ts';

const dayOverrideSchema = z
  .object({
    date: dateSchema,
    nightly: amountSchema.nullable().describe('Null for the season’s or the listing’s.'),
    min_stay: z.int().nullable(),
    max_stay: z.int().nullable(),
    closed_for_arrival: z.boolean(),
    closed_for_departure: z.boolean(),
    closed: z.boolean(),
  })
  .meta({ id: 'DayOverride' });

export const dayOverridesAnswer = z.object({ data: z.array(dayOverrideSchema) });
export const presentDayOverrides = (days: readonly DayOverride[]): z.infer<typeof dayOverridesAnswer> => ({
  data: days.map(dayAsGiven),
});

export const daysQuery = z
  .object({
    start_date: dateField.describe('The first day.'),
    end_date: dateField.describe('The last day.'),
  })
  .check(orderCheck('start_date', 'end_date'));

export const daysChangeBody = daysChange.meta({ id: 'DaysChange' });

export const manyDaysChangeBody = manyDaysChange
  .transform(({ updates }) => updates.map(({ listing_id, ranges }) => ({ listingId: listing_id, ranges })))
  .meta({ id: 'ManyDaysChange' });
export const changedDaysAnswer = z.object({ data: z.object({ listings: z.int(), days: z.int() }) });
export const presentChangedDays = ({ listings, days }: ChangedDays): z.infer<typeof changedDaysAnswer> => ({
  data: { listings, days },
});
