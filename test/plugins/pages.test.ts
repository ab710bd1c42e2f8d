import { beforeAll, describe, expect, test } from 'vitest';
import { openSharedApp, openTestApp, type TestApp } from '../helpers/app.ts';
import { buildListing, buildListings, buildTeam, buildToken } from '../helpers/factories.ts';
import { speak } from '../helpers/socket.ts';
import { envelopeBody } from '../routes/bodies.ts';

const world = await openSharedApp();
const port = await world.listen();

async function openSiteOf(count: number) {
  const { id: teamId, slug } = await buildTeam(world);
  await buildListings(world, count, { teamId });
  return { teamId, path: `/v1/public/${slug}/listings` };
}

const envelopeOf = async (path: string) => {
  const response = await world.get(path);
  expect(response.statusCode).toBe(200);
  const { data, ...envelope } = response.json();
  return { titles: data.map((listing: { public_title: string }) => listing.public_title), ...envelope };
};

const titles = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Listing ${String(from + index).padStart(5, '0')}`);

/** The labels of `meta.links`, the active one in brackets. */
const labels = (envelope: { meta: { links: { label: string; active: boolean }[] } }) =>
  envelope.meta.links.map(({ label, active }) => (active ? `[${label}]` : label)).join(' ');

test('a list of 0 listings has one empty page', async () => {
  const { path } = await openSiteOf(0);
  const url = `http://localhost${path}?page=1`;
  expect(await envelopeOf(path)).toEqual({
    titles: [],
    links: { first: url, prev: null, next: null, last: url },
    meta: {
      current_page: 1,
      from: null,
      last_page: 1,
      links: [
        { url: null, label: 'Previous', active: false },
        { url, label: '1', active: true },
        { url: null, label: 'Next', active: false },
      ],
      path: `http://localhost${path}`,
      per_page: 20,
      to: null,
      total: 0,
    },
  });
});

test('a list of 1 listing has one page', async () => {
  const { path } = await openSiteOf(1);
  const { titles: found, meta } = await envelopeOf(path);
  expect(found).toEqual(titles(1, 1));
  expect(meta).toMatchObject({ current_page: 1, from: 1, to: 1, last_page: 1, total: 1 });
});

test('20 listings fill a page, and the 21st begins another', async () => {
  const { teamId, path } = await openSiteOf(20);
  const full = await envelopeOf(path);
  expect(full.titles).toEqual(titles(1, 20));
  expect(full.meta).toMatchObject({ from: 1, to: 20, last_page: 1, total: 20 });
  expect(full.links.next).toBeNull();

  await buildListing(world, { teamId, publicTitle: 'Listing 00021' });
  const url = (page: number) => `http://localhost${path}?page=${page}`;
  expect(await envelopeOf(`${path}?page=2`)).toEqual({
    titles: ['Listing 00021'],
    ...envelopeBody(url, { current_page: 2, last_page: 2, per_page: 20, total: 21 }),
  });
  expect((await envelopeOf(path)).links).toEqual({ first: url(1), prev: null, next: url(2), last: url(2) });
});

describe('2,000 listings', () => {
  let path: string;
  beforeAll(async () => {
    ({ path } = await openSiteOf(2_000));
  });

  test('pages of 2,000 listings follow each other and contain each listing once', async () => {
    const all: string[] = [];
    for (let page = 1; page <= 20; page += 1) {
      const envelope = await envelopeOf(`${path}?per_page=100&page=${page}`);
      expect(envelope.meta).toMatchObject({ current_page: page, last_page: 20, total: 2_000 });
      expect(envelope.meta).toMatchObject({ from: all.length + 1, to: all.length + 100 });
      all.push(...envelope.titles);
    }
    expect(all).toEqual(titles(1, 2_000));
  });

  test.each([
    [1, '[1] 2 3 ... 99 100'],
    [2, '1 [2] 3 4 ... 99 100'],
    [5, '1 2 3 4 [5] 6 7 ... 99 100'],
    [6, '1 2 3 4 5 [6] 7 8 ... 99 100'],
    [7, '1 2 ... 5 6 [7] 8 9 ... 99 100'],
    [50, '1 2 ... 48 49 [50] 51 52 ... 99 100'],
    [95, '1 2 ... 93 94 [95] 96 97 98 99 100'],
    [100, '1 2 ... 98 99 [100]'],
    [101, '1 2 ... 98 99 100'],
  ])('the links of page %i show the pages around it and at both ends', async (page, shown) => {
    expect(labels(await envelopeOf(`${path}?page=${page}`))).toBe(`Previous ${shown} Next`);
  });

  test('in the links of a page, a gap has no address and every page number has one', async () => {
    const { meta } = await envelopeOf(`${path}?page=50`);
    for (const { url, label } of meta.links.slice(1, -1))
      expect(url).toBe(label === '...' ? null : `http://localhost${path}?page=${label}`);
  });

  test('a list of 2,000 listings has the right pages with per_page 1 and 100', async () => {
    const one = await envelopeOf(`${path}?per_page=1&page=2000`);
    expect(one.titles).toEqual(titles(2_000, 2_000));
    expect(one.meta).toMatchObject({ per_page: 1, last_page: 2_000, from: 2_000, to: 2_000 });
    const hundred = await envelopeOf(`${path}?per_page=100`);
    expect(hundred.titles).toEqual(titles(1, 100));
    expect(hundred.meta).toMatchObject({ per_page: 100, last_page: 20, from: 1, to: 100 });
  });

  test.each([101, 1_000_000])(
    'page %i is past the end: it is empty and links back to the last page',
    async (page) => {
      const { titles: found, links, meta } = await envelopeOf(`${path}?page=${page}`);
      expect(found).toEqual([]);
      expect(meta).toMatchObject({ current_page: page, from: null, to: null, last_page: 100, total: 2_000 });
      expect(links.prev).toBe(`http://localhost${path}?page=100`);
      expect(links.next).toBeNull();
    },
  );
});

test('the links of a page keep all other parameters, unknown ones too', async () => {
  const { path } = await openSiteOf(3);
  const { links, meta } = await envelopeOf(`${path}?lang=pt&page=2&per_page=1&q=%C3%A9+%26&lang=en`);
  const url = (page: number) =>
    `http://localhost${path}?lang=pt&page=${page}&per_page=1&q=%C3%A9+%26&lang=en`;
  expect(links).toEqual({ first: url(1), prev: url(1), next: url(3), last: url(3) });
  expect(meta.path).toBe(`http://localhost${path}`);
});

test.each(['/v1/listings', '/v1/guests'])(
  'an empty %s has the same envelope of links and meta',
  async (path) => {
    const token = await buildToken(world);
    const { data, ...envelope } = (await world.get(`${path}?per_page=5`, token)).json();
    const url = `http://localhost${path}?per_page=5&page=1`;
    expect(data).toEqual([]);
    const none = { current_page: 1, last_page: 1, per_page: 5, total: 0 };
    expect(envelope).toEqual(envelopeBody(() => url, none));
  },
);

describe('links', () => {
  test.each([
    ['https://api.example', 'https://api.example'],
    ['https://api.example:8443/inns', 'https://api.example:8443/inns'],
  ])('links begin with PUBLIC_URL %s, whatever the request’s Host header says', async (publicUrl, base) => {
    const other = await openTestApp({ url: world.url, publicUrl });
    try {
      const { path } = await openSiteOf(1);
      const response = await other.get(path, null, { host: 'elsewhere.example' });
      expect(response.json().links.first).toBe(`${base}${path}?page=1`);
      expect(response.json().meta.path).toBe(`${base}${path}`);
    } finally {
      await other.close();
    }
  });

  test('links use X-Forwarded-Host and X-Forwarded-Proto from a trusted proxy only', async () => {
    const trusting = await openTestApp({ url: world.url, trustProxy: true });
    try {
      const { path } = await openSiteOf(1);
      const first = async (app: TestApp, proto: string) => {
        const headers = { 'x-forwarded-host': 'inns.example', 'x-forwarded-proto': proto };
        return (await app.get(path, null, headers)).json().links.first;
      };
      for (const proto of ['https', 'HTTPS', 'http, https'])
        expect(await first(trusting, proto)).toBe(`https://inns.example${path}?page=1`);
      for (const proto of ['http', 'foo', 'javascript', 'https:', 'ftp'])
        expect(await first(trusting, proto)).toBe(`http://inns.example${path}?page=1`);
      expect(await first(world, 'https')).toBe(`http://localhost${path}?page=1`);
    } finally {
      await trusting.close();
    }
  });

  test.each([
    ['inns.example:8080', 'http://inns.example:8080'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['', 'http://localhost'],
    ['a b', 'http://localhost'],
    ['a/b', 'http://localhost'],
    ['a?b', 'http://localhost'],
    ['user:secret@inns.example', 'http://localhost'],
    ['inns.example:99999', 'http://localhost'],
    ['"><script>', 'http://localhost'],
    [`${'x'.repeat(5_000)}`, 'http://localhost'],
  ])('links of a request with the Host header %j begin with %s', async (host, base) => {
    const { path } = await openSiteOf(1);
    const answer = await speak(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ links: { first: `${base}${path}?page=1` } });
  });

  test('links are right for an absolute request target, as proxies send it', async () => {
    const { path } = await openSiteOf(1);
    const answer = await speak(
      port,
      `GET http://inns.example${path}?per_page=3 HTTP/1.1\r\nHost: inns.example\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.json()).toMatchObject({
      links: { first: `http://inns.example${path}?per_page=3&page=1` },
      meta: { path: `http://inns.example${path}` },
    });
  });

  test('links of an HTTP/1.0 request without a Host header begin with http://localhost', async () => {
    const { path } = await openSiteOf(1);
    const answer = await speak(port, `GET ${path} HTTP/1.0\r\n\r\n`);
    expect(answer.json()).toMatchObject({ links: { first: `http://localhost${path}?page=1` } });
  });
});
