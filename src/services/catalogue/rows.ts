import { isDeepStrictEqual } from 'node:util';
import type { CustomFieldsChange } from '../../domain/custom-fields.ts';
import type { TranslationsChange } from '../../domain/translations.ts';
import { isGiven, type Problem } from './problems.ts';

/**
 * Undefined keeps the stored value, and null clears it. Every column is required, so a new one does not
 * compile until the schemas of bodies and files know it.
 */
export type EntryColumns<Row> = { [Column in keyof Row]: Row[Column] | null | undefined };

/** Of things with custom fields, of which only those that are to change are set. */
export type OwnFieldColumns<Row> = EntryColumns<Omit<Row, 'customFields'>> & {
  customFields: CustomFieldsChange;
};

/** Of things whose texts can be translated, of which only those that are to change are set. */
export type TranslatedColumns<Row, Text extends string> = EntryColumns<Omit<Row, 'translations'>> & {
  translations: TranslationsChange<Text>;
};

/** What the entry sets, else the stored value, else the default, else null. */
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

/** If the entry sets null, the column gets its default. */
export function mergeValue<Value, Default>(
  entered: Value | null | undefined,
  stored: Value | Default | undefined,
  byDefault: Default,
): Value | Default {
  if (entered === undefined) return stored === undefined ? byDefault : stored;
  return entered ?? byDefault;
}

/**
 * For each column that cannot be null. `Others` need none: keys, columns that an entry must set, and columns
 * that the caller fills.
 */
export type Defaults<Row, Others extends keyof Row> = {
  [Column in Exclude<keyof Row, Others> as null extends Row[Column] ? never : Column]: Row[Column];
};

/** With the paths of their fields in a body or file entry. */
export type RequiredColumns<Row> = { [Column in keyof Row]?: readonly string[] };

export const findMissingColumnProblems = <Row extends object>(
  row: Row,
  required: RequiredColumns<Row>,
): Problem[] =>
  (Object.entries(required) as [keyof Row, readonly string[]][])
    .filter(([column]) => !isGiven(row[column]))
    .map(([, path]) => ({ path, code: 'required', message: 'is required' }));

export const isNewOrDifferent = <Row>(stored: Row | undefined, row: Row): boolean =>
  stored === undefined || !isDeepStrictEqual(stored, row);

/** `written` rows are new or differ, `replaced` are the stored rows of the latter. */
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

/** Including those that no answer shows. */
export const listChangedColumns = <Row extends object>(before: Row, after: Row): (keyof Row & string)[] =>
  (Object.keys(after) as (keyof Row & string)[]).filter(
    (column) => !isDeepStrictEqual(before[column], after[column]),
  );
