import type { Database } from '../../db/client.ts';
import type { Part } from '../../db/queries/catalogue/parts.ts';
import { nothingElse } from '../../db/queries/catalogue/taken-nights.ts';
import { buildCatalogue, type Catalogue } from './catalogue.ts';
import { createCatalogueStore } from './store.ts';

/** About how many bytes all catalogues take that a process keeps. */
const MAX_KEPT_SIZE = 100_000_000;

const storeOfDatabase = new WeakMap<Database, ReturnType<typeof createCatalogueStore>>();

/** The catalogues that this process keeps of a database. */
export const findCatalogueStore = (db: Database) =>
  storeOfDatabase.getOrInsertComputed(db, () => createCatalogueStore(MAX_KEPT_SIZE));

/** A question about a team, and how to ask it. */
export type Asked = {
  /** Asks for what is needed besides a kept catalogue, if that still has its version. */
  besides: (kept: Catalogue & { version: string }) => Promise<Part[]>;
  /** Asks for all that may be needed, together with the catalogue. */
  withCatalogue: () => Promise<Part[]>;
};

/**
 * Reads what a question needs, with the team's catalogue at the same moment. The catalogue comes from memory if its
 * version is the stored one: the statement that reads the rest compares them. A write gives the catalogue a new
 * version in its own transaction, so no answer is older than a write that was committed before the statement began.
 * A catalogue that is not kept is read first, under its version, so that the rest is read for the chosen listings alone.
 */
export async function readWithCatalogue(
  db: Database,
  teamId: number,
  { besides, withCatalogue }: Asked,
): Promise<{ catalogue: Catalogue; parts: readonly Part[] }> {
  const store = findCatalogueStore(db);
  const load = async () => {
    const parts = await nothingElse.readWithCatalogue(db, { teamId });
    return { catalogue: await buildCatalogue(parts) };
  };
  const findLoaded = async () => (await store.load(teamId, load)).catalogue;
  // Whoever finds a kept catalogue outdated waits for the request that is reading a newer one already.
  for (const find of [store.find, store.findLoading, findLoaded]) {
    const kept = await find(teamId);
    if (!hasVersion(kept)) continue;
    const parts = await besides(kept);
    if (findVersion(parts) === kept.version) return { catalogue: kept, parts };
  }
  // A write came between the two statements, so one statement reads the catalogue, its version and the rest.
  return store.load(teamId, async () => {
    const parts = await withCatalogue();
    return { catalogue: await buildCatalogue(parts), parts };
  });
}

const hasVersion = (catalogue: Catalogue | null): catalogue is Catalogue & { version: string } =>
  catalogue !== null && catalogue.version !== null;

const findVersion = (parts: readonly Part[]): string | undefined =>
  parts.find(({ kind }) => kind === 'version')?.text;
