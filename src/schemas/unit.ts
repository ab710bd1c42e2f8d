import { z } from 'zod';
import type { Unit } from '../services/catalogue/units.ts';
import { idSchema } from './formats.ts';

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
