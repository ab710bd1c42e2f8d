import { expect, test } from 'vitest';
import type { Catalogue } from '../../../src/services/kept-catalogues/catalogue.ts';
import { createCatalogueStore } from '../../../src/services/kept-catalogues/store.ts';

const buildCatalogue = (size: number, version: string | null = 'one'): Catalogue => ({
  version,
  listings: [],
  listingById: new Map(),
  listingByUnitId: new Map(),
  searchedRows: { team: [], site: [] },
  findCharges: () => ({ fees: [], taxes: [], discounts: [], policyOfTeam: null }),
  longestPreparationDays: 0,
  size,
});
const loadOf = (catalogue: Catalogue) => async () => ({ catalogue });

test('a store never keeps more than its size, and forgets the team that was asked about longest ago', async () => {
  const store = createCatalogueStore(100);
  for (const teamId of [1, 2, 3]) await store.load(teamId, loadOf(buildCatalogue(30)));
  expect(store.measure()).toEqual({ count: 3, size: 90 });
  expect(store.find(1)?.size).toBe(30);
  await store.load(4, loadOf(buildCatalogue(40)));
  expect(store.measure()).toEqual({ count: 3, size: 100 });
  expect([1, 2, 3, 4].map((teamId) => store.find(teamId)?.size ?? null)).toEqual([30, null, 30, 40]);
});

test('however many teams are asked about, a store stays below its size', async () => {
  const store = createCatalogueStore(1_000);
  for (let n = 0; n < 5_000; n += 1) {
    await store.load(n % 700, loadOf(buildCatalogue(1 + ((n * 37) % 400))));
    expect(store.measure().size).toBeLessThanOrEqual(1_000);
  }
});

test('a newer catalogue of a team takes the place of the older one', async () => {
  const store = createCatalogueStore(100);
  await store.load(1, loadOf(buildCatalogue(60)));
  await store.load(1, loadOf(buildCatalogue(70, 'two')));
  expect(store.measure()).toEqual({ count: 1, size: 70 });
  expect(store.find(1)?.version).toBe('two');
});

test('a catalogue that is larger than the store, or has no version, is used once and not kept', async () => {
  const store = createCatalogueStore(100);
  expect((await store.load(1, loadOf(buildCatalogue(101)))).catalogue.size).toBe(101);
  await store.load(2, loadOf(buildCatalogue(10, null)));
  expect(store.measure()).toEqual({ count: 0, size: 0 });
});

test('a catalogue that is being read is waited for, and one that cannot be read is not', async () => {
  const store = createCatalogueStore(100);
  const { promise, resolve } = Promise.withResolvers<{ catalogue: Catalogue }>();
  expect(await store.findLoading(1)).toBe(null);
  const loaded = store.load(1, () => promise);
  const waiting = store.findLoading(1);
  resolve({ catalogue: buildCatalogue(10) });
  expect((await waiting)?.size).toBe(10);
  await loaded;
  expect(await store.findLoading(1)).toBe(null);

  const failed = store.load(2, () => Promise.reject(new Error('no connection')));
  expect(await store.findLoading(2)).toBe(null);
  await expect(failed).rejects.toThrow('no connection');
});
