/** What imports do about guests who have been erased. */
import { expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { type Inn, type Json, openInn, times } from '../../../../helpers/bookings.ts';
import { day } from '../../../../helpers/factories.ts';
import { tracesOf } from '../../../../helpers/traces.ts';
import { guestOf, openStayed } from '../../../../routes/guests/stayed.ts';
import { exportOf as exportTeam } from './export-of.ts';

const world = await openSharedApp();

const exportOf = async ({ read }: Pick<Inn, 'read'>): Promise<Json> =>
  exportTeam(world, (await read('/team')).slug, false);

/** A file without the ids of anything, as other systems write it. */
const withoutIds = (file: Json): Json =>
  JSON.parse(JSON.stringify(file, (key, value) => (key === 'id' ? undefined : value)));

it('a file from before an erasure brings nothing back', async () => {
  const MARK = 'Qwyxzz';
  const inn = await openStayed(world, MARK);
  await inn.settle();
  await inn.send('PUT', `/bookings/${inn.made.id}/security-deposit`, { status: 'held' });
  await inn.send('PUT', `/bookings/${inn.made.id}/security-deposit`, { status: 'returned' });
  const file = await exportOf(inn);
  expect((await inn.erase()).status).toBe(200);
  const imported = await importTeamFile(world.services, file);
  expect(imported).toMatchObject({ ok: true, notices: [expect.stringContaining('erased')] });
  expect(await tracesOf(world, MARK)).toEqual([]);
  expect((await importTeamFile(world.services, await exportOf(inn))).ok).toBe(true);
});

it('a guest can be erased again after an import has brought new texts for their booking', async () => {
  const MARK = 'Jkvwpx';
  const inn = await openInn(world, { units: ['A'] });
  const made = await inn.book({ guest: guestOf(MARK) });
  await inn.cancel(made.id, {});
  const erase = () => inn.send('POST', `/guests/${made.guest_id}/erase`);
  expect((await erase()).status).toBe(200);
  const file = await exportOf(inn);
  const [booking] = file.bookings;
  const again = {
    ...booking,
    id: undefined,
    confirmation_code: 'AGAIN',
    status: 'confirmed',
    cancelled_at: null,
  };
  const imported = { ...file, bookings: [{ ...again, payments: [], invoices: [], events: [] }] };
  expect((await importTeamFile(world.services, imported)).ok).toBe(true);
  const [live] = await inn.read('/bookings?confirmation_code=AGAIN');
  await inn.data(inn.change(live.id, { notes: `Note ${MARK}` }, { 'idempotency-key': 'noted' }));
  await inn.cancel(live.id, { reason: `Reason ${MARK}` });
  expect(await tracesOf(world, MARK)).not.toEqual([]);
  expect((await erase()).status).toBe(200);
  expect(await tracesOf(world, MARK)).toEqual([]);
  // Each erasure that clears something is in the feed, because a copy of the bookings follows it.
  const changes = async () =>
    (await inn.send('GET', '/events?types=guest.erased')).body.data.map(({ data }: Json) => data.changed);
  expect(await changes()).toEqual([['name', 'email', 'phone'], []]);
  expect((await erase()).status).toBe(200);
  expect(await changes()).toHaveLength(2);
});

it('an older file without ids does not bring an erased guest back', async () => {
  const MARK = 'Zkvpqj';
  const { read, made, other, erase, settle } = await openStayed(world, MARK);
  await settle();
  const file = withoutIds(await exportOf({ read }));
  expect(file.guests).toMatchObject([{ email: guestOf(MARK).email, notes: `About ${MARK}` }]);
  expect((await erase()).status).toBe(200);
  const erased = await read(`/bookings/${made.id}`);
  const importFile = (changed: object = {}) =>
    importTeamFile(world.services, { ...structuredClone(file), ...changed });
  expect(await importFile()).toMatchObject({
    ok: true,
    counts: { guests: { unchanged: 1 } },
    notices: [
      expect.stringMatching(/^guests\[0\] .*erased/),
      ...times(2, () => expect.stringMatching(/^bookings\[\d\] .*erased/)),
    ],
  });
  expect(await tracesOf(world, MARK)).toEqual([]);
  expect(await read(`/bookings/${made.id}`)).toMatchObject({ guest: erased.guest, notes: null });
  expect((await read(`/bookings/${other.id}`)).cancellation_reason).toBe(null);

  // Another booking in the file by the same person makes a new guest, as any later booking does.
  const [booking] = file.bookings;
  const again = {
    ...booking,
    confirmation_code: 'AGAIN234',
    external_reference: 'HM-4712',
    check_in: day(40),
    check_out: day(42),
  };
  const {
    totals: _,
    lines: __,
    payments: ___,
    invoices: ____,
    security_deposit: _____,
    events: ______,
    ...later
  } = again;
  expect(await importFile({ bookings: [...file.bookings, later] })).toMatchObject({
    ok: true,
    counts: { guests: { created: 1 }, bookings: { created: 1 } },
  });
  expect((await read(`/bookings/${made.id}`)).guest_id).toBe(made.guest_id);
});

it('importing an older file does not revive a cancelled booking of an erased guest', async () => {
  const inn = await openInn(world, { units: ['A'] });
  const made = await inn.book({ guest: guestOf('Mwqpzx') });
  const file = await exportOf(inn);
  await inn.cancel(made.id, {});
  expect((await inn.send('POST', `/guests/${made.guest_id}/erase`)).status).toBe(200);
  const [before, money] = [await inn.read(`/bookings/${made.id}`), await inn.folio(made.id)];
  const importAll = async () => {
    for (const older of [file, withoutIds(file)]) {
      const imported = await importTeamFile(world.services, structuredClone(older));
      expect(imported).toMatchObject({ ok: true, counts: { bookings: { unchanged: 1 } } });
      expect(imported.notices).toContainEqual(
        expect.stringMatching(/^bookings\[0\] .*: skipped, because its guest has been erased/),
      );
      expect(await inn.read(`/bookings/${made.id}`)).toEqual(before);
      expect(await inn.folio(made.id)).toEqual(money);
    }
  };
  await importAll();
  await inn.book();
  await importAll();
  expect(await tracesOf(world, 'Mwqpzx')).toEqual([]);
});
