import { beforeEach, describe, expect, it } from 'vitest';
import { unitFields } from '../../../src/schemas/listings/unit.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';
import { eventsIn } from '../events/team-events.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

const LOFT = {
  kind: 'standalone',
  public_title: 'Casa do Pátio, 2º',
  max_guests: 4,
  rates: { nightly: 12_000 },
};
const add = (body: object = {}): Promise<Json> =>
  inn.data(inn.send('POST', '/listings', { ...LOFT, ...body }), 201);
const unitsOf = async ({ id }: { id: string }) =>
  (await inn.read(`/listings/${id}/units`)).map(({ name }: { name: string }) => name);
const refusalOf = async (answer: ReturnType<Inn['send']>) => {
  const { status, body } = await answer;
  return { status, fields: Object.keys(body.errors ?? {}).sort() };
};
const refused = (...fields: string[]) => ({ status: 422, fields });

describe('units', () => {
  it('units are added, renamed, made inactive and deleted one by one', async () => {
    const path = `/listings/${inn.listing.id}/units`;
    const unit = await inn.data(inn.send('POST', path, { name: ' B ' }), 201);
    expect(unit).toEqual({
      ...listBlanks(unitFields),
      id: expect.any(String),
      name: 'B',
      active: true,
      listing_id: inn.listing.id,
      updated_at: expect.any(String),
    });
    const own = `/units/${unit.id}`;
    expect(await inn.read(own)).toEqual(unit);
    expect(await inn.data(inn.send('PUT', own, { active: false }))).toEqual({ ...unit, active: false });
    expect(await inn.data(inn.send('PUT', own, { name: 'C', active: null }))).toEqual({ ...unit, name: 'C' });
    await inn.data(inn.send('PUT', own, { name: 'C' }));
    expect(await unitsOf(inn.listing)).toEqual(['A', 'C']);
    expect(await refusalOf(inn.send('PUT', own, { name: 'A' }))).toEqual(refused('name'));
    expect(await refusalOf(inn.send('POST', path, { name: '', active: 1 }))).toEqual(
      refused('active', 'name'),
    );
    expect((await inn.send('DELETE', own)).status).toBe(204);
    expect((await inn.send('GET', own)).status).toBe(404);
    expect((await eventsIn(world, inn.teamId)).map(({ data }) => data.changed)).toEqual(
      Array(4).fill(['units']),
    );
    const building = await add({ kind: 'building' });
    expect(await refusalOf(inn.send('POST', `/listings/${building.id}/units`, { name: 'A' }))).toEqual(
      refused('listing'),
    );
    await inn.book();
    expect(await refusalOf(inn.send('DELETE', `/units/${inn.units[0]?.id}`))).toEqual(refused('unit'));
  });

  it('the event of a listing names the units that were added, changed or deleted', async () => {
    const { id } = await add({ units: ['A', 'B'] });
    const path = `/listings/${id}/units`;
    const [a, b] = await inn.read(path);
    const c = await inn.data(inn.send('POST', path, { name: 'C' }), 201);
    await inn.data(inn.send('PUT', `/units/${a.id}`, { active: false }));
    await inn.send('DELETE', `/units/${b.id}`);
    await inn.data(inn.send('PUT', `/listings/${id}`, { headline: 'Blue' }));
    expect((await inn.send('DELETE', `/listings/${id}`)).status).toBe(204);
    const happened = (await eventsIn(world, inn.teamId)).map(({ type, data }) => [type, data.units]);
    const touched = (...units: Json[]) => units.map((unit) => ({ id: unit.id, deleted: false }));
    const gone = (...units: Json[]) => units.map((unit) => ({ id: unit.id, deleted: true }));
    const [[, made], ...later] = happened as [[string, Json[]], ...[string, Json[]][]];
    expect(made).toHaveLength(2);
    expect(made).toEqual(expect.arrayContaining(touched(a, b)));
    expect(later).toEqual([
      ['listing.changed', touched(c)],
      ['listing.changed', touched(a)],
      ['listing.changed', gone(b)],
      ['listing.changed', []],
      ['listing.deleted', expect.arrayContaining(gone(a, c))],
    ]);
  });

  it('a listing has at most 500 units, and a unit beyond is refused with a name and a reference that are taken', async () => {
    await inn.data(inn.send('PUT', `/units/${inn.units[0]?.id}`, { external_reference: 'R' }));
    const { id } = await add({ units: 499 });
    const path = `/listings/${id}/units`;
    expect((await inn.send('POST', path, { name: '500' })).status).toBe(201);
    expect(await refusalOf(inn.send('POST', path, { name: '501' }))).toEqual(refused('listing'));
    expect(await refusalOf(inn.send('POST', path, { name: '500', external_reference: 'R' }))).toEqual(
      refused('external_reference', 'listing', 'name'),
    );
    const [last] = (await inn.read(path)).slice(-1);
    expect((await inn.send('PUT', `/units/${last.id}`, { active: false })).status).toBe(200);
  });

  it('a unit that was ever booked or blocked cannot be deleted', async () => {
    const { id: listing_id } = await add({ units: 4 });
    const all: Json[] = await inn.read(`/listings/${listing_id}/units`);
    const [blocked, left, kept, free] = all.map(({ id }) => id);
    const nights = { start_date: day(1), end_date: day(2) };
    const block = (unit_id: string) =>
      inn.data(inn.send('POST', '/blocks', { listing_id, unit_id, ...nights }), 201);
    const remove = (id: string) => inn.send('DELETE', `/units/${id}`);
    const [deleted] = await block(blocked);
    await inn.send('DELETE', `/blocks/${deleted.id}`);
    await world.db.execute(
      `update units set active = id in ('${left}', '${kept}') where listing_id = '${listing_id}'`,
    );
    // The booking moves, because on its new dates only the other unit is free.
    const booking = await inn.book({ listing_id, check_in: day(5), check_out: day(6) });
    await block(booking.unit.id);
    await inn.data(inn.send('PUT', `/bookings/${booking.id}`, { check_in: day(1), check_out: day(2) }));
    for (const id of [blocked, left, kept]) expect(await refusalOf(remove(id))).toEqual(refused('unit'));
    expect((await remove(free)).status).toBe(204);
  });

  it('a unit cannot be deleted if its building was booked as a whole while it was there', async () => {
    const building = await add({ kind: 'building', whole_building_bookable: true });
    const type = await add({ kind: 'unit_type', building_id: building.id, units: 1 });
    const [old]: Json[] = await inn.read(`/listings/${type.id}/units`);
    const { id } = await inn.book({ listing_id: building.id });
    await inn.cancel(id);
    expect(await refusalOf(inn.send('DELETE', `/units/${old.id}`))).toEqual(refused('unit'));
    await world.db.execute("update team_events set created_at = '2020-01-01'");
    const added = await inn.data(inn.send('POST', `/listings/${type.id}/units`, { name: 'new' }), 201);
    expect((await inn.send('DELETE', `/units/${added.id}`)).status).toBe(204);
  });

  it('a building that becomes a standalone listing gets one unit', async () => {
    const building = await add({ kind: 'building' });
    await inn.data(inn.send('PUT', `/listings/${building.id}`, { kind: 'standalone', public_title: 'Hut' }));
    expect(await unitsOf(building)).toEqual(['Hut']);
    expect((await eventsIn(world, inn.teamId)).at(-1)?.data.changed).toEqual([
      'kind',
      'public_title',
      'units',
    ]);
  });
});
