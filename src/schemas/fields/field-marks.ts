/**
 * Columns with special treatment, such as personal data that is erased with the guest, from the tables of
 * fields.
 */
import type { FieldMarks } from '../../services/field-marks.ts';
import { bookingFields, endFields } from '../bookings/fields.ts';
import { guestFields } from '../guest.ts';
import { listColumns, pickFields } from './row-fields.ts';

export const fieldMarks: FieldMarks = {
  personal: {
    guests: listColumns(pickFields(guestFields, 'personal', true)),
    bookings: listColumns(pickFields({ ...bookingFields, ...endFields }, 'personal', true)),
  },
};
