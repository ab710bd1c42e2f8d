/** What the examples of the reference tell: the demo team's Sea Loft, from the first question to a cancelled booking. */
import type { Recorder } from './recorder.ts';

const SITE = { teamSlug: 'harbour' };
const LOFT = { ...SITE, listingSlug: 'sea-loft' };
const STAY = { check_in: '2027-04-01', check_out: '2027-04-04' };
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
const BAD_KEY = { 'idempotency-key': 'not one word' };

export async function tellBookingSite({ ask }: Recorder) {
  await ask('listPublicListings', {
    as: ['page', 'A page of one'],
    status: 200,
    parameters: { ...SITE, page: '1', per_page: '1' },
  });
  await ask('listPublicListings', {
    as: ['tooMany', 'More on a page than there may be'],
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
  const quote = (as: [string, string], query: Record<string, string>, status = 200) =>
    ask('getPublicAvailability', { as, status, parameters: { ...LOFT, ...query } });
  await quote(['available', 'A stay that can be had'], { ...STAY, guests: '3', coupon_code: 'spring15' });
  await quote(['unavailable', 'One that breaks two rules'], {
    check_in: '2027-04-01',
    check_out: '2027-04-02',
    guests: '6',
  });
  await quote(
    ['invalid', 'Dates that are no stay'],
    { check_in: '2027-04-04', check_out: '2027-04-01' },
    422,
  );
  await quote(['coupon', 'A coupon that does not apply'], { ...STAY, coupon_code: 'SUMMER99' }, 422);
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

export async function tellListings({ ask }: Recorder, listing: string) {
  await ask('getAccount', { as: ['account', 'A team and its token'], status: 200 });
  await ask('getAccount', {
    as: ['noToken', 'Without a token'],
    status: 401,
    headers: { authorization: '' },
  });
  await ask('listListings', {
    as: ['page', 'A page of one'],
    status: 200,
    parameters: { status: 'active', kind: 'standalone,building', page: '1', per_page: '1' },
  });
  await ask('listListings', {
    as: ['unknown', 'A status that there is not'],
    status: 422,
    parameters: { status: 'open' },
  });
  await ask('getListing', { as: ['listing', 'A listing'], status: 200, parameters: { listing } });
  await ask('getAvailability', {
    as: ['available', 'A stay that can be had'],
    status: 200,
    parameters: { listing, ...STAY, guests: '3', coupon_code: 'spring15' },
  });
  await ask('getAvailability', {
    as: ['invalid', 'Dates that are no stay'],
    status: 422,
    parameters: { listing, check_in: '2027-04-04', check_out: '2027-04-01' },
  });
  await ask('getCalendar', {
    as: ['days', 'Three days'],
    status: 200,
    parameters: { listing, start_date: '2027-04-01', end_date: '2027-04-03' },
  });
  await ask('getCalendar', {
    as: ['invalid', 'A date that there is not'],
    status: 422,
    parameters: { listing, start_date: '2027-02-30', end_date: '2027-04-03' },
  });
}

/** Answers with the booking that is made. */
export async function tellBookings({ ask }: Recorder, listing: string) {
  const wanted = {
    listing_id: listing,
    ...STAY,
    number_of_guests: 3,
    guest: { name: 'Bea Lind', email: 'bea.lind@example.com', phone: '+46 70 123 45 67' },
    coupon_code: 'SPRING15',
    special_requests: 'A cot, please.',
    status: 'pending',
  };
  const key = { 'idempotency-key': 'order-4711' };
  const { data: made } = await ask('createBooking', {
    as: ['booked', 'A booking that waits to be confirmed'],
    status: 201,
    body: wanted,
    headers: key,
  });
  const booking: string = made.id;
  await ask('createBooking', {
    as: ['keyReused', 'Another request under the same key'],
    status: 409,
    body: { ...wanted, number_of_guests: 2 },
    headers: key,
  });
  await ask('createBooking', {
    as: ['invalid', 'Fields that are wrong'],
    status: 422,
    body: { listing_id: listing, check_in: '2027-04-04', check_out: '2027-04-01', number_of_guests: 0 },
  });
  await ask('createBooking', {
    as: ['unavailable', 'A stay that cannot be had'],
    status: 422,
    body: { ...wanted, check_in: '2026-12-30', check_out: '2026-12-31' },
  });
  await ask('createBooking', {
    as: ['noJson', 'A body that is not JSON'],
    status: 400,
    rawBody: '{"listing_id":',
  });
  await ask('createBooking', {
    as: ['noJsonType', 'A body that does not say it is JSON'],
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
    parameters: { status: 'pending,confirmed', listing_id: listing, per_page: '1' },
  });
  await ask('listBookings', {
    as: ['invalid', 'A moment without an offset'],
    status: 422,
    parameters: { updated_since: '2027-01-05' },
  });
  await ask('getBooking', { as: ['booking', 'A booking'], status: 200, parameters: { booking } });
  await ask('getBooking', {
    as: ['unknown', 'A booking that there is not'],
    status: 404,
    parameters: { booking: NOBODY },
  });
  await ask('confirmBooking', { as: ['confirmed', 'Confirmed'], status: 200, parameters: { booking } });
  await ask('confirmBooking', {
    as: ['notPending', 'One that is confirmed already'],
    status: 422,
    parameters: { booking },
  });
  await ask('changeBooking', {
    as: ['longer', 'A night more, and no more requests'],
    status: 200,
    parameters: { booking },
    body: { check_out: '2027-04-05', special_requests: null },
  });
  await ask('changeBooking', {
    as: ['unavailable', 'More guests than there is room for'],
    status: 422,
    parameters: { booking },
    body: { number_of_guests: 9 },
  });
  return made as { id: string; confirmation_code: string; unit: { id: string } };
}

export async function tellFolio({ ask }: Recorder, booking: string) {
  const { data: folio } = await ask('getFolio', {
    as: ['folio', 'What is due, and when'],
    status: 200,
    parameters: { booking },
  });
  const payment: string = folio.payments[0].id;
  const invoice: string = folio.invoices.at(-1).id;
  const steps = [
    ['recordPayment', { booking, payment }, 'paid', 'The deposit is paid'],
    ['recordInvoice', { booking, invoice }, 'paid', 'The invoice is paid'],
    ['recordSecurityDeposit', { booking }, 'held', 'The security deposit is held'],
  ] as const;
  for (const [operation, parameters, status, summary] of steps) {
    await ask(operation, { as: [status, summary], status: 200, parameters, body: { status } });
    await ask(operation, {
      as: ['noSuchStep', 'A step that there is not from here'],
      status: 422,
      parameters,
      body: { status },
    });
  }
}

export async function tellCancellation({ ask }: Recorder, booking: string) {
  await ask('cancelBooking', {
    as: ['cancelled', 'Cancelled'],
    status: 200,
    parameters: { booking },
    body: { reason: 'The flight was cancelled.' },
  });
  await ask('cancelBooking', {
    as: ['notCancellable', 'One that is cancelled already'],
    status: 422,
    parameters: { booking },
  });
  await ask('listBookingEvents', {
    as: ['events', 'From the first to the last'],
    status: 200,
    parameters: { booking, per_page: '10' },
  });
  await ask('listBookingEvents', {
    as: ['invalid', 'A page that there cannot be'],
    status: 422,
    parameters: { booking, page: '0' },
  });
}

export async function tellBlocks({ ask }: Recorder, listing: string, unit: string) {
  const nights = { listing_id: listing, unit_id: unit, start_date: '2027-11-02', end_date: '2027-11-09' };
  const { data } = await ask('createBlocks', {
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
    parameters: { listing_id: listing, from: '2027-11-01', to: '2027-11-30' },
  });
  await ask('listBlocks', {
    as: ['invalid', 'An id that is none'],
    status: 422,
    parameters: { listing_id: 'sea-loft' },
  });
  const block: string = data[0].id;
  await ask('deleteBlock', {
    as: ['badKey', 'A key of several words'],
    status: 422,
    parameters: { block },
    headers: BAD_KEY,
  });
  await ask('deleteBlock', { as: ['gone', 'Taken away'], status: 204, parameters: { block } });
}

export async function tellGuests({ ask }: Recorder) {
  const wanted = { name: 'Ingrid Aas', email: 'ingrid.aas@example.com', notes: 'Came by train.' };
  const { data } = await ask('createGuest', { as: ['guest', 'A new guest'], status: 201, body: wanted });
  const guest: string = data.id;
  await ask('createGuest', {
    as: ['emailInUse', 'An email that a guest has'],
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
    as: ['phone', 'A phone number more, the notes cleared'],
    status: 200,
    parameters: { guest },
    body: { phone: '+47 22 12 34 56', notes: null },
  });
  await ask('changeGuest', {
    as: ['noName', 'A name that is empty'],
    status: 422,
    parameters: { guest },
    body: { name: '' },
  });
}
