/** Things of the core that tests of all of their kind look at. */
import type { Inn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { buildMember } from '../../helpers/pages.ts';
import type { FollowedList, Registers, TaggedRegister } from '../registers.ts';

async function makeCharge(inn: Inn, list: string, fields: object, value: 'amount' | 'percent') {
  await inn.data(inn.send('POST', list, { code: 'one', ...fields }), 201);
  return { path: `${list}/one`, one: { [value]: 7 }, other: { [value]: 8 }, bad: { [value]: -1 } };
}

export const coreTagged: TaggedRegister = {
  guest: async (inn) => {
    const { id } = await inn.data(inn.send('POST', '/guests', { name: 'Bea' }), 201);
    return { path: `/guests/${id}`, one: { phone: '1' }, other: { phone: '2' }, bad: { name: '' } };
  },
  member: async (inn, world) => {
    await buildMember(world, { teamId: inn.teamId });
    const { email } = await buildMember(world, { teamId: inn.teamId, role: 'housekeeping' });
    const members: { id: string; email: string }[] = await inn.read('/members');
    const id = members.find((one) => one.email === email)?.id;
    return { path: `/members/${id}`, one: { role: 'desk' }, other: { role: 'manager' }, bad: { role: '' } };
  },
  team: async () => ({
    path: '/team',
    one: { name: 'One' },
    other: { name: 'Other' },
    bad: { name: '' },
  }),
  listing: async (inn) => ({
    path: `/listings/${inn.listing.id}`,
    one: { headline: 'One' },
    other: { headline: 'Other' },
    bad: { max_guests: 0 },
  }),
  unit: async (inn) => ({
    path: `/units/${inn.units[0]?.id}`,
    one: { name: 'One' },
    other: { name: 'Other' },
    bad: { name: '' },
  }),
  'list of photos': async (inn) => ({
    path: `/listings/${inn.listing.id}/photos`,
    one: { photos: [{ original_url: 'https://pics.example/1.jpg' }] },
    other: { photos: [{ original_url: 'https://pics.example/2.jpg' }] },
    bad: { photos: null },
  }),
  'price list': async (inn) => ({
    path: `/listings/${inn.listing.id}/rates`,
    one: { rates: { nightly: 1 } },
    other: { rates: { nightly: 2 } },
    bad: { rates: { nightly: -1 } },
  }),
  fee: (inn) => makeCharge(inn, '/fees', { name: 'One', basis: 'stay', amount: 100 }, 'amount'),
  tax: (inn) => makeCharge(inn, '/taxes', { name: 'One', basis: 'percent', percent: 5 }, 'percent'),
  discount: (inn) =>
    makeCharge(
      inn,
      '/discounts',
      { name: 'One', kind: 'early_bird', days_before: 30, percent: 5 },
      'percent',
    ),
  coupon: (inn) => makeCharge(inn, '/coupons', { percent: 5 }, 'percent'),
  booking: async (inn) => {
    const { id } = await inn.book();
    const bad = { number_of_guests: 0 };
    return { path: `/bookings/${id}`, one: { notes: 'One' }, other: { notes: 'Other' }, bad };
  },
};

export const coreListValues = {
  'listBookings status': ['confirmed', 'pending'],
  'listBookings source': ['api', 'airbnb'],
  'listPayments status': ['scheduled', 'paid'],
  'listPayments method': ['cash', 'card'],
  'listInvoices status': ['open', 'paid'],
  'listInvoices kind': ['invoice', 'credit_note'],
  booking_status: ['confirmed', 'pending'],
  status: ['active', 'draft'],
  kind: ['standalone', 'building'],
  amenities: ['wifi', 'pool'],
  embed: ['listing', 'folio'],
  property_type: ['house', 'other'],
  types: ['booking.*', 'listing.created'],
  action: ['refused', 'exported'],
  children_ages: ['4', '11'],
  extras: ['tea:1', 'bread'],
} satisfies Registers['listValues'];

const LOFT = { kind: 'standalone', max_guests: 4, rates: { nightly: 12_000 } };

export const coreFollowedLists: Record<string, FollowedList> = {
  listings: {
    make: (inn, n) => inn.send('POST', '/listings', { ...LOFT, public_title: `Loft ${9 - n}` }),
    change: { headline: 'New' },
  },
  units: {
    make: (inn, n) => inn.send('POST', `/listings/${inn.listing.id}/units`, { name: `Unit ${9 - n}` }),
    change: { active: false },
  },
  guests: {
    make: (inn, n) => inn.send('POST', '/guests', { name: `Guest ${n}` }),
    change: { notes: 'New' },
  },
  bookings: {
    make: (inn, n) => inn.tryBook({ check_in: day(60 - n * 10), check_out: day(62 - n * 10) }),
    change: { notes: 'New' },
  },
  blocks: {
    make: (inn, n) =>
      inn.send('POST', '/blocks', {
        listing_id: inn.listing.id,
        start_date: day(60 - n * 10),
        end_date: day(62 - n * 10),
      }),
    change: null,
  },
};
