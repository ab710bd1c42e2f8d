/** What a caller with `listings` changes, and what they are told of it (docs/rules.md, 27.36 to 27.40). */
import { describe, expect, it } from 'vitest';
import { WORKING_ROLE } from '../../helpers/access.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { clientOf, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { keepCopy } from '../../helpers/copies.ts';
import { buildBooking, buildCoupon, buildToken, day } from '../../helpers/factories.ts';
import { openTwoPlaces, refusal } from './two-places.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });

const bookAt = (inn: Inn, listing_id: string, more: object = {}) => inn.book({ listing_id, ...more });

describe('bookings and guests', () => {
  it('a booking of another listing is as one that does not exist, and none can be made or moved there', async () => {
    const { inn, other, limited } = await openTwoPlaces(world);
    const [own, outside] = [await inn.book(), await bookAt(inn, other.id)];
    for (const answer of [
      await limited.send('GET', `/bookings/${outside.id}`),
      await limited.change(outside.id, { notes: 'Mine' }),
      await limited.cancel(outside.id),
      await limited.send('POST', `/bookings/${outside.id}/payments`, { amount: 1 }),
    ])
      expect(answer.status).toBe(404);
    const stay = { check_in: day(10), check_out: day(12), number_of_guests: 1, guest: { name: 'Ana' } };
    const unknown = await limited.send('POST', '/bookings', { ...stay, listing_id: other.id });
    expect(refusal(unknown)).toEqual([422, ['listing_id']]);
    expect(refusal(await limited.change(own.id, { listing_id: other.id }))).toEqual([422, ['listing_id']]);
    const made = await limited.data(
      limited.send('POST', '/bookings', { ...stay, listing_id: inn.listing.id }),
      201,
    );
    expect((await inn.read(`/bookings/${made.id}`)).id).toBe(made.id);
    expect((await limited.read('/bookings')).map(({ id }: Json) => id).sort()).toEqual(
      [own.id, made.id].sort(),
    );
  });

  it('a guest whom the caller creates is answered, then unseen, and can be named in a booking', async () => {
    const { inn, limited } = await openTwoPlaces(world);
    const guest = await limited.data(limited.send('POST', '/guests', { name: 'Eve' }), 201);
    expect(guest.name).toBe('Eve');
    expect((await limited.send('GET', `/guests/${guest.id}`)).status).toBe(404);
    expect(await limited.read('/guests')).toEqual([]);
    const stay = { listing_id: inn.listing.id, check_in: day(0), check_out: day(2), number_of_guests: 1 };
    const booking = await limited.data(
      limited.send('POST', '/bookings', { ...stay, guest_id: guest.id }),
      201,
    );
    expect(booking.guest.id).toBe(guest.id);
    expect((await limited.read(`/guests/${guest.id}`)).name).toBe('Eve');
  });

  it('a guest who has only stayed elsewhere is unknown by id, and attached by email without being told', async () => {
    const { inn, other, limited } = await openTwoPlaces(world);
    const guest = { name: 'Bea Lind', email: 'bea@example.com', phone: '+351 1' };
    const outside = await bookAt(inn, other.id, { guest });
    const { id } = outside.guest;
    const stay = { listing_id: inn.listing.id, check_in: day(0), check_out: day(2), number_of_guests: 1 };
    expect(refusal(await limited.send('POST', '/bookings', { ...stay, guest_id: id }))).toEqual([
      422,
      ['guest_id'],
    ]);
    await inn.data(
      inn.send('PUT', `/guests/${id}`, { notes: 'Vegan', language: 'de', external_reference: 'E3' }),
    );
    const sent = { name: 'B.', email: 'BEA@example.com' };
    const nothingElse = { notes: null, language: null, external_reference: null, custom_fields: {} };
    const preview = await limited.data(limited.send('POST', '/bookings/preview', { ...stay, guest: sent }));
    expect(preview.booking.guest).toMatchObject({ name: 'B.', phone: null, ...nothingElse });
    const made = await limited.data(limited.send('POST', '/bookings', { ...stay, guest: sent }), 201);
    expect(made.guest).toMatchObject({ id, ...sent, phone: null, ...nothingElse });
    expect(await limited.read(`/guests/${id}`)).toMatchObject(guest);
    const erased = await limited.send('POST', `/guests/${id}/erase`);
    expect(refusal(erased)).toEqual([422, ['guest']]);
    expect(erased.body.errors.guest).toEqual(['The guest has a booking of a listing that you do not have.']);
    expect((await limited.read(`/guests/${id}/export`)).bookings).toHaveLength(1);
  });

  it('what must be unique in the team is taken, whoever has it, and nobody is named', async () => {
    const { inn, other, limited } = await openTwoPlaces(world);
    await bookAt(inn, other.id, {
      external_reference: 'X1',
      source: 'api',
      guest: { name: 'Bea', email: 'bea@example.com' },
    });
    const own = await inn.book({ guest: { name: 'Cy', email: 'cy@example.com' } });
    for (const [answer, field] of [
      [await limited.change(own.id, { external_reference: 'X1' }), 'external_reference'],
      [await limited.change(own.id, { guest: { email: 'bea@example.com' } }), 'guest.email'],
      [await limited.send('POST', '/guests', { name: 'B', email: 'bea@example.com' }), 'email'],
      [await limited.send('PUT', `/guests/${own.guest.id}`, { email: 'bea@example.com' }), 'email'],
      [await limited.send('PUT', `/listings/${inn.listing.id}`, { slug: 'barn' }), 'slug'],
    ] as const) {
      expect(refusal(answer)).toEqual([422, [field]]);
      expect(answer.body.codes).toEqual({ [field]: ['taken'] });
      expect(answer.body.existing ?? {}).toEqual({});
    }
  });
});

describe('charges', () => {
  it('can be read as far as they apply, and not be written', async () => {
    const { inn, other, limited } = await openTwoPlaces(world);
    const fee = { name: 'Fee', basis: 'stay', amount: 1_000 };
    const both = [inn.listing.slug, other.slug];
    for (const [code, listings] of [
      ['all', null],
      ['both', both],
      ['barn', ['barn']],
    ] as const)
      await inn.data(inn.send('POST', '/fees', { code, ...fee, listings }), 201);
    const seen = (await limited.read('/fees')).map(({ code, listings }: Json) => [code, listings]);
    expect(seen).toEqual([
      ['all', null],
      ['both', [inn.listing.slug]],
    ]);
    expect((await limited.send('GET', '/fees/barn')).status).toBe(404);
    for (const answer of [
      await limited.send('POST', '/fees', { code: 'mine', ...fee, listings: [inn.listing.slug] }),
      await limited.send('PUT', '/fees/both', { amount: 1 }),
      await limited.send('DELETE', '/fees/all'),
      await limited.send('POST', '/listings', {
        kind: 'standalone',
        public_title: 'New',
        max_guests: 2,
        rates: { nightly: 1 },
      }),
    ])
      expect(refusal(answer)).toEqual([422, ['listings']]);
    expect((await limited.send('PUT', '/fees/barn', { amount: 1 })).status).toBe(404);
  });

  it('a coupon is used up by the whole team, and its lapsed holds make way', async () => {
    const { inn, other, limited } = await openTwoPlaces(world);
    await buildCoupon(world, { teamId: inn.teamId, code: 'ONE', codeKey: 'one', maxRedemptions: 1 });
    await bookAt(inn, other.id, { coupon_code: 'ONE', status: 'pending', expires_in: 60 });
    expect((await limited.read('/coupons/ONE')).redemptions).toBe(0);
    const stay = { listing_id: inn.listing.id, check_in: day(0), check_out: day(2), number_of_guests: 1 };
    const booking = { ...stay, guest: { name: 'Ana' }, coupon_code: 'ONE' };
    expect(refusal(await limited.send('POST', '/bookings', booking))).toEqual([422, ['coupon_code']]);
    world.clock.set('2031-05-05T12:00:00Z');
    await limited.data(limited.send('POST', '/bookings', booking), 201);
    expect((await limited.read('/coupons/ONE')).redemptions).toBe(1);
    expect(
      (await inn.read('/bookings?per_page=100')).filter(({ status }: Json) => status === 'cancelled'),
    ).toHaveLength(1);
  });
});

describe('events and copies', () => {
  it('tell of what is visible, and of what is so no longer', async () => {
    const { inn, other, limited } = await openTwoPlaces(world);
    const copies = (['bookings', 'guests', 'listings'] as const).map((kind) =>
      keepCopy(limited.send, kind, { limit: 2 }),
    );
    const follow = async () => {
      for (const copy of copies) await copy.follow();
      return Promise.all(copies.map((copy) => copy.expectEqual()));
    };
    expect(await follow()).toEqual([0, 0, 1]);
    const guest = { name: 'Bea', email: 'bea@example.com' };
    const booking = await bookAt(inn, other.id, { guest });
    expect(await follow()).toEqual([0, 0, 1]);
    await inn.data(inn.change(booking.id, { listing_id: inn.listing.id }));
    expect(await follow()).toEqual([1, 1, 1]);
    expect(
      (await limited.read('/events?types=booking.changed')).map(({ data }: Json) => data.booking_id),
    ).toEqual([booking.id]);
    await inn.data(inn.change(booking.id, { listing_id: other.id }));
    const { body } = await limited.send('GET', `/bookings?changed_after=${copies[0]?.next}`);
    expect([body.data, body.deleted]).toEqual([[], [booking.id]]);
    expect(await follow()).toEqual([0, 0, 1]);
    expect(await limited.read('/events?types=booking.*')).toEqual([]);
    expect(copies.map(({ restarts }) => restarts)).toEqual([0, 0, 0]);
    await inn.data(
      inn.send('PUT', `/roles/${WORKING_ROLE.code}`, {
        permissions: ['bookings:read', 'listings:read', 'guests:read'],
      }),
    );
    expect(await follow()).toEqual([0, 0, 1]);
    expect(copies.map(({ restarts }) => restarts)).toEqual([1, 1, 1]);
  });

  it('a copy as CSV begins anew if something it may have is no longer visible', async () => {
    const { inn, other, limited, token } = await openTwoPlaces(world);
    const read = async (kind: 'bookings' | 'guests', after: string) => {
      const { headers, body } = await world.app.inject({
        url: `/v1/${kind}?changed_after=${after}`,
        headers: { accept: 'text/csv', authorization: `Bearer ${token}` },
      });
      const ids = body.match(/^[0-9a-f-]{36}(?=,)/gm) ?? [];
      return { ids, next: String(headers['changed-after']), restarted: headers['changed-restarted'] };
    };
    const [stays, moves] = [await inn.book(), await inn.book({ check_in: day(8), check_out: day(10) })];
    for (const [kind, ofBooking] of [
      ['bookings', 'id'],
      ['guests', 'guest_id'],
    ] as const) {
      const [kept, gone] = [stays[ofBooking], moves[ofBooking]];
      const first = await read(kind, '');
      expect(first).toMatchObject({ ids: [kept, gone], restarted: undefined });
      const walk = (await limited.send('GET', `/${kind}?changed_after=&limit=1`)).body.meta.next;
      await inn.data(inn.change(moves.id, { listing_id: other.id }));
      const second = await read(kind, first.next);
      expect(second).toMatchObject({ ids: [kept], restarted: 'true' });
      expect(await read(kind, walk)).toEqual(second);
      expect(await read(kind, second.next)).toEqual({ ids: [], next: second.next, restarted: undefined });
      await inn.data(inn.change(moves.id, { listing_id: inn.listing.id }));
      expect(await read(kind, second.next)).toMatchObject({ ids: [gone], restarted: undefined });
    }
  });

  it('a position of another caller begins the copy anew', async () => {
    const { inn, limited } = await openTwoPlaces(world);
    await inn.book();
    const { body: whole } = await inn.send('GET', '/bookings?changed_after=');
    const { body } = await limited.send('GET', `/bookings?changed_after=${whole.meta.next}`);
    expect([body.meta.restarted, body.data.length]).toEqual([true, 1]);
    const { body: back } = await inn.send('GET', `/bookings?changed_after=${body.meta.next}`);
    expect([back.meta.restarted, back.data.length]).toEqual([true, 1]);
  });

  it('positions keep their numbers, and reading numbers the events of all listings', async () => {
    const { inn, other, limited } = await openTwoPlaces(world);
    await bookAt(inn, other.id);
    await inn.book();
    const { data: seen, meta } = (await limited.send('GET', '/events')).body as Json;
    const { data: all, meta: ofAll } = (await inn.send('GET', '/events')).body as Json;
    expect(meta.next).toBe(ofAll.next);
    expect(seen.length).toBeLessThan(all.length);
    expect(all.map(({ position }: Json) => position)).toEqual(all.map((_: Json, index: number) => index + 1));
    for (const event of seen) expect(all).toContainEqual(event);
  });
});

it('no listings at all: nothing is seen', async () => {
  const inn = await openInn(world, { role: 'owner' });
  await inn.data(inn.send('POST', '/roles', WORKING_ROLE), 201);
  await inn.book();
  await buildBooking(world, { teamId: inn.teamId });
  const none = clientOf(
    world,
    await buildToken(world, { teamId: inn.teamId, role: WORKING_ROLE.code, listings: [] }),
  );
  for (const list of ['listings', 'bookings', 'guests', 'fees', 'units', 'blocks', 'payments', 'invoices'])
    expect([list, await none.read(`/${list}`)]).toEqual([list, []]);
});
