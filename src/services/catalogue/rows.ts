/** Makes rows from the values that a team file or a request's body sets, and finds which rows have to be written. */
import { isDeepStrictEqual } from 'node:util';
import type { CustomFieldsChange } from '../../domain/custom-fields.ts';
import { isGiven, type Problem } from './problems.ts';

/**
 * What an entry of a team file, or a request's body, sets in each column: undefined keeps the stored value, and
 * null clears it. The type requires every column, so a new column does not compile until the schemas of bodies
 * and files know it.
 */
export type EntryColumns<Row> = { [Column in keyof Row]: Row[Column] | null | undefined };

/**
 * The columns that a team file or a request's body can set of a listing, unit, guest or booking, which all may
 * have custom fields. Of the custom fields, only those that are to change are set.
 */
export type OwnFieldColumns<Row> = EntryColumns<Omit<Row, 'customFields'>> & {
  customFields: CustomFieldsChange;
};

/** Makes a row: each column has the value that the entry sets, else the stored value, else the default, else null. */
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
 * The value of one column: the one that the entry sets, else the stored one, else the default. If the entry
 * sets null, the column gets its default.
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
 * A default for each column that cannot be null. `Others` are the columns that need no default: keys, columns
 * that an entry must set, and columns that the caller fills.
 */
export type Defaults<Row, Others extends keyof Row> = {
  [Column in Exclude<keyof Row, Others> as null extends Row[Column] ? never : Column]: Row[Column];
};

/** The columns that must have a value, each with the path of its field in a request's body or file entry. */
export type RequiredColumns<Row> = { [Column in keyof Row]?: readonly string[] };

export const findMissingColumnProblems = <Row extends object>(
  row: Row,
  required: RequiredColumns<Row>,
): Problem[] =>
  (Object.entries(required) as [keyof Row, readonly string[]][])
    .filter(([column]) => !isGiven(row[column]))
    .map(([, path]) => ({ path, code: 'required', message: 'is required' }));

/** Whether a row is new or differs from the stored one. */
export const isNewOrDifferent = <Row>(stored: Row | undefined, row: Row): boolean =>
  stored === undefined || !isDeepStrictEqual(stored, row);

/**
 * Compares new rows with stored ones: which are new or differ, which stored rows they replace, and which stored
 * rows are left out.
 */
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

/** All columns that differ between two versions of a row, including those that no answer shows. */
export const listChangedColumns = <Row extends object>(before: Row, after: Row): (keyof Row & string)[] =>
  (Object.keys(after) as (keyof Row & string)[]).filter(
    (column) => !isDeepStrictEqual(before[column], after[column]),
  );
