/** Who may write: any token of the team if scopes are not enforced, and never another team's. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Answer, at, type Inn, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const NOT_FOUND = [404, undefined];

const openLodge = () =>
  openInn(world, {
    access: 'read-only',
    listing: { securityDepositCents: 1_000 },
    units: ['A', 'B'],
  });

describe('a read-only token', () => {
  it('a read-only token can write bookings as long as its team does not enforce token access', async () => {
    const inn = await openLodge();
    expect((await inn.read('/me')).token.abilities).toEqual(['read-only']);
    const { id } = await inn.book({ status: 'pending' });
    const answers: Answer[] = [
      await inn.confirm(id),
      await inn.change(id, { notes: 'x' }),
      await inn.send('PUT', `/bookings/${id}/security-deposit`, { status: 'held' }),
      await inn.cancel(id),
      await inn.send('POST', '/guests', { name: 'x' }),
      await inn.send('POST', '/blocks', {
        listing_id: inn.listing.id,
        start_date: day(9),
        end_date: day(10),
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201]);
  });
});

describe('another team', () => {
  it('a team that reads many bookings at once gets its own only', async () => {
    const [inn, stranger] = [await openLodge(), await openLodge()];
    const [mine, theirs] = [await inn.book(), await stranger.book()];
    const reads: [Inn, string][] = [
      ...[mine.id, theirs.id, crypto.randomUUID()].map((id): [Inn, string] => [inn, id]),
      ...[mine.id, theirs.id, crypto.randomUUID()].map((id): [Inn, string] => [stranger, id]),
    ];
    const answers = await Promise.all(reads.map(([by, id]) => by.send('GET', `/bookings/${id}`)));
    expect(answers.map(({ status, body }) => [status, body.data?.id])).toEqual([
      ...[[200, mine.id], NOT_FOUND, NOT_FOUND],
      ...[NOT_FOUND, [200, theirs.id], NOT_FOUND],
    ]);
    const alone = [
      await inn.send('GET', `/bookings/${mine.id}`),
      await stranger.send('GET', `/bookings/${theirs.id}`),
    ];
    expect([answers[0]?.text, answers[4]?.text]).toEqual(alone.map(({ text }) => text));
  });

  it('a team can book only its own coupons, guests and units', async () => {
    const [inn, stranger] = [await openLodge(), await openLodge()];
    const { guest_id } = await inn.book({ guest: { name: 'Bea', email: 'one@example.com' } });
    const theirs = await stranger.book({ guest: { name: 'Else', email: 'one@example.com' } });
    expect([theirs.guest_id === guest_id, theirs.guest.name]).toEqual([false, 'Else']);
    // The team's own guest is found again by that email.
    const again = await stranger.book({ guest: { name: 'Else', email: 'one@example.com' } });
    expect(again.guest_id).toBe(theirs.guest_id);
    const block = {
      listing_id: stranger.listing.id,
      unit_id: at(inn.units, 0).id,
      start_date: day(9),
      end_date: day(10),
    };
    expect((await stranger.send('POST', '/blocks', block)).body.errors).toHaveProperty('unit_id');
  });

  it('a team that names units of another team does not wait for their locks', async () => {
    const [inn, stranger] = [await openLodge(), await openLodge()];
    const holder = new pg.Client({ connectionString: world.url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from units where team_id = $1 for update', [inn.teamId]);
      const block = { start_date: day(9), end_date: day(10), unit_id: at(inn.units, 0).id };
      const answers = [
        await stranger.tryBook({ listing_id: inn.listing.id }),
        await stranger.send('POST', '/blocks', { ...block, listing_id: stranger.listing.id }),
      ];
      expect(answers.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
        [422, ['listing_id']],
        [422, ['unit_id']],
      ]);
    } finally {
      await holder.end();
    }
  });
});
