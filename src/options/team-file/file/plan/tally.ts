import { isNewOrDifferent, type RowDifference } from '../../../../services/catalogue/rows.ts';

type EntryOutcome = 'created' | 'changed' | 'unchanged' | 'removed';

/** `removed` counts what was in lists that the file replaces. */
export type ImportCounts<Name extends string> = { [List in Name]?: { [Kind in EntryOutcome]?: number } };

export type ImportTally<Name extends string> = ReturnType<typeof createImportTally<Name>>;

/** By the names of lists. */
export function createImportTally<Name extends string>() {
  const counts: ImportCounts<Name> = {};
  return {
    counts,
    add(name: Name, outcome: EntryOutcome, count = 1): void {
      if (count === 0) return;
      counts[name] = { ...counts[name], [outcome]: (counts[name]?.[outcome] ?? 0) + count };
    },
    addDifference(name: Name, { written, replaced, removed }: RowDifference<unknown>, entries: number): void {
      this.add(name, 'created', written.length - replaced.length);
      this.add(name, 'changed', replaced.length);
      this.add(name, 'unchanged', entries - written.length);
      this.add(name, 'removed', removed.length);
    },
    compare(name: Name, stored: unknown, isChanged: boolean): void {
      this.add(name, stored === undefined ? 'created' : isChanged ? 'changed' : 'unchanged');
    },
    /** Returns whether the row must be written. */
    compareRow<Row>(name: Name, stored: Row | undefined, row: Row): boolean {
      const isChanged = isNewOrDifferent(stored, row);
      this.compare(name, stored, isChanged);
      return isChanged;
    },
  };
}
