/**
 * Work on many things that pauses at every `yield`, so that the caller can let other work run in between. The result
 * does not depend on how long the pauses are.
 */
export type Steps<Result> = Generator<undefined, Result>;

/** Does all of it at once. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** `Map.groupBy` with a pause after each item. */
export function* groupInSteps<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Steps<Map<Key, Item[]>> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
    yield;
  }
  return groups;
}

/** Sorting so many items takes about a millisecond. */
const SORTED_AT_ONCE = 500;

/** `toSorted` with pauses: items that compare as equal keep their order. */
export function* sortedInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += SORTED_AT_ONCE) {
    runs.push(items.slice(at, at + SORTED_AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* mergedInSteps(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Two sorted lists as one. Of equal items, those of the first list come first. */
function* mergedInSteps<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<Item[]> {
  const merged: Item[] = [];
  let taken = 0;
  for (const item of first) {
    for (let next = second[taken]; next !== undefined && compare(next, item) < 0; next = second[taken]) {
      merged.push(next);
      taken += 1;
    }
    merged.push(item);
    yield;
  }
  return merged.concat(second.slice(taken));
}
