import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, openInn } from '../../helpers/bookings.ts';
import { buildBooking, buildGuest, buildListing, day } from '../../helpers/factories.ts';
import { envelopeBody } from '../bodies.ts';

const code: Record<string, string> = {};

const moment = (time: string) => new Date(`2031-01-05T${time}Z`);

const world = await openSharedApp();
const inn = await openInn(world);
const other = await openInn(world);
const { teamId } = inn;
const second = await buildListing(world, { teamId });
const guest = await buildGuest(world, { teamId });
const rows = {
  a: { status: 'confirmed', source: 'api', checkIn: day(0), createdAt: moment('10:00:00') },
  b: { status: 'pending', source: 'airbnb', checkIn: day(1), createdAt: moment('10:00:01') },
  c: { status: 'cancelled', source: 'vrbo', checkIn: day(2), createdAt: moment('10:00:02') },
  d: { status: 'completed', source: 'manual', checkIn: day(3), createdAt: moment('10:00:03') },
} as const;
for (const [name, row] of Object.entries(rows)) {
  const made = await buildBooking(world, {
    teamId,
    listingId: name < 'c' ? inn.listing.id : second.id,
    ...(name === 'b' || name === 'c' ? { guestId: guest.id } : {}),
    confirmationCode: `CODE-${name}`,
    ...row,
    checkOut: day(9),
    updatedAt: row.createdAt,
  });
  code[name] = made.id;
}
await buildBooking(world, { teamId: other.teamId, confirmationCode: 'CODE-a' });

/** The last letters of the codes in an answer, in its order. */
async function found(query: string): Promise<string> {
  const { status, body } = await inn.send('GET', `/bookings?${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(body.meta.total).toBe(body.data.length);
  return body.data
    .map((booking: { confirmation_code: string }) => booking.confirmation_code.slice(-1))
    .join('');
}

describe('the list of bookings', () => {
  it('the list of bookings is newest first, each as a single read shows it', async () => {
    const { body } = await inn.send('GET', '/bookings');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([code.d, code.c, code.b, code.a]);
    for (const booking of body.data) expect(await inn.read(`/bookings/${booking.id}`)).toEqual(booking);
  });

  it('bookings of the same second are listed by id, highest first', async () => {
    const twin = await openInn(world);
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await buildBooking(world, { teamId: twin.teamId })).id);
    const { body } = await twin.send('GET', '/bookings');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.sort().reverse());
  });

  it('the links of the list of bookings keep its filters', async () => {
    const { body } = await inn.send('GET', '/bookings?status=pending,confirmed&per_page=1&page=2');
    const url = (page: number) =>
      `http://localhost:80/v1/bookings?status=pending%2Cconfirmed&per_page=1&page=${page}`.replace(':80', '');
    expect({ ...body, data: body.data.length }).toEqual({
      data: 1,
      ...envelopeBody(url, { current_page: 2, last_page: 2, per_page: 1, total: 2 }),
    });
  });

  it.each([
    ['status=pending', 'b'],
    ['status=cancelled,confirmed', 'ca'],
    ['status=pending,pending', 'b'],
    ['source=api', 'a'],
    ['source=vrbo,manual,expedia', 'dc'],
    ['source=other', ''],
    ['confirmation_code=CODE-c', 'c'],
    ['confirmation_code=%20CODE-c%20', 'c'],
    ['confirmation_code=code-c', 'c'],
    ['confirmation_code=Code-C', 'c'],
    ['confirmation_code=code-', ''],
    [`check_in_from=${day(2)}`, 'dc'],
    [`check_in_to=${day(1)}`, 'ba'],
    [`check_in_from=${day(1)}&check_in_to=${day(2)}`, 'cb'],
    [`check_in_from=${day(2)}&check_in_to=${day(1)}`, ''],
    // It looks 15 seconds further back.
    ['updated_since=2031-01-05T10:00:17Z', 'dc'],
    ['updated_since=2031-01-05T10:00:17.001Z', 'd'],
    ['updated_since=2031-01-05T11:00:18%2B01:00', 'd'],
    // A plus that is not encoded arrives as a blank.
    ['updated_since=2031-01-05T11:00:18+01:00', 'd'],
    ['updated_since=2031-01-05T11:00:18%2001:00', 'd'],
    ['updated_since=0001-01-01T00:00:00Z', 'dcba'],
    ['updated_since=1970-01-01T00:00:00Z', 'dcba'],
    ['updated_since=9999-12-31T23:59:59Z', ''],
    ['status=pending,cancelled&source=vrbo', 'c'],
  ])('the list of bookings is filtered by %s', async (query, letters) => {
    expect(await found(query)).toBe(letters);
  });

  it('the list of bookings can be limited to a listing or a guest, with the id in either case', async () => {
    const { listing_id, guest_id } = await inn.read(`/bookings/${code.b}`);
    expect(await found(`listing_id=${listing_id}`)).toBe('ba');
    expect(await found(`listing_id=${listing_id.toUpperCase()}`)).toBe('ba');
    expect(await found(`guest_id=${guest_id}`)).toBe('cb');
  });

  it('the list of bookings of an unknown listing or guest, or another team’s, is empty', async () => {
    const theirs = at((await other.send('GET', '/bookings')).body.data as Record<string, string>[], 0);
    const nobody = crypto.randomUUID();
    for (const query of [
      `listing_id=${nobody}`,
      `guest_id=${nobody}`,
      `listing_id=${theirs.listing_id}`,
      `guest_id=${theirs.guest_id}`,
    ]) {
      expect(await found(query)).toBe('');
    }
  });

  it.each([
    'status=',
    'status=open',
    'status=pending,',
    'status=pending&status=open',
    'source=Api',
    'source=api%20',
    'listing_id=1',
    'listing_id=',
    'guest_id=%00',
    'confirmation_code=',
    'confirmation_code=%00',
    `confirmation_code=${'x'.repeat(41)}`,
    'check_in_from=2031-02-30',
    'check_in_from=1999-12-31',
    'check_in_to=today',
    'check_in_to=2200-01-01',
    'updated_since=2031-01-05',
    'updated_since=2031-01-05T10:00:00',
    'updated_since=2031-01-05 10:00:00+00:00',
    'updated_since=2031-01-05T10:00:00%20%2000:00',
    'updated_since=infinity',
    'updated_since=0000-01-01T00:00:00Z',
    'updated_since=0001-01-01T00:00:00%2B01:00',
    'updated_since=9999-12-31T23:59:59-01:00',
    'page=0',
    'per_page=101',
  ])('the list of bookings with %s is a 422', async (query) => {
    const { status, body } = await inn.send('GET', `/bookings?${query}`);
    const field = query.split('=')[0] ?? '';
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        message: expect.stringContaining(field.replaceAll('_', ' ')),
        errors: { [field]: [expect.any(String)] },
        codes: { [field]: [expect.any(String)] },
      },
    });
  });
});
