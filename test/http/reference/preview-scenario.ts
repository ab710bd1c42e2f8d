import { idFor } from '../../../demo/identity.ts';
import type { Recorder } from './recorder.ts';

const LISTING = idFor('listing sea-loft');
/** Bookings of the demo that no other example changes. */
const BOOKING = idFor('booking HB9C6SBK');
const CANCELLED = idFor('booking HB5V2KAJ');

const NEW = {
  listing_id: LISTING,
  check_in: '2027-05-06',
  check_out: '2027-05-10',
  number_of_guests: 2,
  guest: { name: 'Bea Lind', email: 'bea.lind@example.com' },
};

/** Returns the confirmation code of the previewed booking, which is random. */
export async function tellPreviews({ ask }: Recorder): Promise<string> {
  const { data } = await ask('previewBooking', {
    as: ['preview', 'A booking as it would be'],
    status: 200,
    body: NEW,
  });
  await ask('previewBooking', {
    as: ['priceChanged', 'Another price than was agreed'],
    status: 409,
    body: { ...NEW, expected_total: 100 },
  });
  await ask('previewBooking', {
    as: ['invalid', 'A booking that is not pending holds nothing'],
    status: 422,
    body: { ...NEW, expires_in: 30 },
  });
  const parameters = { booking: BOOKING };
  await ask('previewBookingChange', {
    as: ['preview', 'With one guest'],
    status: 200,
    parameters,
    body: { number_of_guests: 1 },
  });
  await ask('previewBookingChange', {
    as: ['invalid', 'No guest at all'],
    status: 422,
    parameters,
    body: { number_of_guests: 0 },
  });
  await ask('previewBookingChange', {
    as: ['priceChanged', 'Another price than was agreed'],
    status: 409,
    parameters,
    body: { number_of_guests: 1, expected_total: 100 },
  });
  await ask('previewBookingCancellation', {
    as: ['preview', 'What a cancellation would leave'],
    status: 200,
    parameters,
    body: {},
  });
  await ask('previewBookingCancellation', {
    as: ['notCancellable', 'The booking is cancelled already'],
    status: 422,
    parameters: { booking: CANCELLED },
  });
  return data.booking.confirmation_code;
}
