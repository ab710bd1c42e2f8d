import { z } from 'zod';
import type { Unit } from '../services/catalogue/units.ts';
import { unitSchema as unitEntry } from '../services/team-data/listing.ts';
import { idField } from './fields.ts';
import { idSchema } from './formats.ts';
import { pageSchema } from './page.ts';

export const unitSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    active: z.boolean().describe('Whether it is sold.'),
    listing_id: idSchema,
  })
  .meta({ id: 'Unit' });

export const presentUnit = ({ id, name, active, listingId }: Unit): z.infer<typeof unitSchema> => ({
  id,
  name,
  active,
  listing_id: listingId,
});

export const unitParams = z.object({ unit: idField.describe('The unit’s id.') });

export const unitAnswer = z.object({ data: unitSchema });
export const unitPage = pageSchema(unitSchema);

const fields = unitEntry.omit({ id: true });
export const newUnitBody = fields.meta({ id: 'NewUnit', examples: [{ name: '12' }] });
export const unitChangeBody = fields.partial({ name: true }).meta({ id: 'UnitChange' });

export const unitCalendarAnswer = z.object({
  data: z
    .object({ url: z.string().describe('Anyone with this address can read the calendar.') })
    .meta({ id: 'UnitCalendar' }),
});

/** The address at which a calendar is read. `base` is the address of the service. */
export const calendarUrl = (base: string, secret: string): string => `${base}/calendars/${secret}.ics`;
