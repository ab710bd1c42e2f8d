/** What a new booking is, what it takes, and what it is refused for. Every field by itself is in input.test.ts. */
import { describe, expect, it } from 'vitest';
import { bookingFields, endFields } from '../../../src/schemas/bookings/fields.ts';
import { pickFields, pickShown } from '../../../src/schemas/fields/row-fields.ts';
import { guestFields } from '../../../src/schemas/guest.ts';
import { bookedListingSchema } from '../../../src/schemas/listings/listing.ts';
import { unitFields } from '../../../src/schemas/listings/unit.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectRefusal, openInn, rowCounts } from '../../helpers/bookings.ts';
import { buildGuest, buildPhoto, day } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const CREATED = '2031-05-05T10:00:00+00:00';

const world = await openSharedApp();
const [inn, other] = [await openInn(world), await openInn(world)];
const bookingId = (await inn.book({ guest: { name: 'Bea', email: 'bea@example.com' } })).id;

describe('a new booking', () => {
  const refusal = async (body: Record<string, unknown>, fields: string[]) => {
    const before = await rowCounts(world);
    expectRefusal(await inn.tryBook({ check_in: day(60), check_out: day(61), ...body }), fields);
    expect(await rowCounts(world)).toEqual(before);
  };

  it('a new booking is answered with everything about it, and is stored, listed and read like that', async () => {
    const own = await openInn(world);
    await buildPhoto(world, { teamId: own.teamId, listingId: own.listing.id });
    const answer = await own.tryBook({
      guest: { name: ' Bea Lind ', email: 'Bea@Example.com', phone: '' },
      notes: 'Key in the box.',
      special_requests: ' A cot. ',
      source: 'manual',
      status: 'pending',
    });
    expect(answer.status).toBe(201);
    const made = answer.body.data;
    expect(made).toEqual({
      ...listBlanks({ ...bookingFields, ...endFields }),
      id: expect.stringMatching(UUID),
      confirmation_code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
      listing_id: own.listing.id,
      unit: { ...listBlanks(pickFields(unitFields, 'inBookings', true)), id: at(own.units, 0).id, name: 'A' },
      whole_building: false,
      unit_pinned: false,
      guest_id: expect.stringMatching(UUID),
      status: 'pending',
      source: 'manual',
      feed_id: null,
      feed_uid: null,
      check_in: day(0),
      check_out: day(4),
      nights: 4,
      number_of_guests: 2,
      party: { adults: 2, children_ages: [], infants: 0, pets: 0 },
      extras: [],
      currency: 'EUR',
      accommodation_total: 40_000,
      discount_total: 0,
      fees_total: 0,
      taxes_total: 0,
      grand_total: 40_000,
      price_breakdown: [
        {
          type: 'accommodation',
          code: 'accommodation',
          name: 'Accommodation',
          basis: 'night',
          quantity: 4,
          unit_amount: null,
          percent: null,
          base_amount: null,
          included: false,
          amount: 40_000,
        },
      ],
      price_agreed: null,
      adjustment: null,
      adjustments: [],
      coupon_code: null,
      notes: 'Key in the box.',
      special_requests: 'A cot.',
      cancellation: null,
      cancellation_reason: null,
      cancellation_fee: null,
      expires_at: null,
      confirmed_at: null,
      cancelled_at: null,
      completed_at: null,
      created_at: CREATED,
      updated_at: CREATED,
      listing: pickShown(bookedListingSchema, await own.read(`/listings/${own.listing.id}`)),
      guest: {
        ...listBlanks(guestFields),
        id: made.guest_id,
        name: 'Bea Lind',
        email: 'Bea@Example.com',
        phone: null,
        notes: null,
        erased_at: null,
        created_at: CREATED,
      },
    });
    expect(await own.read(`/bookings/${made.id}`)).toEqual(made);
    expect((await own.send('GET', `/bookings?listing_id=${own.listing.id}`)).body).toMatchObject({
      data: [made],
      meta: { total: 1 },
    });
  });

  it('a new booking needs a listing and a guest of the same team: another team’s are refused like unknown ones', async () => {
    const { guest_id: theirs } = await other.book();
    for (const listing_id of [other.listing.id, crypto.randomUUID()]) {
      await refusal({ listing_id }, ['listing_id']);
      await refusal({ listing_id, notes: 1 }, ['notes']);
    }
    for (const guest_id of [theirs, crypto.randomUUID()]) {
      await refusal({ guest: undefined, guest_id }, ['guest_id']);
      await refusal({ guest: undefined, guest_id, listing_id: other.listing.id }, ['guest_id', 'listing_id']);
      await refusal({ guest: undefined, guest_id, notes: 1, check_in: 'x' }, ['check_in', 'notes']);
    }
    const { id: erased } = await buildGuest(world, { teamId: inn.teamId, erasedAt: world.clock.now() });
    await refusal({ guest: undefined, guest_id: erased, check_in: 'x' }, ['check_in']);
    await refusal({ guest: undefined, guest_id: erased, listing_id: other.listing.id }, [
      'guest_id',
      'listing_id',
    ]);
    const readRefusal = async (id: string) => (await inn.tryBook({ listing_id: id })).text;
    expect(await readRefusal(other.listing.id)).toBe(await readRefusal(crypto.randomUUID()));
  });

  it('a new booking whose status is not a known word is refused with the words that are allowed', async () => {
    const message = 'The status field must be one of confirmed, pending.';
    expect((await inn.tryBook({ status: 'completed' })).body.errors).toEqual({ status: [message] });
  });

  it('a new booking has either a guest or a guest_id', async () => {
    const { guest_id } = await inn.read(`/bookings/${bookingId}`);
    await refusal({ guest: undefined }, ['guest']);
    await refusal({ guest: null, guest_id: null, source: 'x' }, ['guest', 'source']);
    await refusal({ guest_id }, ['guest_id']);
    await refusal({ guest_id, number_of_guests: 0 }, ['guest_id', 'number_of_guests']);
    await refusal({ guest: undefined, check_in: 'x' }, ['guest', 'check_in']);
    await refusal({ guest_id, check_out: '2031-02-30' }, ['guest_id', 'check_out']);
    await refusal({ guest: 'Bea' }, ['guest']);
    await refusal({ guest: {} }, ['guest.name']);
  });

  it('a new booking checks out after its check-in, at most a year later', async () => {
    await refusal({ check_out: day(60) }, ['check_out']);
    await refusal({ check_out: day(59), number_of_guests: 0, notes: 5 }, [
      'check_out',
      'number_of_guests',
      'notes',
    ]);
    await refusal({ check_out: day(60 + 366) }, ['check_out']);
    expect((await inn.tryBook({ check_in: '2198-12-31', check_out: '2199-12-31' })).status).toBe(201);
  });

  it('a new booking whose email belongs to a guest of the team uses that guest unchanged, and without an email always makes a new guest', async () => {
    const own = await openInn(world, { units: ['A', 'B', 'C', 'D'] });
    const first = await own.book({ guest: { name: 'Bea', email: 'Bea@Example.com' } });
    const again = await own.book({ guest: { name: 'Else', email: ' bea@example.COM ', phone: '1' } });
    expect(again.guest).toEqual(first.guest);
    const nameless = [await own.book(), await own.book()];
    expect(at(nameless, 0).guest_id).not.toBe(at(nameless, 1).guest_id);
    expect((await own.send('GET', '/guests')).body.meta.total).toBe(3);
    const known = await own.book({
      guest: null,
      guest_id: first.guest_id.toUpperCase(),
      check_in: day(9),
      check_out: day(10),
    });
    expect(known.guest).toEqual(first.guest);
  });

  it('a new booking may have values at all limits, and null for absent ones', async () => {
    const own = await openInn(world, { listing: { maxGuests: 1_000 }, units: ['A', 'B'] });
    const long = '𝄞'.repeat(10_000);
    const name = 'å'.repeat(255);
    const email = `${'x'.repeat(64)}@${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(58)}.de`;
    expect(email.length).toBe(254);
    const made = await own.book({
      number_of_guests: 1_000,
      guest: { name, email, phone: '+'.repeat(50) },
      notes: long,
      special_requests: `\n ${long} \t`,
      guest_id: null,
      coupon_code: null,
      source: null,
      status: null,
      override_rules: null,
    });
    expect(made).toMatchObject({
      notes: long,
      special_requests: long,
      source: 'api',
      status: 'confirmed',
      guest: { name, email },
    });
    expect((await own.book({ coupon_code: '  ', notes: '', number_of_guests: 2.0 })).coupon_code).toBe(null);
    const found = await own.send('GET', `/guests?email=${encodeURIComponent(email.toUpperCase())}`);
    expect(found.body.data).toEqual([made.guest]);
  });
});
