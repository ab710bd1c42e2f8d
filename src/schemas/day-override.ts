import { z } from 'zod';
import type { DayOverride } from '../services/catalogue/days.ts';
import { dayAsGiven } from '../services/team-data/days.ts';
import { amountSchema, dateSchema } from './formats.ts';

export const dayOverrideSchema = z
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

export const presentDayOverride: (day: DayOverride) => z.infer<typeof dayOverrideSchema> = dayAsGiven;
