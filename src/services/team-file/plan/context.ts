import { isDeepStrictEqual } from 'node:util';
import type { Problems } from '../read/problems.ts';
import type { TeamFile } from '../read/team-file.ts';
import type { Tally } from './tally.ts';

/** What every step of an import works with. */
export type ImportContext = {
  teamId: number;
  now: Date;
  newId: () => string;
  file: TeamFile;
  problems: Problems;
  notices: string[];
  tally: Tally;
};

/** Whether nothing is wrong so far. Once something is, nothing more is written, and the rest is only looked through. */
export const isSound = ({ problems }: ImportContext): boolean => problems.lines.length === 0;

/** Called with what an import does, in a few words, for an operator who waits for a large one. */
export type ReportProgress = (what: string) => void;

/**
 * The value of a field: what the file gives. A field that it leaves out keeps the stored value; null, and a field left out
 * of a new entry, is the default.
 */
export function given<Value, Stored extends Value | null>(
  value: Value | null | undefined,
  stored: Stored | undefined,
  byDefault: Stored,
): Value | Stored {
  if (value === undefined) return stored === undefined ? byDefault : stored;
  return value ?? byDefault;
}

/** Whether a row is new or differs from what is stored. */
export const differs = <Row>(stored: Row | undefined, row: Row): boolean =>
  stored === undefined || !isDeepStrictEqual(stored, row);

/** Whether two lists of rows differ, in whatever order they are. */
export function listsDiffer<Row>(
  stored: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): boolean {
  if (stored.length !== rows.length) return true;
  const byKey = new Map(stored.map((row) => [keyOf(row), row]));
  return rows.some((row) => differs(byKey.get(keyOf(row)), row));
}
