/** What a guest sends to book on the site. */
import { z } from 'zod';
import type { NewSiteBooking } from '../../services/bookings/site.ts';
import { stayChecks, stayParameters } from '../availability.ts';
import { extrasField, guestsCheck, guestsFields, toExtras, toPartyOfBody } from '../bookings/party.ts';
import { emailField } from '../fields/emails.ts';
import {
  addressedNameField,
  computedCentsField,
  couponCodeField,
  nameField,
  notesField,
  phoneField,
} from '../fields/fields.ts';

export const newSiteBookingBody = z
  .object({
    listing: nameField.describe('The slug of a listing that the site shows.'),
    check_in: stayParameters.check_in,
    check_out: stayParameters.check_out,
    ...guestsFields,
    extras: extrasField.describe('The chosen extras: optional fees by their codes.'),
    guest: z
      .object({
        name: addressedNameField.describe('The whole name, without an address of the web.'),
        email: emailField.describe('Where messages about the booking go.'),
        phone: phoneField.describe('In any form.'),
      })
      .describe('Who books.'),
    coupon_code: couponCodeField.describe('In either case; empty is none.'),
    special_requests: notesField.describe('The guest’s wishes.'),
    expected_total: computedCentsField.describe(
      'The grand total that the guest has agreed to. If the price differs, the answer is a 409.',
    ),
  })
  .check(...stayChecks, guestsCheck)
  .transform(
    (body): Omit<NewSiteBooking, 'address' | 'language'> => ({
      slug: body.listing,
      stay: { checkIn: body.check_in, checkOut: body.check_out },
      party: toPartyOfBody(body),
      extras: toExtras(body.extras),
      guest: { name: body.guest.name, email: body.guest.email, phone: body.guest.phone ?? null },
      couponCode: body.coupon_code ?? null,
      specialRequests: body.special_requests ?? null,
      expectedTotalCents: body.expected_total,
    }),
  )
  .meta({
    id: 'NewSiteBooking',
    description: 'A guest’s request for a stay, or a booking at once.',
    examples: [
      {
        listing: 'sea-loft',
        check_in: '2027-04-26',
        check_out: '2027-04-29',
        number_of_guests: 3,
        guest: { name: 'Bea Lind', email: 'bea.lind@example.com' },
        expected_total: 49231,
      },
    ],
  });
