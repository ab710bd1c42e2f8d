/** The body of a booking from the booking site (contract, section 16). */
import { z } from 'zod';
import {
  MAX_CODE_LENGTH,
  MAX_COMPUTED_CENTS,
  MAX_GUESTS,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '../domain/limits.ts';
import type { WantedOnSite } from '../services/bookings/site.ts';
import { emailField, nullableLongText, nullableTextField, requiredText, validIn } from './fields.ts';
import { dateField, stayChecks } from './stay-parameters.ts';

export const siteBookingBody = z
  .object({
    listing: requiredText(MAX_NAME_LENGTH).describe('The slug of a listing that the site shows.'),
    check_in: dateField,
    check_out: dateField,
    number_of_guests: z.int().min(1).max(MAX_GUESTS),
    guest: z.object({
      name: requiredText(MAX_NAME_LENGTH),
      email: emailField,
      phone: nullableTextField(MAX_PHONE_LENGTH).optional(),
    }),
    coupon_code: nullableTextField(MAX_CODE_LENGTH).optional(),
    special_requests: nullableLongText(MAX_NOTES_LENGTH).optional().describe('The guest’s wishes.'),
    expected_total: z
      .int()
      .min(0)
      .max(MAX_COMPUTED_CENTS)
      .describe('The grand total that the guest has agreed to. If the price differs, the answer is a 409.'),
  })
  .check(...stayChecks)
  .meta({ id: 'NewSiteBooking' });

export const wantedOnSite = (body: z.infer<typeof siteBookingBody>): Omit<WantedOnSite, 'address'> => ({
  slug: body.listing,
  stay: { checkIn: body.check_in, checkOut: body.check_out },
  numberOfGuests: body.number_of_guests,
  guest: { name: body.guest.name, email: body.guest.email, phone: body.guest.phone ?? null },
  couponCode: body.coupon_code ?? null,
  specialRequests: body.special_requests ?? null,
  expectedTotalCents: body.expected_total,
});

/** The slug in a body whose other fields may be wrong. */
export function slugIn(body: unknown): string | null {
  return validIn(body, 'listing', siteBookingBody.shape.listing);
}
