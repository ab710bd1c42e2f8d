/** A new booking that names its unit (docs/rules.md, 9.11), and notes of bookings that are over (docs/rules.md, 9.7). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, openBuilding, openInn } from '../../helpers/bookings.ts';
import { buildUnit, day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const openThree = async (team: { reseating?: 'on' } = {}) => {
  const inn = await openInn(world, { units: ['1', '2', '3'], team });
  const [one, two, three] = inn.units.map(({ id }) => id) as [string, string, string];
  return { ...inn, one, two, three };
};
const TAKEN = { errors: { unit_id: ['The unit is not free for the whole stay.'] } };
const UNKNOWN = { errors: { unit_id: ['The listing has no active unit with this id.'] } };

describe('a new booking that names its unit', () => {
  it('a new booking that names its unit gets that unit, and its preview says so', async () => {
    const { send, data, newBooking, book, two, three } = await openThree();
    const wish = newBooking({ unit_id: three });
    const { booking } = await data(send('POST', '/bookings/preview', wish));
    expect(booking).toMatchObject({ unit: { id: three } });
    expect(await book({ unit_id: three })).toMatchObject({ unit: { id: three }, unit_pinned: false });
    expect(await book({ unit_id: two, unit_pinned: true })).toMatchObject({
      unit: { id: two },
      unit_pinned: true,
    });
    // Null is any unit, as if it were absent.
    expect(await book({ unit_id: null })).toMatchObject({ unit: { name: '1' } });
  });

  it('a new booking that names a taken unit is refused, also with override_rules, and nobody moves', async () => {
    const { send, tryBook, newBooking, book, events, two } = await openThree({ reseating: 'on' });
    const first = await book({ unit_id: two });
    for (const more of [{}, { override_rules: true }, { check_in: day(3), check_out: day(6) }]) {
      const { status, body } = await tryBook({ unit_id: two, ...more });
      expect([status, body.errors]).toEqual([422, TAKEN.errors]);
    }
    const preview = await send('POST', '/bookings/preview', newBooking({ unit_id: two }));
    expect([preview.status, preview.body.errors]).toEqual([422, TAKEN.errors]);
    expect(await events(first.id)).toHaveLength(1);
    expect(await book({ unit_id: two, check_in: day(4), check_out: day(6) })).toMatchObject({
      unit: { id: two },
    });
  });

  it('a new booking that names a taken unit reports broken rules beside it, and a wrong price only once these are mended', async () => {
    const { tryBook, book, two, three } = await openThree();
    await book({ unit_id: two });
    const both = await tryBook({ unit_id: two, number_of_guests: 40, expected_total: 1 });
    expect(Object.keys(both.body.errors).toSorted()).toEqual(['number_of_guests', 'unit_id']);
    expect(await tryBook({ unit_id: three, expected_total: 1 })).toMatchObject({ status: 409 });
  });

  it('a new booking that names its unit takes the nights of a lapsed hold there', async () => {
    const { book, read, two } = await openThree();
    const hold = await book({ unit_id: two, status: 'pending', expires_in: 30 });
    world.clock.set('2031-05-05T10:30:00Z');
    expect(await book({ unit_id: two })).toMatchObject({ unit: { id: two } });
    expect(await read(`/bookings/${hold.id}`)).toMatchObject({ status: 'cancelled' });
  });

  it('a new booking that names a unit which its listing does not sell is refused together with other unknown ids', async () => {
    const inn = await openThree();
    const other = await openInn(world);
    const closed = await buildUnit(world, {
      teamId: inn.teamId,
      listingId: inn.listing.id,
      name: '4',
      active: false,
    });
    for (const unit_id of [at(other.units, 0).id, inn.listing.id, closed.id]) {
      expect(await inn.tryBook({ unit_id })).toMatchObject({ status: 422, body: UNKNOWN });
      const { body } = await inn.tryBook({
        unit_id,
        number_of_guests: 40,
        guest: undefined,
        guest_id: unit_id,
      });
      expect(Object.keys(body.errors).toSorted()).toEqual(['guest_id', 'unit_id']);
    }
    const { body } = await inn.tryBook({ unit_id: 'two', check_in: 'soon' });
    expect(Object.keys(body.errors).toSorted()).toEqual(['check_in', 'unit_id']);
  });

  it('a new booking of a whole building cannot name a unit', async () => {
    const inn = await openBuilding(world, { Double: ['1', '2'] });
    const [unit] = await inn.read(`/listings/${at(inn.unitTypes, 0).id}/units`);
    const { status, body } = await inn.tryBook({ unit_id: unit.id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['unit_id']]);
  });
});
