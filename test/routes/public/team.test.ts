import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { type Inn, openInn } from '../../helpers/bookings.ts';

const world = await openSharedApp();
let inn: Inn;
let slug: string;
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world, { team: { name: 'Harbour' } });
  slug = (await inn.read('/team')).slug;
});

const put = (body: object) => inn.send('PUT', '/team', body);
const refusedFields = async (body: object) => {
  const { status, body: answer } = await put(body);
  return [status, Object.keys(answer.errors)];
};
const readSite = (of = slug) => world.get(`/v1/public/${of}`);

const SILENT = { email: null, phone: null, website: null };
const CONTACT = { email: 'Ana@harbour.example', phone: '+351 1', website: 'https://harbour.example/?a=b' };

describe('a team on its booking site', () => {
  it('a booking site shows its team whether or not it takes bookings, with null for what is not set', async () => {
    const empty = await readSite();
    expect(empty.statusCode).toBe(200);
    expect(empty.headers['cache-control']).toBe('public, no-cache');
    expect(empty.json()).toEqual({
      data: {
        slug,
        name: 'Harbour',
        currency: 'EUR',
        timezone: 'Europe/Lisbon',
        languages: ['en'],
        site_bookings: 'off',
        site_max_nights: 30,
        contact: SILENT,
        privacy_url: null,
        terms_url: null,
        imprint: null,
        site_headline: null,
        site_sentence: null,
        site_color: null,
        logo_url: null,
        icon_url: null,
        touch_icon_url: null,
        cover_url: null,
        cover_medium_url: null,
        cover_thumbnail_url: null,
      },
    });
    const settings = {
      site_bookings: 'request',
      site_max_nights: 7,
      contact: CONTACT,
      privacy_url: 'https://harbour.example/privacy',
      terms_url: 'HTTP://harbour.example/terms',
      imprint: 'Harbour Lda\nRua do Mar 1',
      site_headline: 'Wake up by the river',
      site_sentence: 'Flats, and a boat.',
      site_color: '#1f6f5c',
    };
    await inn.data(put(settings));
    const { data } = (await readSite()).json();
    expect(data).toEqual({ ...empty.json().data, ...settings });
    expect(await inn.read('/team')).toMatchObject(settings);
    const etag = String((await readSite()).headers.etag);
    const again = await world.get(`/v1/public/${slug}`, null, { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect((await readSite('nobody-here')).statusCode).toBe(404);
  });

  it('a team’s contact is changed key by key and always shown completely', async () => {
    const { updated_at } = await inn.data(put({ contact: CONTACT }));
    expect((await inn.data(put({ contact: { phone: '' } }))).contact).toEqual({ ...CONTACT, phone: null });
    expect((await inn.data(put({ name: 'Pier', contact: {} }))).contact).toEqual({ ...CONTACT, phone: null });
    expect((await inn.data(put({ contact: null }))).contact).toEqual(SILENT);
    world.clock.set('2031-05-05T11:00:00Z');
    expect((await inn.data(put({ contact: { email: null } }))).updated_at).toBe(updated_at);
  });

  it('a team’s contact has web addresses and texts within limits', async () => {
    const start = 'https://harbour.example/';
    const longest = start + 'x'.repeat(2_048 - start.length);
    const imprint = `Two\nlines${'.'.repeat(9_991)}`;
    const fits = { privacy_url: longest, terms_url: longest, contact: { website: longest }, imprint };
    expect(await inn.data(put(fits))).toMatchObject(fits);
    for (const wrong of [
      `${longest}x`,
      'javascript:alert(1)',
      'data:text/html,x',
      'harbour.example',
      'https://',
    ])
      expect(
        await refusedFields({ privacy_url: wrong, terms_url: wrong, contact: { website: wrong } }),
      ).toEqual([422, ['contact.website', 'privacy_url', 'terms_url']]);
    expect(
      await refusedFields({ contact: { email: 'desk', phone: '0'.repeat(51) }, imprint: `${imprint}.` }),
    ).toEqual([422, ['contact.email', 'contact.phone', 'imprint']]);
    expect(await refusedFields({ contact: 'desk' })).toEqual([422, ['contact']]);
  });

  it('a site’s colour has six hexadecimal digits, in either case, and its pictures are not set by their addresses', async () => {
    expect(await inn.data(put({ site_color: ' #1F6F5C ' }))).toMatchObject({ site_color: '#1f6f5c' });
    for (const site_color of ['#fff', 'green', '1f6f5c', '#1f6f5c00', '#1f6f5g', 7])
      expect(await refusedFields({ site_color })).toEqual([422, ['site_color']]);
    expect(await refusedFields({ site_headline: 'x'.repeat(256) })).toEqual([422, ['site_headline']]);
    expect(await refusedFields({ logo_url: 'https://pics.example/logo.webp' })).toEqual([422, ['logo_url']]);
    const ignored = { logo_url: 'https://pics.example/logo.webp', site_color: '' };
    expect(await inn.data(put(ignored))).toMatchObject({ logo_url: null, site_color: null });
  });
});
