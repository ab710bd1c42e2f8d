/** Copies that other systems keep begin anew after an import (docs/rules.md, 3.17). */
import { expect, it } from 'vitest';
import { COPIED_KINDS, type CopiedKind } from '../../../../../src/domain/copy-position.ts';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../../helpers/bookings.ts';
import { keepCopy } from '../../../../helpers/copies.ts';
import { day } from '../../../../helpers/factories.ts';

const world = await openSharedApp();

/** A team with something of each kind. */
async function openStocked(): Promise<Inn> {
  const inn = await openInn(world);
  await inn.book();
  const nights = { start_date: day(8), end_date: day(10) };
  await inn.data(inn.send('POST', '/blocks', { listing_id: inn.listing.id, ...nights }), 201);
  return inn;
}
const importGuest = async ({ read }: Inn) => {
  const { slug } = await read('/team');
  const guests = [{ name: 'Imported', email: 'imported@example.com' }];
  expect((await importTeamFile(world.services, { team: { slug }, guests })).ok).toBe(true);
};
const tell = async ({ send }: Inn, kind: CopiedKind, after: string, more = ''): Promise<Json> =>
  (await send('GET', `/${kind}?changed_after=${after}${more}`)).body;

it.each(COPIED_KINDS)('a copy of %s begins anew after an import, and says so once', async (kind) => {
  const inn = await openStocked();
  const copy = keepCopy(inn.send, kind, {});
  await copy.follow();
  await importGuest(inn);
  const { data, meta } = await tell(inn, kind, copy.next, '&limit=1');
  expect([data.length, meta.restarted]).toEqual([1, true]);
  expect((await tell(inn, kind, meta.next, '&limit=1')).meta.restarted).toBe(false);
  await copy.follow();
  await copy.expectEqual();
  expect(copy.restarts).toBe(1);
});

it.each(['bookings', 'guests'] as const)('a copy of %s as CSV begins anew after an import', async (kind) => {
  const inn = await openStocked();
  const read = async (after: string) => {
    const { body, headers } = await world.app.inject({
      url: `/v1/${kind}?changed_after=${after}`,
      headers: { accept: 'text/csv', authorization: `Bearer ${inn.token}` },
    });
    const [, ...rows] = body.replace('\ufeff', '').trimEnd().split('\r\n');
    return {
      ids: rows.map((row) => row.slice(0, row.indexOf(','))),
      next: headers['changed-after'],
      restarted: headers['changed-restarted'],
    };
  };
  const { next } = await read('');
  await importGuest(inn);
  const anew = await read(String(next));
  const ids = (await tell(inn, kind, '')).data.map(({ id }: Json) => id);
  expect([anew.ids, anew.restarted]).toEqual([ids, 'true']);
});
