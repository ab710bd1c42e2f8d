/** A team that was changed over the API is exported completely, and imports elsewhere without a difference. */

import { expect, test } from 'vitest';
import { exportTeamFile } from '../../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { openSharedApp, openWithoutIndexes, type TestApp } from '../../../helpers/app.ts';
import { clientOf } from '../../../helpers/bookings.ts';
import { rowsOf } from '../../../helpers/rows.ts';
import { openSharedTeamFiles } from '../../../helpers/team-file.ts';

const TOKEN = 'token-of-a-team-that-has-lived';
const STAYS = { sea: '2031-06-02', rest: '2031-07-02', whole: '2031-08-04', free: '2031-09-01' };

const [world, elsewhere] = await Promise.all([openSharedApp(), openSharedTeamFiles()]);

const place = { max_guests: 4, rates: { nightly: 12000 }, security_deposit: 5000 };
const TEAM = {
  team: {
    slug: 'lived',
    name: 'Lived',
    currency: 'EUR',
    timezone: 'UTC',
    deposit_percent: 30,
    balance_due_days: 14,
  },
  tokens: [{ name: 'API', scope: 'read-write', token: TOKEN }],
  fees: [{ code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5000 }],
  coupons: [{ code: 'Spring', percent: 10 }],
  listings: [
    {
      ...place,
      slug: 'loft',
      kind: 'standalone',
      public_title: 'Loft',
      units: [{ name: 'A' }, { name: 'B' }],
      seasons: [
        { name: 'Spring', start_date: '2031-03-01', end_date: '2031-05-31' },
        { name: 'Autumn', start_date: '2031-09-01', end_date: '2031-11-30' },
      ],
    },
    { ...place, slug: 'house', kind: 'building', public_title: 'House', whole_building_bookable: true },
    {
      ...place,
      slug: 'room',
      kind: 'unit_type',
      building: 'house',
      public_title: 'Room',
      units: [{ name: '1' }, { name: '2' }],
    },
  ],
};

async function liveThrough(): Promise<void> {
  const api = clientOf(world, TOKEN);
  const listings: { id: string; slug: string }[] = await api.read('/listings');
  const idOf = (slug: string) => listings.find((listing) => listing.slug === slug)?.id;
  const book = (slug: string, check_in: string, more: object = {}) => {
    const check_out = check_in.replace(/..$/, (day) => String(Number(day) + 4).padStart(2, '0'));
    const body = { listing_id: idOf(slug), check_in, check_out, number_of_guests: 2, ...more };
    return api.data(api.send('POST', '/bookings', body), 201);
  };
  const named = { guest: { name: 'Bea "B" Lind\n', email: 'Bea@example.com', phone: '+46' } };
  const changed = await book('loft', STAYS.sea, { ...named, coupon_code: 'SPRING', notes: 'Ünï\n"cöde" 😀' });
  const folio = await api.folio(changed.id);
  await api.data(
    api.send('PUT', `/bookings/${changed.id}/payments/${folio.payments[0].id}`, { status: 'paid' }),
  );
  await api.data(api.change(changed.id, { check_out: '2031-06-09', notes: null, guest: { phone: '+47' } }));
  const pending = await book('loft', STAYS.rest, { guest: { name: 'No Email' }, status: 'pending' });
  await api.data(api.confirm(pending.id));
  await api.data(api.cancel(pending.id, { reason: 'Ill' }));
  await book('house', STAYS.whole, named);
  await book('room', STAYS.free, { guest: { name: 'Another' }, source: 'airbnb' });
  const block = {
    listing_id: idOf('house'),
    start_date: '2031-10-01',
    end_date: '2031-10-05',
    reason: 'Paint',
  };
  await api.data(api.send('POST', '/blocks', block), 201);
}

async function exportOf({ services }: TestApp): Promise<string> {
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  await exportTeamFile(services, 'lived', { secrets: true, write });
  return text;
}

test('a team that was made through the API is exported, imported elsewhere, and unchanged by importing it where it came from', async () => {
  const imported = await importTeamFile(world.services, TEAM);
  expect(imported).toMatchObject({ ok: true });
  await liveThrough();
  const text = await exportOf(world);
  const file = JSON.parse(text);
  expect(file.bookings.map(({ status }: { status: string }) => status).sort()).toEqual([
    'cancelled',
    'confirmed',
    'confirmed',
    'confirmed',
  ]);
  expect(file.blocks).toHaveLength(2);

  const client = await openSharedTeamFiles({
    database: Promise.resolve({ url: world.url, drop: async () => {} }),
  });
  const before = await rowsOf(client.pool);
  expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true, notices: [] });
  expect(await rowsOf(client.pool)).toEqual(before);
  await client.close();

  await elsewhere.importSound(file);
  expect(await elsewhere.exportText('lived')).toBe(text);

  // A row that is written again lies behind the others in its table, where it is found without an index.
  await world.db.execute('update team_events set details = details where number = 1');
  await world.db.execute(`update seasons set name = name where name = 'Spring'`);
  const unindexed = await openWithoutIndexes(world);
  expect(await exportOf(unindexed)).toBe(text);
  await unindexed.close();
});
