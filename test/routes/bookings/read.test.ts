import { expect, test } from 'vitest';
import { bookingFields } from '../../../src/schemas/bookings/fields.ts';
import { pickFields, pickShown } from '../../../src/schemas/fields/row-fields.ts';
import { bookedListingSchema } from '../../../src/schemas/listings/listing.ts';
import { unitFields } from '../../../src/schemas/listings/unit.ts';
import { openSharedApp } from '../../helpers/app.ts';
import {
  buildBooking,
  buildCoupon,
  buildGuest,
  buildListing,
  buildPhoto,
  buildTeam,
  buildToken,
  buildUnit,
} from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';

const world = await openSharedApp();
const teamId = (await buildTeam(world)).id;
const token = await buildToken(world, { teamId });

const read = async (path: string) => (await world.get(path, token)).json().data;

test('a booking shows everything that it can have', async () => {
  const listing = await buildListing(world, { teamId });
  await buildPhoto(world, { teamId, listingId: listing.id });
  const unit = await buildUnit(world, { teamId, listingId: listing.id, name: 'Loft A' });
  const guest = await buildGuest(world, { teamId, phone: '+351 1', notes: 'Quiet.' });
  const coupon = await buildCoupon(world, { teamId, code: 'Spring15' });
  const booking = await buildBooking(world, {
    teamId,
    listingId: listing.id,
    unitId: unit.id,
    guestId: guest.id,
    confirmationCode: 'HB7K2M9Q',
    status: 'completed',
    source: 'booking_com',
    checkIn: '2031-03-29',
    checkOut: '2031-04-01',
    numberOfGuests: 3,
    currency: 'EUR',
    accommodationTotalCents: 46_500,
    discountTotalCents: 6_626,
    feesTotalCents: 1_314,
    taxesTotalCents: 2_553,
    grandTotalCents: 43_741,
    priceLines: [
      {
        type: 'accommodation',
        code: 'accommodation',
        name: 'Accommodation',
        basis: 'night',
        quantity: 3,
        unitAmountCents: null,
        percentPpm: null,
        baseAmountCents: null,
        amountCents: 46_500,
        included: false,
      },
      {
        type: 'tax',
        code: 'vat',
        name: 'VAT',
        basis: 'percent',
        quantity: null,
        unitAmountCents: null,
        percentPpm: 88_750,
        baseAmountCents: 28_766,
        amountCents: 2_553,
        included: true,
      },
    ],
    couponKey: coupon.codeKey,
    notes: 'Key in the box.',
    specialRequests: 'A cot.',
    confirmedAt: new Date('2021-01-05T14:03:22Z'),
    completedAt: new Date('2031-04-01T10:00:00Z'),
    createdAt: new Date('2021-01-05T14:03:20Z'),
    updatedAt: new Date('2031-04-01T10:00:30Z'),
  });

  expect(await read(`/v1/bookings/${booking.id}`)).toEqual({
    ...listBlanks(bookingFields),
    feed_id: null,
    feed_uid: null,
    id: booking.id,
    confirmation_code: 'HB7K2M9Q',
    listing_id: listing.id,
    unit: { ...listBlanks(pickFields(unitFields, 'inBookings', true)), id: unit.id, name: 'Loft A' },
    whole_building: false,
    unit_pinned: false,
    guest_id: guest.id,
    status: 'completed',
    source: 'booking_com',
    check_in: '2031-03-29',
    check_out: '2031-04-01',
    nights: 3,
    number_of_guests: 3,
    party: { adults: 3, children_ages: [], infants: 0, pets: 0 },
    extras: [],
    currency: 'EUR',
    accommodation_total: 46_500,
    discount_total: 6_626,
    fees_total: 1_314,
    taxes_total: 2_553,
    grand_total: 43_741,
    price_agreed: null,
    adjustment: null,
    adjustments: [],
    price_breakdown: [
      {
        type: 'accommodation',
        code: 'accommodation',
        name: 'Accommodation',
        basis: 'night',
        quantity: 3,
        unit_amount: null,
        percent: null,
        base_amount: null,
        amount: 46_500,
        included: false,
      },
      {
        type: 'tax',
        code: 'vat',
        name: 'VAT',
        basis: 'percent',
        quantity: null,
        unit_amount: null,
        percent: 8.875,
        base_amount: 28_766,
        amount: 2_553,
        included: true,
      },
    ],
    coupon_code: 'Spring15',
    notes: 'Key in the box.',
    special_requests: 'A cot.',
    cancellation: null,
    cancellation_reason: null,
    cancellation_fee: null,
    expires_at: null,
    confirmed_at: '2021-01-05T14:03:22+00:00',
    cancelled_at: null,
    completed_at: '2031-04-01T10:00:00+00:00',
    created_at: '2021-01-05T14:03:20+00:00',
    updated_at: '2031-04-01T10:00:30+00:00',
    listing: pickShown(bookedListingSchema, await read(`/v1/listings/${listing.id}`)),
    guest: await read(`/v1/guests/${guest.id}`),
  });
});

test('a booking with the longest stay and the largest amounts is stored exactly', async () => {
  const { id } = await buildBooking(world, {
    teamId,
    checkIn: '2032-01-01',
    checkOut: '2032-12-31',
    numberOfGuests: 1_000,
    accommodationTotalCents: 100_000_000_000 * 365,
    feesTotalCents: 0,
    grandTotalCents: 100_000_000_000 * 365,
  });
  expect(await read(`/v1/bookings/${id}`)).toMatchObject({
    nights: 365,
    number_of_guests: 1_000,
    accommodation_total: 36_500_000_000_000,
    grand_total: 36_500_000_000_000,
  });
});
