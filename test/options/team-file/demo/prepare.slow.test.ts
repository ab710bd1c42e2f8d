import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { harbourTeam } from '../../../../examples/demo/harbour.ts';
import { prepareDemo } from '../../../../src/options/team-file/demo.ts';
import { importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { buildPublicAddress } from '../../../../src/runtime.ts';
import { createKeyring } from '../../../../src/services/keys/keyring.ts';
import { reencryptTokens } from '../../../../src/services/keys/rotate-tokens.ts';
import { resetPassword } from '../../../../src/services/people/reset-password.ts';
import { signIn } from '../../../../src/services/people/sessions.ts';
import { openTestApp, TEST_APP_KEY, type TestApp } from '../../../helpers/app.ts';

/** Where an earlier version showed the demo's drawings. */
const DRAWINGS = 'http://127.0.0.1:3000/demo/photos';

describe('preparing the demo', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await openTestApp();
    test.clock.set(new Date().toISOString());
  });
  afterEach(() => test.close());

  const urls = async (): Promise<string[]> => {
    const { rows } = await test.db.execute<{ url: string }>(
      sql`select original_url as url from photos order by original_url`,
    );
    return rows.map(({ url }) => url);
  };
  const listings = async () => (await test.db.execute(sql`select * from listings order by slug`)).rows;

  it('starting the demo twice imports its team once, and finds the same token again', async () => {
    const first = await prepareDemo(test.services);
    const before = await listings();
    expect(await prepareDemo(test.services)).toEqual(first);
    expect(await listings()).toEqual(before);
    const me = await test.get('/v1/me', first.token);
    expect(me.json().data.team).toMatchObject({ slug: 'harbour', name: 'Harbour Stays' });
  });

  it('processes that start at the same time load the demo once between them', async () => {
    const demos = await Promise.all([1, 2, 3].map(() => prepareDemo(test.services)));
    expect(new Set(demos.map(({ token }) => token)).size).toBe(1);
    expect(await listings()).toHaveLength(harbourTeam('2031-01-01').listings.length);
  });

  it('the demo shows its member’s sign-in at every start, with another password in each installation', async () => {
    const { signIn: shown } = await prepareDemo(test.services);
    expect(shown).toEqual({ email: 'ana@harbour.example', password: expect.stringMatching(/^[\w-]{20}$/) });
    const attempt = {
      email: shown?.email ?? '',
      password: shown?.password ?? '',
      device: null,
      address: '::1',
    };
    expect(await signIn(test.services, attempt)).toMatchObject({ secret: expect.any(String) });
    const other = await openTestApp();
    const elsewhere = await prepareDemo(other.services);
    expect(elsewhere.signIn?.password).not.toBe(shown?.password);
    await other.close();
  });

  it('the demo still shows its sign-in after APP_KEY changed, but not after the member’s password changed', async () => {
    const { signIn } = await prepareDemo(test.services);
    const keyring = createKeyring(Buffer.alloc(32, 'another key'), [TEST_APP_KEY]);
    const rotated = await openTestApp({ url: test.url, keyring });
    expect((await prepareDemo(rotated.services)).signIn).toEqual(signIn);
    await rotated.close();
    await resetPassword(test.services, 'ana@harbour.example');
    expect((await prepareDemo(test.services)).signIn).toBeNull();
  });

  it('the demo shows no password if the key from which it was derived is gone', async () => {
    const { token, teamSlug } = await prepareDemo(test.services);
    const newKey = Buffer.alloc(32, 'another key');
    await reencryptTokens({ db: test.db, keyring: createKeyring(newKey, [TEST_APP_KEY]) });
    const later = await openTestApp({ url: test.url, keyring: createKeyring(newKey) });
    expect(await prepareDemo(later.services)).toEqual({ teamSlug, token, signIn: null });
    await later.close();
  });

  it('the demo’s pictures are stored like uploads, with captions', async () => {
    await prepareDemo(test.services);
    const stored = await urls();
    expect(stored).toHaveLength(28);
    for (const url of stored) {
      expect(url).toMatch(/^\/media\/harbour\/[0-9a-f]{32}\.webp$/);
      expect((await test.get(url)).headers['content-type']).toBe('image/webp');
    }
    const { rows } = await test.db.execute(sql`select 1 from photos where caption is null`);
    expect(rows).toEqual([]);
  });

  it('the demo of an earlier version gets pictures in the place of its drawings, and nothing else changes', async () => {
    await prepareDemo(test.services);
    const before = { listings: await listings(), urls: await urls() };
    const { rows } = await test.db.execute<{ id: string; hash: string }>(
      sql`select id, original_url as hash from photos order by id`,
    );
    const team = harbourTeam('2027-03-10');
    for (const { slug, photos } of team.listings)
      for (const [place, { file }] of photos.entries())
        await test.db.execute(sql`update photos set original_url = ${`${DRAWINGS}/${file.replace('.webp', '.svg')}`},
          medium_url = null, thumbnail_url = null, caption = null
          where sort_order = ${place} and listing_id = (select id from listings where slug = ${slug})`);
    // Somebody has added one of their own.
    await test.db.execute(sql`update photos set original_url = 'https://pics.example/1.jpg', caption = 'Ours'
      where id = ${rows[0]?.id}`);
    await prepareDemo(test.services);
    const replaced = before.urls.filter((url) => url !== rows[0]?.hash);
    expect(await urls()).toEqual([...replaced, 'https://pics.example/1.jpg']);
    expect(await listings()).toEqual(before.listings);
    await prepareDemo(test.services);
    expect(await listings()).toEqual(before.listings);
  });

  it('the demo leaves a listing alone that somebody has edited, and has no pictures where none are taken', async () => {
    const without = await openTestApp({ mediaTeamMib: 0 });
    without.clock.set(new Date().toISOString());
    const { teamSlug } = await prepareDemo(without.services);
    const site = (await without.get(`/v1/public/${teamSlug}/listings`)).json();
    expect(site.data.map(({ photos }: { photos: unknown[] }) => photos.length)).toEqual([0, 0, 0, 0, 0, 0]);
    await without.close();

    await prepareDemo(test.services);
    const edited = await importTeamFile(test.services, {
      team: { slug: 'harbour', name: 'My Stays', currency: 'EUR', timezone: 'Europe/Lisbon' },
      listings: [{ slug: 'sea-loft', public_title: 'My Loft', max_guests: 3, rates: { nightly: 1 } }],
    });
    expect(edited.ok).toBe(true);
    const before = await listings();
    await prepareDemo(test.services);
    expect(await listings()).toEqual(before);
    expect((await test.services.account.findSite('harbour'))?.name).toBe('My Stays');
  });
});

describe('the address of the service', () => {
  it.each([
    ['127.0.0.1', 3000, null, 'http://127.0.0.1:3000'],
    ['0.0.0.0', 8080, null, 'http://127.0.0.1:8080'],
    ['::', 3000, null, 'http://127.0.0.1:3000'],
    ['::1', 3000, null, 'http://[::1]:3000'],
    ['0.0.0.0', 3000, 'https://stays.example/api', 'https://stays.example/api'],
  ])(
    'a server with host %s, port %i and PUBLIC_URL %s announces the address %s',
    (HOST, PORT, PUBLIC_URL, address) => {
      expect(buildPublicAddress({ HOST, PORT, PUBLIC_URL })).toBe(address);
    },
  );
});
