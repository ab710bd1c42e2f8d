import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Transaction } from '../db/client.ts';
import type { EntryProblem } from './catalogue/problems.ts';
import type { Messages } from './messages.ts';

/**
 * What an option has in the team file: lists of its own, with how they are checked, stored and exported. It does not stand
 * on the option `team-file`, which lists the parts of all others.
 */
export type TeamFilePart<Lists extends Collections> = {
  lists: Lists;
  /** An import renews the statistics of these tables. */
  tables: readonly PgTable[];
  /** Before the import's transaction: for what takes long and needs no stored data. `plan` reports the problems. */
  findProblems?(file: FileLists<Lists>, messages: Messages | null): Promise<readonly FoundProblem[]>;
  /** Compares the file with the stored data. The returned function is only called if the file has no problems. */
  plan(tx: Transaction, context: PartContext<Lists>): Promise<StorePart>;
  /** The entries of an export, in the file's order. */
  read(tx: Transaction, teamId: number): Promise<readonly ReadList<Lists>[]>;
};

/** Keeps the exact types of the lists. */
export const defineTeamFilePart = <const Lists extends Collections>(
  part: TeamFilePart<Lists>,
): TeamFilePart<Lists> => part;

/** By the names that they have in the file. */
export type Collections = Record<string, Collection>;

/**
 * `key` identifies an entry, if need be together with `within`, and `same` gives the form in which keys are
 * compared. `inner` names the lists inside an entry, such as photos, whose items may have ids.
 */
export type Collection = {
  schema: z.ZodObject;
  key: string | null;
  within?: { field: string; default: string };
  same: (key: string) => string;
  inner: readonly string[];
  max: number;
};

export const exactly = (key: string): string => key;

/** As they were read. */
export type FileLists<Lists extends Collections> = {
  [Name in keyof Lists]: FileList<z.output<Lists[Name]['schema']>>;
};

/** `isGiven` is false if the file does not contain the list. */
export type FileList<Value> = {
  isGiven: boolean;
  entries: FileEntry<Value>[];
  /** By natural keys (such as slugs), in the form in which keys are compared, and by ids. */
  byKey: Map<string, FileEntry<unknown>>;
  byId: Map<string, FileEntry<unknown>>;
};

/** `place` names the entry in error messages. */
export type FileEntry<Value> = { index: number; place: string; value: Value };

export type PartContext<Lists extends Collections> = {
  teamId: number;
  now: Date;
  file: FileLists<Lists>;
  problems: Problems;
  tally: PartTally<keyof Lists & string>;
  /** By `findProblems`. */
  found: readonly FoundProblem[];
  /** Null if neither the file nor the team has the slug, which is then reported. */
  findListingId(place: string, reference: { slug: string; field: string }): string | null;
  /** By the entry's fields `listing` and `unit`. Null if there is no such unit, which is then reported. */
  findUnitId(place: string, reference: { listing: string; unit: string }): string | null;
};

export type FoundProblem = { place: string; sentence: string };

/** Each problem is one line: `path (natural key): sentence`. */
export type Problems = {
  lines: string[];
  add(place: string, sentence: string): void;
  refuse(place: string, field: string, message: string, value: unknown): void;
  addIssues(place: string, issues: readonly EntryProblem[]): void;
};

/** What an import did with the entries. */
type PartTally<Name extends string> = {
  compare(name: Name, stored: unknown, isChanged: boolean): void;
  /** Returns whether the row must be written. */
  compareRow<Row>(name: Name, stored: Row | undefined, row: Row): boolean;
};

export type StorePart = (tx: Transaction) => Promise<void>;

type ReadList<Lists extends Collections> = { name: keyof Lists; entries: readonly object[] };
