import {
  amount,
  date,
  defineForm,
  integer,
  longText,
  optional,
  optionalAmount,
  orNull,
  required,
} from '../../../../web/form-table.ts';
import { BOOKING_LANGUAGE } from '../languages/guest-language.ts';

/** Its dates have the names with which the calendar leads to the form. */
export const BLOCK = defineForm(
  {
    start_date: orNull(date('The first night')),
    end_date: orNull(date('The day on which it is free again')),
    reason: longText('The reason'),
  },
  { start_date: 'check_in', end_date: 'check_out' },
);

/** Of a stay that a channel has sold. An agreed total is the only one of its totals. */
export const defineStayGuest = (currency: string) =>
  defineForm(
    {
      'guest.name': required('Name'),
      'guest.email': optional('Email'),
      'guest.phone': optional('Phone'),
      number_of_guests: integer('Guests'),
      totals: {
        ...optionalAmount('Agreed total', currency),
        read(form, name) {
          const total = amount('Agreed total', currency).read(form, name);
          return total === null ? null : { grand_total: total };
        },
      },
      language: BOOKING_LANGUAGE,
      notes: longText('Notes'),
    },
    { totals: 'total' },
  );
