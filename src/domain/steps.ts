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
