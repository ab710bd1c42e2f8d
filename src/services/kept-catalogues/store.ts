import type { Catalogue } from './catalogue.ts';

/**
 * Keeps the catalogues of the teams that were asked about last, up to `maxSize` in all, and knows which are being
 * read. A catalogue larger than that is never kept. A kept catalogue says nothing about the database: whoever
 * uses one compares its version with the stored one.
 */
export function createCatalogueStore(maxSize: number) {
  /** By team, the one that was used last at the end. */
  const kept = new Map<number, Catalogue>();
  const loading = new Map<number, Promise<Catalogue | null>>();
  let size = 0;

  function forget(teamId: number): void {
    size -= kept.get(teamId)?.size ?? 0;
    kept.delete(teamId);
  }

  function keep(teamId: number, catalogue: Catalogue): void {
    forget(teamId);
    if (catalogue.version === null || catalogue.size > maxSize) return;
    kept.set(teamId, catalogue);
    size += catalogue.size;
    for (const [oldest] of kept) {
      if (size <= maxSize) return;
      forget(oldest);
    }
  }

  return {
    /** The kept catalogue of a team, or null. */
    find(teamId: number): Catalogue | null {
      const catalogue = kept.get(teamId);
      if (!catalogue) return null;
      kept.delete(teamId);
      kept.set(teamId, catalogue);
      return catalogue;
    },

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
        keep(teamId, loaded.catalogue);
        return loaded;
      } finally {
        if (loading.get(teamId) === forOthers) loading.delete(teamId);
      }
    },

    /** The number of kept catalogues, and their size in all. */
    measure: () => ({ count: kept.size, size }),
  };
}
