/** What a server's work of every minute deletes, and what it keeps. */
import { describe, expect, it } from 'vitest';
import { startSweeps } from '../../../src/services/jobs/sweep.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Inn, openInn } from '../../helpers/bookings.ts';
import { buildBooking, buildGuest } from '../../helpers/factories.ts';
import { until } from '../../helpers/waiting.ts';

const world = await openSharedApp();

/** Sweeps until a condition holds. */
async function sweepUntil(condition: () => Promise<boolean>, guestRetentionMonths: number | null = null) {
  const errors: unknown[] = [];
  const sweeps = startSweeps({
    ...world.services,
    optionSweeps: [],
    guestRetentionMonths,
    onError: (error) => errors.push(error),
  });
  await until(condition).finally(sweeps.stop);
  expect(errors).toEqual([]);
}

const namesIn = async (statement: string) =>
  (await world.db.execute<{ name: string }>(statement)).rows.map(({ name }) => name).toSorted();

const addGuest = (inn: Inn, key: string) =>
  inn.data(inn.send('POST', '/guests', { name: 'Bea' }, { 'idempotency-key': key }), 201);
const keysOf = ({ teamId }: Inn) =>
  namesIn(`select idempotency_key as name from idempotency_records where team_id = ${teamId}`);

describe('cleaning jobs', () => {
  it('a job deletes the counts of bookings by address on a site after 24 hours', async () => {
    const { teamId } = await openInn(world);
    const count = (hash: string, age: string) =>
      world.db.execute(
        `insert into site_booking_counts select ${teamId}, '${hash}', '{2031-05-01}', timestamptz '${world.clock.now().toISOString()}' - interval '${age}'`,
      );
    await count('old', '24 hours');
    await count('recent', '23 hours 59 minutes');
    const left = () =>
      namesIn(`select address_hash as name from site_booking_counts where team_id = ${teamId}`);
    await sweepUntil(async () => (await left()).length <= 1);
    expect(await left()).toEqual(['recent']);
  });

  it('a job clears addresses of the log after 90 days, and deletes entries after 400', async () => {
    const { teamId } = await openInn(world);
    const enter = (name: string, age: string) =>
      world.db.execute(
        `insert into audit_entries select ${teamId}, gen_random_uuid(), timestamptz '${world.clock.now().toISOString()}' - interval '${age}',
          'sign_in', 'member', null, '${name}', '192.0.2.1', null, '{}', 1`,
      );
    await enter('gone', '400 days');
    await enter('old', '90 days');
    await enter('recent', '2159 hours 59 minutes');
    const left = () =>
      namesIn(
        `select actor_name || ' ' || coalesce(ip, 'nowhere') as name from audit_entries
        where team_id = ${teamId} and action = 'sign_in'`,
      );
    await sweepUntil(async () => (await left()).includes('old nowhere'));
    expect(await left()).toEqual(['old nowhere', 'recent 192.0.2.1']);
  });

  it('a job deletes answers stored under idempotency keys after 24 hours', async () => {
    const inn = await openInn(world);
    await addGuest(inn, 'old');
    world.clock.set('2031-05-05T10:00:01Z');
    await addGuest(inn, 'recent');
    world.clock.set('2031-05-06T10:00:01Z');
    expect(await keysOf(inn)).toHaveLength(2);
    await sweepUntil(async () => (await keysOf(inn)).length <= 1);
    expect(await keysOf(inn)).toEqual([expect.stringContaining('recent')]);
  });

  it('a job erases guests a number of months after their last stay only if the operator sets that number', async () => {
    const inn = await openInn(world);
    const { id } = await buildGuest(world, { teamId: inn.teamId, name: 'Bea' });
    await buildBooking(world, {
      teamId: inn.teamId,
      listingId: inn.listing.id,
      guestId: id,
      status: 'completed',
      checkIn: '2029-05-01',
      checkOut: '2029-05-04',
    });
    const isErased = async () => (await inn.read(`/guests/${id}`)).erased_at !== null;
    // Answers are deleted after guests are erased.
    await addGuest(inn, 'old');
    world.clock.set('2031-05-06T10:00:01Z');
    await sweepUntil(async () => (await keysOf(inn)).length === 0);
    expect(await isErased()).toBe(false);
    await sweepUntil(isErased, 24);
    expect((await inn.read(`/guests/${id}`)).name).toBe('Erased guest');
  });
});
