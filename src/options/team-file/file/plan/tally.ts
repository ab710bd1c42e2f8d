import { isNewOrDifferent, type RowDifference } from '../../../../services/catalogue/rows.ts';
import type { CollectionName } from '../collections.ts';

type EntryOutcome = 'created' | 'changed' | 'unchanged' | 'removed';

/** `removed` counts what was in lists that the file replaces. */
export type ImportCounts = { [Name in CollectionName]?: { [Kind in EntryOutcome]?: number } };

export type ImportTally = ReturnType<typeof createImportTally>;

export function createImportTally() {
  const counts: ImportCounts = {};
  return {
    counts,
    add(name: CollectionName, outcome: EntryOutcome, count = 1): void {
      if (count === 0) return;
      counts[name] = { ...counts[name], [outcome]: (counts[name]?.[outcome] ?? 0) + count };
    },
    addDifference(
      name: CollectionName,
      { written, replaced, removed }: RowDifference<unknown>,
      entries: number,
    ): void {
      this.add(name, 'created', written.length - replaced.length);
      this.add(name, 'changed', replaced.length);
      this.add(name, 'unchanged', entries - written.length);
      this.add(name, 'removed', removed.length);
    },
    compare(name: CollectionName, stored: unknown, isChanged: boolean): void {
      this.add(name, stored === undefined ? 'created' : isChanged ? 'changed' : 'unchanged');
    },
    /** Returns whether the row must be written. */
    compareRow<Row>(name: CollectionName, stored: Row | undefined, row: Row): boolean {
      const isChanged = isNewOrDifferent(stored, row);
      this.compare(name, stored, isChanged);
      return isChanged;
    },
  };
}
