import { z } from 'zod';
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import type { UnitChange, UnitColumns } from '../../services/catalogue/part-rows.ts';
import type { Unit } from '../../services/catalogue/units.ts';
import { booleanField, idField, objectEntry, requiredText } from '../fields.ts';
import { idSchema, type PresentedEntry } from '../formats.ts';
import { pageSchema } from '../page.ts';

export const unitEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  name: requiredText(MAX_NAME_LENGTH).describe('Identifies the unit within its listing.'),
  active: booleanField.nullish().meta({ description: 'Whether it can be booked.', default: true }),
});

export type UnitEntry = z.infer<typeof unitEntry>;

/** The columns that an entry sets. */
export const toUnitColumns = ({ id, name, active }: UnitEntry): UnitColumns => ({ id, name, active });

export const presentUnitEntry = ({ id, name, active }: Omit<Unit, 'teamId'>) =>
  ({ id, name, active }) satisfies PresentedEntry<UnitEntry>;

const unitSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    active: z.boolean().describe('Whether it is sold.'),
    listing_id: idSchema,
  })
  .meta({ id: 'Unit' });

export const presentUnit = (unit: Unit): z.infer<typeof unitSchema> => ({
  ...presentUnitEntry(unit),
  listing_id: unit.listingId,
});

export const unitParams = z.object({ unit: idField.describe('The unit’s id.') });

export const unitAnswer = z.object({ data: unitSchema });
export const unitListAnswer = pageSchema(unitSchema);

const unitBodyFields = unitEntry.pick({ name: true, active: true });
export const newUnitBody = unitBodyFields
  .transform(toUnitColumns)
  .meta({ id: 'NewUnit', examples: [{ name: '12' }] });
export const unitChangeBody = unitBodyFields
  .partial({ name: true })
  .transform(({ name, active }): UnitChange => ({ name, active }))
  .meta({ id: 'UnitChange', examples: [{ active: false }] });

export const unitCalendarAnswer = z.object({
  data: z
    .object({ url: z.string().describe('Anyone with this address can read the calendar.') })
    .meta({ id: 'UnitCalendar' }),
});

/** The address at which a calendar is read. `base` is the address of the service. */
export const buildUnitCalendarUrl = (base: string, secret: string): string =>
  `${base}/calendars/${secret}.ics`;
