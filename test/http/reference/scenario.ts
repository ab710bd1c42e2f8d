/**
 * The examples of the reference. The first successful request of each operation also fills in its form on the page, so
 * it names only entities that every demo has, by their fixed ids.
 */
import { idFor } from '../../../demo/identity.ts';
import type { Recorder } from './recorder.ts';

const SITE = { teamSlug: 'harbour' };
const LOFT = { ...SITE, listingSlug: 'sea-loft' };
const STAY = { check_in: '2027-04-01', check_out: '2027-04-04' };
/** Four nights: long enough in every season. */
const LONGER_STAY = { check_in: '2027-04-08', check_out: '2027-04-12' };
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
const LISTING = idFor('listing sea-loft');
const UNIT = idFor('unit sea-loft Loft A');
const GUEST = idFor('guest bea');
/** Bookings of the demo. Each operation that changes one has its own, so that they can be tried in any order. */
const BOOKINGS = {
  shown: idFor('booking HB7K2M9Q'),
  pending: idFor('booking HB8Q3VJY'),
  changed: idFor('booking HB2P7ULX'),
  unpaid: idFor('booking HB9C6SBK'),
  cancelled: idFor('booking HB5V2KAJ'),
};
const BAD_KEY = { 'idempotency-key': 'not one word' };

export async function tellBookingSite({ ask }: Recorder) {
  await ask('listPublicListings', {
    as: ['page', 'A page of one'],
    status: 200,
    parameters: { ...SITE, page: '1', per_page: '1' },
  });
  await ask('listPublicListings', {
    as: ['tooMany', 'More per page than allowed'],
    status: 422,
    parameters: { ...SITE, per_page: '500' },
  });
  await ask('getPublicListing', {
    as: ['place', 'A place of its own'],
    status: 200,
    parameters: LOFT,
  });
  await ask('getPublicListing', {
    as: ['building', 'A building with its unit types'],
    status: 200,
    parameters: { ...SITE, listingSlug: 'pier-house' },
  });
  await ask('getPublicTerms', { as: ['terms', 'What a guest agrees to'], status: 200, parameters: LOFT });
  const quote = (as: [string, string], query: Record<string, string>, status = 200) =>
    ask('getPublicAvailability', { as, status, parameters: { ...LOFT, ...query } });
  await quote(['available', 'An available stay'], { ...STAY, guests: '3', coupon_code: 'spring15' });
  await quote(['unavailable', 'A stay that breaks two rules'], {
    check_in: '2027-04-01',
    check_out: '2027-04-02',
    guests: '6',
  });
  await quote(
    ['invalid', 'A check-out before the check-in'],
    { check_in: '2027-04-04', check_out: '2027-04-01' },
    422,
  );
  await quote(['coupon', 'A coupon that does not apply'], { ...STAY, coupon_code: 'SUMMER99' }, 422);
  await ask('searchPublicListings', {
    as: ['page', 'The two least expensive places for a stay'],
    status: 200,
    parameters: { ...SITE, ...LONGER_STAY, guests: '2', per_page: '2' },
  });
  await ask('searchPublicListings', {
    as: ['distance', 'By distance, but from nowhere'],
    status: 422,
    parameters: { ...SITE, ...LONGER_STAY, sort: 'distance' },
  });
  await ask('getPublicCalendar', {
    as: ['days', 'Three days'],
    status: 200,
    parameters: { ...LOFT, start_date: '2027-04-01', end_date: '2027-04-03' },
  });
  await ask('getPublicCalendar', {
    as: ['invalid', 'An end before the start'],
    status: 422,
    parameters: { ...LOFT, start_date: '2027-04-03', end_date: '2027-04-01' },
  });
}

export async function tellListings({ ask }: Recorder) {
  const listing = LISTING;
  await ask('getAccount', { as: ['account', 'A team and its token'], status: 200 });
  await ask('getAccount', {
    as: ['noToken', 'Without a token'],
    status: 401,
    headers: { authorization: '' },
  });
  await ask('getAccount', {
    as: ['unknownParameter', 'A parameter that it does not have'],
    status: 422,
    parameters: { verbose: 'true' },
  });
  await ask('listListings', {
    as: ['page', 'A page of one'],
    status: 200,
    parameters: { status: 'active', kind: 'standalone,building', page: '1', per_page: '1' },
  });
  await ask('listListings', {
    as: ['unknown', 'An unknown status'],
    status: 422,
    parameters: { status: 'open' },
  });
  await ask('getListing', { as: ['listing', 'A listing'], status: 200, parameters: { listing } });
  await ask('getAvailability', {
    as: ['available', 'An available stay'],
    status: 200,
    parameters: { listing, ...STAY, guests: '3', coupon_code: 'spring15' },
  });
  await ask('getAvailability', {
    as: ['invalid', 'A check-out before the check-in'],
    status: 422,
    parameters: { listing, check_in: '2027-04-04', check_out: '2027-04-01' },
  });
  await ask('getAvailability', {
    as: ['alternatives', 'A stay that is too short, and two that are not'],
    status: 200,
    parameters: { listing, check_in: '2027-04-01', check_out: '2027-04-02', alternatives: '2' },
  });
  await ask('searchListings', {
    as: ['nearest', 'The place that is nearest, and why it cannot be had'],
    status: 200,
    parameters: {
      ...{ ...LONGER_STAY, guests: '2', near: '38.7113,-9.1425', sort: 'distance' },
      ...{ available: 'all', alternatives: '1', per_page: '1' },
    },
  });
  await ask('searchListings', {
    as: ['invalid', 'Bounds without a currency'],
    status: 422,
    parameters: { ...LONGER_STAY, total_max: '50000' },
  });
  await ask('listCalendars', {
    as: ['page', 'Two days of two listings'],
    status: 200,
    parameters: { start_date: '2027-04-01', end_date: '2027-04-02', status: 'active', per_page: '2' },
  });
  await ask('listCalendars', {
    as: ['tooLong', 'More days than allowed'],
    status: 422,
    parameters: { start_date: '2027-04-01', end_date: '2027-12-31' },
  });
  await ask('listOccupancies', {
    as: ['page', 'What takes the units of a listing in a month'],
    status: 200,
    parameters: { from: '2027-01-01', to: '2027-02-01', listing_id: listing, per_page: '2' },
  });
  await ask('listOccupancies', {
    as: ['invalid', 'An end before the start'],
    status: 422,
    parameters: { from: '2027-02-01', to: '2027-01-01' },
  });
  await ask('getCalendar', {
    as: ['days', 'Three days'],
    status: 200,
    parameters: { listing, start_date: '2027-04-01', end_date: '2027-04-03' },
  });
  await ask('getCalendar', {
    as: ['invalid', 'A date that does not exist'],
    status: 422,
    parameters: { listing, start_date: '2027-02-30', end_date: '2027-04-03' },
  });
}

/** Returns the new booking's confirmation code, the only random part of the examples besides ids. */
export async function tellBookings({ ask }: Recorder): Promise<string> {
  const wanted = {
    listing_id: LISTING,
    ...LONGER_STAY,
    number_of_guests: 3,
    guest: { name: 'Bea Lind', email: 'bea.lind@example.com', phone: '+46 70 123 45 67' },
    coupon_code: 'SPRING15',
    special_requests: 'A cot, please.',
    status: 'pending',
    expires_in: 30,
  };
  const key = { 'idempotency-key': 'order-4711' };
  const { data: made } = await ask('createBooking', {
    as: ['booked', 'A booking that is still to be confirmed'],
    status: 201,
    body: wanted,
    headers: key,
  });
  await ask('createBooking', {
    as: ['keyReused', 'Another request under the same key'],
    status: 409,
    body: { ...wanted, number_of_guests: 2 },
    headers: key,
  });
  await ask('createBooking', {
    as: ['invalid', 'Invalid fields'],
    status: 422,
    body: { listing_id: LISTING, check_in: '2027-04-04', check_out: '2027-04-01', number_of_guests: 0 },
  });
  await ask('createBooking', {
    as: ['unavailable', 'A stay that is not available'],
    status: 422,
    body: { ...wanted, check_in: '2026-12-30', check_out: '2026-12-31' },
  });
  await ask('createBooking', {
    as: ['priceChanged', 'Another price than was agreed'],
    status: 409,
    body: { ...wanted, check_in: '2027-05-06', check_out: '2027-05-10', expected_total: 100 },
  });
  await ask('createBooking', {
    as: ['noJson', 'A body that is not JSON'],
    status: 400,
    rawBody: '{"listing_id":',
  });
  await ask('createBooking', {
    as: ['noJsonType', 'A body of another type'],
    status: 415,
    rawBody: 'listing_id=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await ask('createBooking', {
    as: ['tooLarge', 'A body of more than 1 MiB'],
    status: 413,
    rawBody: JSON.stringify({ notes: 'x'.repeat(1_100_000) }),
  });
  await ask('listBookings', {
    as: ['page', 'A page of one, newest first'],
    status: 200,
    parameters: { status: 'pending,confirmed', listing_id: LISTING, per_page: '1' },
  });
  await ask('listBookings', {
    as: ['invalid', 'A time without an offset'],
    status: 422,
    parameters: { updated_since: '2027-01-05' },
  });
  await ask('getBooking', {
    as: ['booking', 'A booking'],
    status: 200,
    parameters: { booking: BOOKINGS.shown },
  });
  await ask('getBooking', {
    as: ['unknown', 'An unknown booking'],
    status: 404,
    parameters: { booking: NOBODY },
  });
  const pending = { booking: BOOKINGS.pending };
  await ask('confirmBooking', { as: ['confirmed', 'Confirmed'], status: 200, parameters: pending });
  await ask('confirmBooking', {
    as: ['notPending', 'The booking is confirmed already'],
    status: 422,
    parameters: pending,
  });
  const changed = { booking: BOOKINGS.changed };
  await ask('changeBooking', {
    as: ['larger', 'One more guest, and the requests cleared'],
    status: 200,
    parameters: changed,
    body: { number_of_guests: 3, special_requests: null },
  });
  await ask('changeBooking', {
    as: ['unavailable', 'More guests than the listing takes'],
    status: 422,
    parameters: changed,
    body: { number_of_guests: 9 },
  });
  await ask('changeBooking', {
    as: ['priceChanged', 'Another price than was agreed'],
    status: 409,
    parameters: changed,
    body: { number_of_guests: 2, expected_total: 100 },
  });
  return made.confirmation_code;
}

export async function tellFolio({ ask }: Recorder) {
  const booking = BOOKINGS.unpaid;
  const { data: folio } = await ask('getFolio', {
    as: ['folio', 'What is due, and when'],
    status: 200,
    parameters: { booking },
  });
  const payment: string = folio.payments.at(-1).id;
  const invoice: string = folio.invoices.at(-1).id;
  const steps = [
    ['recordPayment', { booking, payment }, 'paid', 'The balance is paid'],
    ['recordInvoice', { booking, invoice }, 'paid', 'The invoice is paid'],
    ['recordSecurityDeposit', { booking }, 'held', 'The security deposit is held'],
  ] as const;
  for (const [operation, parameters, status, summary] of steps) {
    await ask(operation, { as: [status, summary], status: 200, parameters, body: { status } });
    await ask(operation, {
      as: ['noSuchStep', 'It is recorded already'],
      status: 422,
      parameters,
      body: { status },
    });
  }
  await ask('recordPayment', {
    as: ['refundedInPart', 'A part of it is refunded'],
    status: 200,
    parameters: { booking, payment },
    body: { status: 'refunded', refunded_amount: 2_000 },
  });
}

/** Money that came otherwise than planned. */
export async function tellMoney({ ask }: Recorder) {
  const booking = BOOKINGS.unpaid;
  const received = { amount: 5_000, paid_at: '2027-01-05T09:30:00+00:00', reference: 'pi_3QxW8z' };
  await ask('addPayment', {
    as: ['tooMuch', 'More than what is owed'],
    status: 422,
    parameters: { booking },
    body: { ...received, amount: 100_000_000 },
  });
  await ask('addPayment', {
    as: ['received', 'A part was paid by other means'],
    status: 201,
    parameters: { booking },
    body: received,
  });
}

export async function tellCancellation({ ask }: Recorder) {
  const booking = BOOKINGS.cancelled;
  await ask('cancelBooking', {
    as: ['cancelled', 'Cancelled'],
    status: 200,
    parameters: { booking },
    body: { reason: 'The flight was cancelled.' },
  });
  await ask('cancelBooking', {
    as: ['notCancellable', 'The booking is cancelled already'],
    status: 422,
    parameters: { booking },
  });
  await ask('listBookingEvents', {
    as: ['events', 'From the first to the last'],
    status: 200,
    parameters: { booking, per_page: '10' },
  });
  await ask('listBookingEvents', {
    as: ['invalid', 'A page number below 1'],
    status: 422,
    parameters: { booking, page: '0' },
  });
}

export async function tellBlocks({ ask }: Recorder) {
  const nights = { listing_id: LISTING, unit_id: UNIT, start_date: '2027-11-02', end_date: '2027-11-09' };
  await ask('createBlocks', {
    as: ['blocked', 'One unit, for a week'],
    status: 201,
    body: { ...nights, reason: 'New windows' },
  });
  await ask('createBlocks', {
    as: ['taken', 'Nights that are taken'],
    status: 422,
    body: nights,
  });
  await ask('listBlocks', {
    as: ['page', 'Blocks of a listing'],
    status: 200,
    parameters: { listing_id: LISTING, from: '2027-11-01', to: '2027-11-30' },
  });
  await ask('listBlocks', {
    as: ['invalid', 'A slug instead of an id'],
    status: 422,
    parameters: { listing_id: 'sea-loft' },
  });
  const block = idFor('block Loft B Owner stay');
  await ask('deleteBlock', {
    as: ['badKey', 'A key of several words'],
    status: 422,
    parameters: { block },
    headers: BAD_KEY,
  });
  await ask('deleteBlock', { as: ['gone', 'Deleted'], status: 204, parameters: { block } });
}

export async function tellGuests({ ask }: Recorder) {
  const wanted = { name: 'Ingrid Aas', email: 'ingrid.aas@example.com', notes: 'Came by train.' };
  const headers = { 'idempotency-key': 'guest-12' };
  await ask('createGuest', { as: ['guest', 'A new guest'], status: 201, body: wanted, headers });
  await ask('createGuest', {
    as: ['keyReused', 'Another request under the same key'],
    status: 409,
    body: { ...wanted, phone: null },
    headers,
  });
  const guest = GUEST;
  await ask('createGuest', {
    as: ['emailInUse', 'An email that another guest has'],
    status: 422,
    body: wanted,
  });
  await ask('listGuests', {
    as: ['found', 'Guests by part of their name'],
    status: 200,
    parameters: { search: 'ingrid' },
  });
  await ask('listGuests', {
    as: ['tooShort', 'A search for one letter'],
    status: 422,
    parameters: { search: 'i' },
  });
  await ask('getGuest', { as: ['guest', 'A guest'], status: 200, parameters: { guest } });
  await ask('changeGuest', {
    as: ['phone', 'A new phone number, and the notes cleared'],
    status: 200,
    parameters: { guest },
    body: { phone: '+47 22 12 34 56', notes: null },
  });
  await ask('changeGuest', {
    as: ['changedMeanwhile', 'What was read is no longer stored'],
    status: 412,
    parameters: { guest },
    headers: { 'if-match': '"of-an-earlier-state"' },
    body: { phone: null },
  });
  await ask('exportGuest', {
    as: ['export', 'A guest with their bookings'],
    status: 200,
    parameters: { guest },
  });
  await ask('eraseGuest', {
    as: ['unsettled', 'A booking is still to come'],
    status: 422,
    parameters: { guest },
  });
  const stranger = await ask('createGuest', {
    as: ['stranger', 'A guest without an email'],
    status: 201,
    body: { name: 'Somebody at the door' },
  });
  await ask('eraseGuest', {
    as: ['erased', 'Erased'],
    status: 200,
    parameters: { guest: stranger.data.id },
  });
  await ask('changeGuest', {
    as: ['noName', 'An empty name'],
    status: 422,
    parameters: { guest },
    body: { name: '' },
  });
}

export async function tellEvents({ ask }: Recorder) {
  await ask('listEvents', {
    as: ['events', 'What happened to bookings'],
    status: 200,
    parameters: { types: 'booking.*', limit: '2' },
  });
  await ask('listEvents', {
    as: ['invalid', 'A type that does not exist'],
    status: 422,
    parameters: { types: 'booking.forgotten' },
  });
}
