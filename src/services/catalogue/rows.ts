/**
 * How the columns of an entry become a row, and which rows are written, for team files and for the API alike.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CustomFieldsChange } from '../../domain/custom-fields.ts';
import { isGiven, type Problem } from './problems.ts';

/**
 * The value of each column in an entry: undefined if the entry leaves it out, null if the entry clears it.
 * Schemas make such values of columns from an entry or a body. Every column is named in the type, so that a
 * new one does not compile until the schema names it too.
 */
export type EntryColumns<Row> = { [Column in keyof Row]: Row[Column] | null | undefined };

/**
 * The columns of an entry for a thing that has the team's own fields, of which the entry or body says what is
 * to change.
 */
export type OwnFieldColumns<Row> = EntryColumns<Omit<Row, 'customFields'>> & {
  customFields: CustomFieldsChange;
};

/** A row: the values of its entry, else the stored ones, else the defaults, else null. */
export function mergeEntry<Row extends object>(
  defaults: Partial<Row>,
  stored: Row | undefined,
  entry: EntryColumns<Row>,
): Row {
  const row: Partial<Record<keyof Row, unknown>> = {};
  for (const column of Object.keys(entry) as (keyof Row)[])
    row[column] = mergeValue(entry[column], stored?.[column], defaults[column] ?? null);
  return row as Row;
}

/**
 * The value of one column: that of the entry, else the stored one, else the default. Null in the entry means
 * the column's default.
 */
export function mergeValue<Value, Default>(
  entered: Value | null | undefined,
  stored: Value | Default | undefined,
  byDefault: Default,
): Value | Default {
  if (entered === undefined) return stored === undefined ? byDefault : stored;
  return entered ?? byDefault;
}

/**
 * The value of each column that cannot be null, if no entry gives one, except for the `Others`: keys, columns
 * that an entry must give, and columns that the caller fills.
 */
export type Defaults<Row, Others extends keyof Row> = {
  [Column in Exclude<keyof Row, Others> as null extends Row[Column] ? never : Column]: Row[Column];
};

/** The columns that a row must have, each with the path of its field in an entry. */
export type RequiredColumns<Row> = { [Column in keyof Row]?: readonly string[] };

export const findMissingColumnProblems = <Row extends object>(
  row: Row,
  required: RequiredColumns<Row>,
): Problem[] =>
  (Object.entries(required) as [keyof Row, readonly string[]][])
    .filter(([column]) => !isGiven(row[column]))
    .map(([, path]) => ({ path, message: 'is required' }));

/** Whether a row is new or differs from the stored one. */
export const isNewOrDifferent = <Row>(stored: Row | undefined, row: Row): boolean =>
  stored === undefined || !isDeepStrictEqual(stored, row);

/** The rows that are new or differ, and the stored ones that they replace or that are left out. */
export type RowDifference<Row> = { written: Row[]; replaced: Row[]; removed: Row[] };

export function diffRows<Row>(
  stored: readonly Row[],
  next: readonly Row[],
  keyOf: (row: Row) => string,
): RowDifference<Row> {
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const kept = new Set(next.map(keyOf));
  const written = next.filter((row) => isNewOrDifferent(before.get(keyOf(row)), row));
  return {
    written,
    replaced: written.flatMap((row) => before.get(keyOf(row)) ?? []),
    removed: stored.filter((row) => !kept.has(keyOf(row))),
  };
}

export const isEmptyDifference = ({ written, removed }: RowDifference<unknown>): boolean =>
  written.length + removed.length === 0;

/** The columns that differ between two versions of a row, whether any answer shows them or not. */
export const listChangedColumns = <Row extends object>(before: Row, after: Row): (keyof Row & string)[] =>
  (Object.keys(after) as (keyof Row & string)[]).filter(
    (column) => !isDeepStrictEqual(before[column], after[column]),
  );
