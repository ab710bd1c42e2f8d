/** The sets of exceptional fields that services get from the tables of fields, such as the personal ones. */
import type { FieldMarks } from '../services/field-marks.ts';
import { bookingFields, endFields } from './booking-fields.ts';
import { guestFields } from './guest.ts';
import { listColumns, pickFields } from './row-fields.ts';

export const fieldMarks: FieldMarks = {
  personal: {
    guests: listColumns(pickFields(guestFields, 'personal', true)),
    bookings: listColumns(pickFields({ ...bookingFields, ...endFields }, 'personal', true)),
  },
};
