/** The sets of exceptional fields that services get from the tables of fields, such as the personal ones. */
import type { FieldMarks } from '../services/field-marks.ts';
import { bookingFields, endFields } from './booking-fields.ts';
import { guestFields } from './guest.ts';
import { listingFields } from './listings/fields.ts';
import { unitFields } from './listings/unit.ts';
import { listColumns, pickFields } from './row-fields.ts';

export const fieldMarks: FieldMarks = {
  untouchedBy: {
    listings: new Set(listColumns(pickFields(listingFields, 'touches', false))),
    units: new Set(listColumns(pickFields(unitFields, 'touches', false))),
  },
  personal: {
    guests: listColumns(pickFields(guestFields, 'personal', true)),
    bookings: listColumns(pickFields({ ...bookingFields, ...endFields }, 'personal', true)),
  },
};
