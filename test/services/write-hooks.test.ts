/** What an option does within the writes of the core: with their events, with an erasure, and with a deletion. */
import { asc, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { teamEvents } from '../../src/db/schema/team-events.ts';
import { ChangedMeanwhile, Invalid } from '../../src/services/errors.ts';
import { expireLapsedHolds } from '../../src/services/jobs/ended-bookings.ts';
import { newId } from '../../src/services/new-id.ts';
import { recordTeamEvent } from '../../src/services/team-events.ts';
import { createSystemScope, type WriteHooks } from '../../src/services/team-scope.ts';
import { write } from '../../src/services/write.ts';
import { openSharedApp } from '../helpers/app.ts';
import { at, type Inn, openInn } from '../helpers/bookings.ts';
import { buildBooking, buildGuest, day } from '../helpers/factories.ts';

/** The types of the events that each call was handed, and those of the rows that it found in its transaction. */
let calls: { handed: string[]; found: string[]; visibleOutside: number }[] = [];
let failWith: Error | null = null;
const refuse = async () => {
  if (failWith) throw failWith;
};

const hooks: WriteHooks = {
  onEvents: [
    async ({ tx }, events) => {
      const isOneOfThem = inArray(
        teamEvents.id,
        events.map(({ id }) => id),
      );
      const rows = await tx.select().from(teamEvents).where(isOneOfThem).orderBy(asc(teamEvents.id));
      calls.push({
        handed: events.map(({ type }) => type).toSorted(),
        found: rows.map(({ type }) => type).toSorted(),
        visibleOutside: await world.db.$count(teamEvents, isOneOfThem),
      });
      await refuse();
    },
  ],
  onErase: [refuse],
  onDelete: [refuse],
};
const world = await openSharedApp({ hooks });

const CREATED = ['booking.created', 'guest.created'];
const HOLD = { status: 'pending', expires_in: 30 };
const AFTER_LAPSE = '2031-05-05T10:30:00Z';

beforeEach(() => {
  calls = [];
  failWith = null;
});

/** A team with one unit, made before the calls are counted. */
async function open(prepare: (inn: Inn) => Promise<unknown> = async () => {}): Promise<Inn> {
  const inn = await openInn(world);
  await prepare(inn);
  calls = [];
  return inn;
}
const handed = () => calls.map((call) => call.handed);

describe('hooks at the end of a write', () => {
  it('a hook at the end of a write gets the rows of all its events, before anybody else sees them', async () => {
    const inn = await open();
    await inn.book();
    expect(calls).toEqual([{ handed: CREATED, found: CREATED, visibleOutside: 0 }]);
  });

  it('a hook that throws undoes the write, and leaves its idempotency key free', async () => {
    const inn = await open();
    failWith = new Error('the outbox is full');
    const key = { 'idempotency-key': 'once' };
    expect((await inn.tryBook({}, key)).status).toBe(500);
    expect((await inn.send('GET', '/bookings')).body.data).toEqual([]);
    expect((await inn.send('GET', '/guests')).body.data).toEqual([]);
    expect((await inn.send('GET', '/events?types=booking.*,guest.*')).body.data).toEqual([]);
    failWith = null;
    expect((await inn.tryBook({}, key)).status).toBe(201);
  });

  it('hooks are not called for a preview, a repeated answer, a refused write, or one that changes nothing', async () => {
    const key = { 'idempotency-key': 'once' };
    let id = '';
    const inn = await open(async (inn) => {
      id = (await inn.data(inn.tryBook({}, key), 201)).id;
    });
    expect((await inn.tryBook({}, key)).body.data.id).toBe(id);
    for (const [path, body] of [
      ['/bookings/preview', inn.newBooking({ check_in: day(10), check_out: day(12) })],
      [`/bookings/${id}/preview`, { number_of_guests: 1 }],
      [`/bookings/${id}/cancel/preview`, {}],
    ] as const)
      expect((await inn.send('POST', path, body)).status).toBe(200);
    expect((await inn.tryBook()).status).toBe(422);
    expect((await inn.change(id, { number_of_guests: 2 })).status).toBe(200);
    expect(calls).toEqual([]);
  });

  it('a booking that moves another one hands the events of both to one call of a hook', async () => {
    const inn = await openInn(world, { listing: { reseating: 'on' }, units: ['A', 'B'] });
    const stays = [
      { checkIn: day(0), checkOut: day(2) },
      { checkIn: day(2), checkOut: day(4) },
    ];
    for (const [index, stay] of stays.entries()) {
      const unitId = at(inn.units, index).id;
      await buildBooking(world, { teamId: inn.teamId, listingId: inn.listing.id, unitId, ...stay });
    }
    calls = [];
    await inn.book();
    expect(handed()).toEqual([['booking.created', 'booking.unit_moved', 'guest.created']]);
  });

  it('a write that is tried again calls a hook once, with the events of the attempt that succeeds', async () => {
    const { teamId } = await open();
    let attempts = 0;
    await write(createSystemScope(world.services, teamId), {}, async (scope) => {
      attempts += 1;
      await recordTeamEvent(scope, { type: 'guest.created', data: { guest_id: newId(), changed: [] } });
      if (attempts === 1) throw new ChangedMeanwhile();
    });
    expect([attempts, handed()]).toEqual([2, [['guest.created']]]);
  });

  it('a refused write that cancels a lapsed hold calls hooks with that event', async () => {
    let hold = '';
    const inn = await open(async (inn) => {
      hold = (await inn.book(HOLD)).id;
    });
    world.clock.set(AFTER_LAPSE);
    expect((await inn.confirm(hold)).status).toBe(422);
    expect(calls).toEqual([{ handed: ['booking.expired'], found: ['booking.expired'], visibleOutside: 0 }]);
  });

  it('a hook that throws also undoes the cancellation of a lapsed hold in a refused write', async () => {
    let hold = '';
    const inn = await open(async (inn) => {
      hold = (await inn.book(HOLD)).id;
    });
    world.clock.set(AFTER_LAPSE);
    failWith = new Error('the outbox is full');
    expect((await inn.confirm(hold)).status).toBe(500);
    expect(await inn.read(`/bookings/${hold}`)).toMatchObject({ status: 'pending' });
    failWith = null;
    expect((await inn.confirm(hold)).status).toBe(422);
    expect(await inn.read(`/bookings/${hold}`)).toMatchObject({ status: 'cancelled' });
  });

  it('a job calls hooks like a request does, and undoes what it did to a booking whose hook throws', async () => {
    let hold = '';
    const inn = await open(async (inn) => {
      hold = (await inn.book(HOLD)).id;
    });
    world.clock.set(AFTER_LAPSE);
    failWith = new Error('the outbox is full');
    await expect(expireLapsedHolds(world.services)).rejects.toThrow('the outbox is full');
    failWith = null;
    expect(await expireLapsedHolds(world.services)).toBe(1);
    expect(handed()).toEqual([['booking.expired'], ['booking.expired']]);
    const events = await inn.events(hold);
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['booking.created', 'booking.expired']);
  });
});

describe('hooks before an erasure or a deletion', () => {
  it('a hook can refuse the deletion of a unit, and of its listing, with a message of its own', async () => {
    const inn = await open();
    const message = 'The lock of this unit has codes.';
    failWith = new Invalid({ unit: [{ code: 'state', sentence: message }] });
    for (const path of [`/units/${at(inn.units, 0).id}`, `/listings/${inn.listing.id}`]) {
      expect((await inn.send('DELETE', path)).body.errors).toEqual({ unit: [message] });
      expect((await inn.send('GET', path)).status).toBe(200);
    }
    failWith = null;
    for (const path of [`/units/${at(inn.units, 0).id}`, `/listings/${inn.listing.id}`])
      expect((await inn.send('DELETE', path)).status).toBe(204);
  });

  it('a hook that throws when a guest is erased undoes the erasure', async () => {
    const inn = await open();
    const { id } = await buildGuest(world, { teamId: inn.teamId, name: 'Bea' });
    failWith = new Error('the outbox is locked');
    expect((await inn.send('POST', `/guests/${id}/erase`)).status).toBe(500);
    expect(await inn.read(`/guests/${id}`)).toMatchObject({ name: 'Bea', erased_at: null });
    failWith = null;
    await inn.data(inn.send('POST', `/guests/${id}/erase`));
    expect(handed()).toEqual([['guest.erased']]);
  });
});
