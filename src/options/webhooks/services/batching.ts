import { setTimeout as sleep } from 'node:timers/promises';

type Options<Item> = {
  /** Must handle its own errors, so that its promise never rejects. */
  store: (items: Item[]) => Promise<void>;
  /** After `size` items, or `waitMs`. */
  size: number;
  waitMs: number;
};

/**
 * One batch after the other. Items that are added meanwhile go into the next one. `add` resolves once its
 * item is stored.
 */
export function createBatches<Item>({ store, size, waitMs }: Options<Item>) {
  let items: Item[] = [];
  let full = Promise.withResolvers<void>();
  let stored: Promise<void> = Promise.resolve();

  async function storeNext(before: Promise<void>, isFull: Promise<void>): Promise<void> {
    await before;
    await Promise.race([isFull, sleep(waitMs)]);
    const batch = items;
    items = [];
    await store(batch);
  }

  return {
    add(item: Item): Promise<void> {
      items.push(item);
      if (items.length === 1) {
        full = Promise.withResolvers();
        stored = storeNext(stored, full.promise);
      }
      if (items.length === size) full.resolve();
      return stored;
    },
  };
}
