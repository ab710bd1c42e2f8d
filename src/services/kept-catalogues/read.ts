import type { Database } from '../../db/client.ts';
import type { Part } from '../../db/queries/catalogue/parts.ts';
import { nothingElse } from '../../db/queries/catalogue/taken-nights.ts';
import { buildCatalogue, type Catalogue } from './catalogue.ts';
import type { CatalogueStore } from './store.ts';

export type CatalogueScope = { db: Database; teamId: number; catalogues: CatalogueStore };

/** A question about a team, and how to ask it. */
type Question<Chosen> = {
  /** Chooses from a catalogue what the question is about. */
  choose: (catalogue: Catalogue) => Promise<Chosen>;
  /** Reads what is needed besides a kept catalogue, if that still has its version. */
  readBesides: (kept: Catalogue & { version: string }, chosen: Chosen) => Promise<Part[]>;
  /** Reads all that may be needed, together with the catalogue. */
  readAll: () => Promise<Part[]>;
};

/**
 * Reads what a question needs, with the team's catalogue at the same moment. The catalogue comes from memory if its
 * version is the stored one: the statement that reads the rest compares them. A write gives the catalogue a new
 * version in its own transaction, so no answer is older than a write that was committed before the statement began.
 * A catalogue that is not kept is read first, under its version, so that the rest is read for the chosen listings alone.
 */
export async function readWithCatalogue<Chosen>(
  { db, teamId, catalogues }: CatalogueScope,
  { choose, readBesides, readAll }: Question<Chosen>,
): Promise<{ catalogue: Catalogue; chosen: Chosen; parts: readonly Part[] }> {
  const load = async () => {
    const parts = await nothingElse.readWithCatalogue(db, { teamId });
    return { catalogue: await buildCatalogue(parts) };
  };
  const findLoaded = async () => (await catalogues.load(teamId, load)).catalogue;
  // Whoever finds a kept catalogue outdated waits for the request that is reading a newer one already.
  for (const find of [catalogues.find, catalogues.findLoading, findLoaded]) {
    const kept = await find(teamId);
    if (!hasVersion(kept)) continue;
    const chosen = await choose(kept);
    const parts = await readBesides(kept, chosen);
    if (findVersion(parts) === kept.version) return { catalogue: kept, chosen, parts };
  }
  // A write came between the two statements, so one statement reads the catalogue, its version and the rest.
  const { catalogue, parts } = await catalogues.load(teamId, async () => {
    const read = await readAll();
    return { catalogue: await buildCatalogue(read), parts: read };
  });
  return { catalogue, chosen: await choose(catalogue), parts };
}

const hasVersion = (catalogue: Catalogue | null): catalogue is Catalogue & { version: string } =>
  catalogue !== null && catalogue.version !== null;

const findVersion = (parts: readonly Part[]): string | undefined =>
  parts.find(({ kind }) => kind === 'version')?.text;
