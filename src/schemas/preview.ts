import { z } from 'zod';
import type { BookingPreview } from '../services/bookings/preview.ts';
import { bookingSchema, presentBooking } from './bookings/booking.ts';
import { folioSchema, presentFolio } from './bookings/folio.ts';
import { amountSchema } from './formats.ts';

const previewSchema = z
  .object({
    booking: bookingSchema,
    folio: folioSchema.nullable().describe('Null without the permission `money:read`.'),
    previous_total: amountSchema.nullable().describe('The grand total before; null for a new booking.'),
    difference: amountSchema.describe('By how much the grand total changes; for a new booking all of it.'),
    price_agreed_kept: z
      .boolean()
      .describe(
        'Whether the number of nights changes, and an agreed price stays because no other one is given.',
      ),
  })
  .meta({ id: 'BookingPreview', description: 'What a write would do. Nothing is stored.' });

export const previewAnswer = z.object({ data: previewSchema });

export const presentPreview = (preview: BookingPreview, baseUrl: string): z.infer<typeof previewAnswer> => ({
  data: {
    booking: presentBooking(preview.booking, baseUrl),
    folio: preview.folio && presentFolio(preview.folio),
    previous_total: preview.previousTotalCents,
    difference: preview.differenceCents,
    price_agreed_kept: preview.isAgreedPriceKept,
  },
});
