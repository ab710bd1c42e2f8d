import { z } from 'zod';
import type { Unit } from '../services/catalogue/units.ts';
import { unitSchema as unitEntry } from '../services/team-data/listing.ts';
import { idSchema } from './formats.ts';
import { pageParameters, pageSchema } from './page.ts';

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

export const unitAnswer = z.object({ data: unitSchema });
export const unitPage = pageSchema(unitSchema);
export const unitQuery = z.object(pageParameters);

const fields = unitEntry.omit({ id: true });
export const newUnitBody = fields.meta({ id: 'NewUnit' });
export const unitChangeBody = fields.partial({ name: true }).meta({ id: 'UnitChange' });
