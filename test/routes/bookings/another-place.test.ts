/** A booking that moves to another place (docs/rules.md, 24). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Json } from '../../helpers/bookings.ts';
import { buildListing, buildTeam, buildUnit, day } from '../../helpers/factories.ts';
import { BREAKFAST, linesOf, openHouse } from './price/extras-house.ts';

const world = await openSharedApp();

/** A house, and another one at 150.00 a night with one unit and two preparation nights. */
async function openTwo(options: object = {}) {
  const inn = await openHouse(world, { coupons: [{ code: 'TEN', percent: 10 }] });
  const other = await buildListing(world, {
    teamId: inn.teamId,
    nightlyCents: 15_000,
    preparationDays: 2,
    ...options,
  });
  const unit = await buildUnit(world, { teamId: inn.teamId, listingId: other.id, name: 'Other' });
  return { ...inn, other, unit };
}
const occupied = async (inn: Json, listingId: string) =>
  (await inn.send('GET', `/occupancies?from=${day(0)}&to=${day(30)}&listing_id=${listingId}`)).body.data.map(
    ({ start_date, end_date, unit_name }: Json) => [start_date, end_date, unit_name],
  );

describe('a move to another place', () => {
  it('a booking that moves to another place has a unit, price and preparation nights there, and keeps everything else', async () => {
    const inn = await openTwo();
    await inn.put('/team', { deposit_percent: 30 });
    const booking = await inn.book({ extras: [{ code: 'breakfast', quantity: 1 }], notes: 'Quiet.' });
    const before = await inn.folio(booking.id);
    const [deposit] = before.payments;
    await inn.put(`/bookings/${booking.id}/payments/${deposit.id}`, { status: 'paid' });
    const moved = await inn.to(booking.id, { listing_id: inn.other.id });
    expect(moved).toMatchObject({
      id: booking.id,
      confirmation_code: booking.confirmation_code,
      listing_id: inn.other.id,
      listing: { id: inn.other.id },
      unit: { id: inn.unit.id },
      unit_pinned: false,
      notes: 'Quiet.',
      extras: booking.extras,
      grand_total: 60_700,
    });
    expect(await occupied(inn, inn.listing.id)).toEqual([]);
    expect(await occupied(inn, inn.other.id)).toEqual([[day(0), day(6), 'Other']]);
    const folio = await inn.folio(booking.id);
    expect(folio.payments[0]).toMatchObject({ id: deposit.id, status: 'paid' });
    expect(folio).toMatchObject({ paid_total: 12_210, balance_due: 60_700 - 12_210 });
    const events = await inn.events(booking.id);
    expect(events.map(({ type }: Json) => type)).toEqual([
      'booking.created',
      'booking.folio_changed',
      'booking.changed',
    ]);
    expect(events[2].data).toMatchObject({ listing_id: [inn.listing.id, inn.other.id] });
    const feed = (await inn.send('GET', '/events?types=booking.*')).body.data.at(-1);
    expect(feed).toMatchObject({
      type: 'booking.changed',
      data: {
        listing_id: inn.other.id,
        unit_id: inn.unit.id,
        previous_listing_id: inn.listing.id,
        previous_unit_id: inn.units[0]?.id,
        changed: expect.arrayContaining(['listing_id', 'unit_id', 'grand_total']),
      },
    });
    await expectSound(world);
  });

  it('a booking that moves to another place keeps an agreed price, and its coupon and extras if they apply there', async () => {
    const inn = await openTwo();
    const agreed = await inn.book({ totals: { grand_total: 30_000 } });
    expect(await inn.to(agreed.id, { listing_id: inn.other.id })).toMatchObject({
      grand_total: 30_000,
      price_agreed: 'total',
    });
    await inn.put('/fees/breakfast', { listings: [inn.listing.slug] });
    await inn.put('/coupons/TEN', { listings: [inn.listing.slug] });
    const extras = [{ code: 'breakfast', quantity: 1 }];
    const { id } = await inn.book({ extras, coupon_code: 'TEN' });
    const moved = await inn.to(id, { listing_id: inn.other.id, check_in: day(10), check_out: day(12) });
    expect(moved).toMatchObject({ extras: [], coupon_code: null });
    expect(linesOf(moved)).toEqual(['accommodation 30000']);
    expect(await inn.read('/coupons/TEN')).toMatchObject({ redemptions: 0 });
  });

  it('a booking that moves to another place must fit all rules there, except for the advance notice if it arrives as planned', async () => {
    const inn = await openTwo({ minStay: 5, maxGuests: 1, advanceNoticeDays: 3_650 });
    const { id } = await inn.book();
    const body = { listing_id: inn.other.id };
    const refused = await inn.change(id, body);
    expect(refused.body.reasons.map(({ code }: Json) => code)).toEqual(['guests_exceeded', 'min_stay']);
    const later = await inn.change(id, { ...body, check_in: day(1), check_out: day(4) });
    expect(later.body.reasons.map(({ code }: Json) => code)).toContain('advance_notice');
    expect(await inn.to(id, { ...body, override_rules: true })).toMatchObject({ listing_id: inn.other.id });
  });

  it('a booking that moves to another place takes the unit that is named, and only then becomes pinned', async () => {
    const inn = await openTwo();
    const second = await buildUnit(world, { teamId: inn.teamId, listingId: inn.other.id, name: 'Second' });
    const { id } = await inn.book({ unit_pinned: true });
    const body = { listing_id: inn.other.id };
    const own = inn.units[0]?.id;
    expect((await inn.change(id, { ...body, unit_id: own })).body.errors).toHaveProperty('unit_id');
    const moved = await inn.to(id, { ...body, unit_id: second.id });
    expect(moved).toMatchObject({ unit: { id: second.id }, unit_pinned: true });
    const back = await inn.to(id, { listing_id: inn.listing.id });
    expect(back).toMatchObject({ unit: { id: own }, unit_pinned: false, grand_total: 40_000 });
    expect((await inn.send('DELETE', `/units/${second.id}`)).status).toBe(422);
  });

  it('a booking cannot move to an unknown place or to one with another currency', async () => {
    const inn = await openTwo({ currency: 'USD' });
    const { id } = await inn.book();
    const { id: teamId } = await buildTeam(world);
    const foreign = await buildListing(world, { teamId });
    for (const listing_id of [inn.other.id, foreign.id, '0197aaaa-0000-7000-8000-000000000000', 'nothing'])
      for (const path of [`/bookings/${id}`, `/bookings/${id}/preview`]) {
        const answer = await inn.send(path.endsWith('preview') ? 'POST' : 'PUT', path, { listing_id });
        expect(answer.body.errors, path).toEqual({ listing_id: [expect.any(String)] });
      }
  });

  it('a booking that moves to its own place is not changed', async () => {
    const inn = await openTwo();
    const { id, updated_at } = await inn.book();
    await inn.raise();
    expect(await inn.to(id, { listing_id: inn.listing.id })).toMatchObject({ updated_at });
    expect(await inn.events(id)).toHaveLength(1);
  });

  it('a booking of a unit can move to the whole building with its own unit included, and back', async () => {
    const inn = await openHouse(
      world,
      {},
      { listing: { kind: 'building', wholeBuildingBookable: true }, units: [] },
    );
    const type = await buildListing(world, {
      teamId: inn.teamId,
      kind: 'unit_type',
      buildingId: inn.listing.id,
    });
    for (const name of ['1', '2']) await buildUnit(world, { teamId: inn.teamId, listingId: type.id, name });
    const { id } = await inn.book({ listing_id: type.id });
    const whole = await inn.to(id, { listing_id: inn.listing.id });
    expect(whole).toMatchObject({ whole_building: true, unit: null });
    expect(await occupied(inn, type.id)).toHaveLength(2);
    expect(await inn.to(id, { listing_id: type.id })).toMatchObject({ whole_building: false });
    expect(await occupied(inn, type.id)).toHaveLength(1);
    await expectSound(world);
  });
});

it('a booking that moves to another place can choose an extra there as before', async () => {
  const inn = await openTwo();
  const { id } = await inn.book();
  const body = { listing_id: inn.other.id, extras: [{ code: BREAKFAST.code, quantity: 1 }] };
  expect(await inn.to(id, body)).toMatchObject({ fees_total: 700 });
});
