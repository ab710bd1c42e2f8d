/** What the tables of fields say to services: the exceptions, never the list of all. */
import type { FieldMarks } from '../services/field-marks.ts';
import { listingFields } from './listings/fields.ts';
import { listColumns, pickFields } from './row-fields.ts';

export const fieldMarks: FieldMarks = {
  untouchedBy: { listings: new Set(listColumns(pickFields(listingFields, 'touches', false))) },
};
