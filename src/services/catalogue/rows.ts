/** How entries become rows, and which rows are written: the same for a team file and for the API. */
import { isDeepStrictEqual } from 'node:util';
import { isGiven, type Problem } from './problems.ts';

/** The value of each column in an entry: undefined if the entry leaves it out, null if the entry clears it. */
export type Given<Row> = { [Column in keyof Row]: Row[Column] | null | undefined };

/** Some fields of an entry: those of a body, or all. */
export type Some<Entry> = { [Field in keyof Entry]?: Entry[Field] | undefined };

/** A new row has null in every column that has no default here and is not given. */
export type Defaults<Row> = Partial<Row>;

/** A row: the given values, else the stored ones, else the defaults. */
export function merge<Row extends object>(
  defaults: Defaults<Row>,
  stored: Row | undefined,
  given: Given<Row>,
): Row {
  const row: Partial<Record<keyof Row, unknown>> = {};
  for (const column of Object.keys(given) as (keyof Row)[])
    row[column] = mergeValue(given[column], stored?.[column], defaults[column] ?? null);
  return row as Row;
}

/** One value: the given one, else the stored one, else the default. Null means the default. */
export function mergeValue<Value, Default>(
  given: Value | null | undefined,
  stored: Value | Default | undefined,
  byDefault: Default,
): Value | Default {
  if (given === undefined) return stored === undefined ? byDefault : stored;
  return given ?? byDefault;
}

/** The columns that a row must have, each with its path in an entry. */
export type Required<Row> = { [Column in keyof Row]?: readonly string[] };

export const missingIn = <Row extends object>(row: Row, required: Required<Row>): Problem[] =>
  (Object.entries(required) as [keyof Row, readonly string[]][])
    .filter(([column]) => !isGiven(row[column]))
    .map(([, path]) => ({ path, message: 'is required' }));

/** Whether a row is new or differs from the stored one. */
export const differs = <Row>(stored: Row | undefined, row: Row): boolean =>
  stored === undefined || !isDeepStrictEqual(stored, row);

/** The rows that are new or differ, and the stored ones that they replace or that are left out. */
export type Difference<Row> = { written: Row[]; replaced: Row[]; removed: Row[] };

export function diff<Row>(
  stored: readonly Row[],
  next: readonly Row[],
  keyOf: (row: Row) => string,
): Difference<Row> {
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const kept = new Set(next.map(keyOf));
  const written = next.filter((row) => differs(before.get(keyOf(row)), row));
  return {
    written,
    replaced: written.flatMap((row) => before.get(keyOf(row)) ?? []),
    removed: stored.filter((row) => !kept.has(keyOf(row))),
  };
}

export const isEmpty = ({ written, removed }: Difference<unknown>): boolean =>
  written.length + removed.length === 0;

/** The names of the fields that differ between two versions of an entity, as the API shows it. */
export const changedNames = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
