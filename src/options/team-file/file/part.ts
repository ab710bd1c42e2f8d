import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../../db/client.ts';
import type { Messages } from '../../../services/messages.ts';
import type { Collections, FileLists } from './lists.ts';
import type { ImportTally } from './plan/tally.ts';
import type { FoundProblem, Problems } from './problems.ts';

/**
 * What another option has in the team file: lists of its own, with how they are checked, stored and exported.
 * `parts.ts` lists the parts.
 */
export type TeamFilePart<Lists extends Collections> = {
  lists: Lists;
  /** An import renews the statistics of these tables. */
  tables: readonly PgTable[];
  /** Before the import's transaction: for what takes long and needs no stored data. `plan` reports the problems. */
  findProblems(file: FileLists<Lists>, messages: Messages | null): Promise<readonly FoundProblem[]>;
  /** Compares the file with the stored data. The returned function is only called if the file has no problems. */
  plan(tx: Transaction, context: PartContext<Lists>): Promise<StorePart>;
  /** The entries of an export, in the file's order. */
  read(tx: Transaction, teamId: number): Promise<readonly ReadList<Lists>[]>;
};

export type StorePart = (tx: Transaction) => Promise<void>;

export type ReadList<Lists extends Collections> = { name: keyof Lists; entries: readonly object[] };

export type PartContext<Lists extends Collections> = {
  teamId: number;
  now: Date;
  file: FileLists<Lists>;
  problems: Problems;
  tally: Pick<ImportTally<keyof Lists & string>, 'compare' | 'compareRow'>;
  /** By `findProblems`. */
  found: readonly FoundProblem[];
  /** Null if neither the file nor the team has the slug, which is then reported. */
  findListingId(place: string, reference: { slug: string; field: string }): string | null;
  /** By the entry's fields `listing` and `unit`. Null if there is no such unit, which is then reported. */
  findUnitId(place: string, reference: { listing: string; unit: string }): string | null;
};

/** Keeps the exact types of the lists. */
export const defineTeamFilePart = <const Lists extends Collections>(
  part: TeamFilePart<Lists>,
): TeamFilePart<Lists> => part;
