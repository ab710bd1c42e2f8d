/** The hashes of visitors' addresses are in no export, and an import keeps them. */
import { expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { expectSound } from '../../../../helpers/bookings.ts';
import { openSite, type Site } from '../../../../helpers/site.ts';
import { exportOf } from './export-of.ts';

const world = await openSharedApp();

/** The kept hashes of a team's bookings, in the order in which they were made. */
const hashesOf = async ({ teamId }: Site) =>
  (
    await world.db.execute<{ ip_hash: string | null }>(
      `select ip_hash from bookings where team_id = ${teamId} order by created_at, id`,
    )
  ).rows.map((row) => row.ip_hash);

it('neither the hash of a visitor’s address nor that of its bookings in a day is in an export', async () => {
  const site = await openSite(world);
  await site.requested();
  const [hash] = await hashesOf(site);
  expect(hash).toMatch(/^[\w-]{43}$/);
  const { rows } = await world.db.execute<{ address_hash: string }>(
    `select address_hash from site_booking_counts where team_id = ${site.teamId}`,
  );
  expect(rows).toHaveLength(1);
  const exported = JSON.stringify(await exportOf(world, site.slug));
  for (const kept of [hash, rows[0]?.address_hash]) expect(exported).not.toContain(kept);
});

it('an import that leaves a request pending keeps the hash of its visitor’s address', async () => {
  const site = await openSite(world);
  await site.requested();
  const [hash] = await hashesOf(site);
  const file = await exportOf(world, site.slug);
  const importSound = async () =>
    expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
  file.bookings[0].notes = 'Call back';
  await importSound();
  expect(await hashesOf(site)).toEqual([hash]);
  Object.assign(file.bookings[0], { status: 'confirmed', expires_at: null });
  await importSound();
  expect(await hashesOf(site)).toEqual([null]);
  // Back to a request: the address is gone, so it counts for nobody.
  Object.assign(file.bookings[0], { status: 'pending', confirmed_at: null });
  await importSound();
  expect(await hashesOf(site)).toEqual([null]);
  await expectSound(world);
});
