import type { Recorder } from './recorder.ts';

const SITE = { teamSlug: 'harbour' };

/** Returns what is random in these examples: the code and the key of a booking. */
export async function tellSiteBookings({ ask }: Recorder): Promise<Record<string, string>> {
  const wanted = {
    listing: 'sea-loft',
    check_in: '2027-05-10',
    check_out: '2027-05-14',
    number_of_guests: 2,
    guest: { name: 'Ines Mota', email: 'ines.mota@example.com', phone: '+351 912 345 678' },
    special_requests: 'We arrive late.',
    expected_total: 68_000,
  };
  const anonymous = { authorization: '' };
  const { price } = await ask('createPublicBooking', {
    as: ['priceChanged', 'Another price than the visitor has seen'],
    status: 409,
    parameters: SITE,
    body: wanted,
    headers: anonymous,
  });
  wanted.expected_total = price.grand_total;
  const { data: made } = await ask('createPublicBooking', {
    as: ['requested', 'A request that waits for the team’s answer'],
    status: 201,
    parameters: SITE,
    body: wanted,
    headers: anonymous,
  });
  await ask('createPublicBooking', {
    as: ['invalid', 'No email, and a listing that the site does not show'],
    status: 422,
    parameters: SITE,
    body: { ...wanted, listing: 'attic', guest: { name: 'Ines Mota' } },
    headers: anonymous,
  });
  const { key, confirmation_code } = made;
  const asked = { parameters: { ...SITE, confirmation_code }, headers: { ...anonymous, 'booking-key': key } };
  await ask('getPublicBooking', { as: ['waiting', 'A request that waits'], status: 200, ...asked });
  await ask('getPublicBooking', {
    as: ['wrongKey', 'With another key'],
    status: 404,
    ...asked,
    headers: anonymous,
  });
  await ask('withdrawPublicBooking', { as: ['withdrawn', 'A withdrawn request'], status: 200, ...asked });
  await ask('withdrawPublicBooking', {
    as: ['notPending', 'A booking that is no longer pending'],
    status: 422,
    ...asked,
  });
  return { [confirmation_code]: 'HBQ6W3TM', [key]: 'Wd5c0tJxk3mPz8Yb2uHnVa7QfRs1Lg9E' };
}
