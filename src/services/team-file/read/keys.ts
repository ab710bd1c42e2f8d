import { asUuid } from '../../../domain/uuid.ts';
import { shown } from '../../team-data/wording.ts';
import { createIdMap } from './id-map.ts';
import { type Problems, placeOf } from './problems.ts';

type Collection = { key: string | null; same: (key: string) => string; inner: readonly string[] };
type Taken = { get(key: string): number | undefined; set(key: string, index: number): unknown };

/** The keys of the entries of one list: natural keys and ids, each with the index of the first entry that has it. */
export type Keys = ReturnType<typeof createKeys>;

export function createKeys(name: string, { key, same, inner }: Collection, problems: Problems) {
  const byKey = new Map<string, number>();
  const ids = createIdMap();
  const innerIds = inner.map((list) => [list, createIdMap()] as const);
  /** The name of an entry in a problem, by its index. */
  const names: string[] = [];
  /** Keys of entries that are refused. A reference to such an entry is not a second problem. */
  const refused = new Set<string>();
  const placeAt = (index: number): string => placeOf(name, index, names[index]);

  /** Reports a value that an earlier entry has. */
  function claim(taken: Taken, index: number, field: string, value: string): void {
    const earlier = taken.get(value);
    if (earlier === undefined) taken.set(value, index);
    else
      problems.add(placeAt(index), `${field} must not be that of ${placeAt(earlier)}, not ${shown(value)}`);
  }

  return {
    byKey,
    ids,
    placeAt,
    /** Stores the name of an entry in the file, and returns its name in a problem. */
    name(index: number, text: string | null): string {
      if (text !== null) {
        names[index] = text;
        if (key !== null) refused.add(same(text));
      }
      return placeAt(index);
    },
    /** Stores the keys of a valid entry, and reports those that an earlier entry has as well. */
    add(index: number, value: Readonly<Record<string, unknown>>): void {
      const own = key === null ? null : value[key];
      if (typeof own === 'string') {
        claim(byKey, index, String(key), same(own));
        refused.delete(same(own));
      }
      if (typeof value.id === 'string') claim(ids, index, 'id', value.id);
      for (const [list, taken] of innerIds) {
        const items = value[list];
        if (!Array.isArray(items)) continue;
        for (const { id } of items) if (typeof id === 'string') claim(taken, index, `${list}.id`, id);
      }
    },
    /** Whether an entry has this key or id, even if it was refused for another reason. */
    has: (text: string): boolean =>
      byKey.has(same(text)) ||
      refused.has(same(text)) ||
      (asUuid(text) !== null && ids.get(text.toLowerCase()) !== undefined),
  };
}
