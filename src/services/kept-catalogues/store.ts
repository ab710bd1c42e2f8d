import { LRUCache } from 'lru-cache';
import type { Catalogue } from './catalogue.ts';

/**
 * Keeps the catalogues of the teams that were asked about last, up to `maxSize` in all, and knows which are being
 * read. A catalogue larger than that is never kept. A kept catalogue says nothing about the database: whoever
 * uses one compares its version with the stored one.
 */
/** About how many bytes all catalogues take that a process keeps. */
const MAX_KEPT_SIZE = 100_000_000;

export type CatalogueStore = ReturnType<typeof createCatalogueStore>;

export function createCatalogueStore(maxSize = MAX_KEPT_SIZE) {
  const kept = new LRUCache<number, Catalogue>({
    maxSize,
    sizeCalculation: ({ size }) => Math.max(1, size),
  });
  const loading = new Map<number, Promise<Catalogue | null>>();

  return {
    /** The kept catalogue of a team, or null. */
    find: (teamId: number): Catalogue | null => kept.get(teamId) ?? null,

    /** The catalogue of a team that another request is reading now, or null. */
    findLoading: async (teamId: number): Promise<Catalogue | null> => (await loading.get(teamId)) ?? null,

    /** Keeps the catalogue that `read` gives, and lets other requests wait for it. */
    async load<Loaded extends { catalogue: Catalogue }>(
      teamId: number,
      read: () => Promise<Loaded>,
    ): Promise<Loaded> {
      const reading = read();
      const forOthers = reading.then(
        ({ catalogue }) => catalogue,
        () => null,
      );
      loading.set(teamId, forOthers);
      try {
        const loaded = await reading;
        if (loaded.catalogue.version === null) kept.delete(teamId);
        else kept.set(teamId, loaded.catalogue);
        return loaded;
      } finally {
        if (loading.get(teamId) === forOthers) loading.delete(teamId);
      }
    },

    /** The number of kept catalogues, and their size in all. */
    measure: () => ({ count: kept.size, size: kept.calculatedSize }),
  };
}
