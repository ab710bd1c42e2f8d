import { setTimeout as sleep } from 'node:timers/promises';

type Options<Item> = {
  /**
   * Stores the items of a batch. The function that stores a batch must handle its own errors, so that its
   * promise never rejects.
   */
  store: (items: Item[]) => Promise<void>;
  /** A batch is stored as soon as it has `size` items, or after `waitMs` milliseconds. */
  size: number;
  waitMs: number;
};

/**
 * Stores items in batches, one batch after the other. Items that are added while a batch is being stored go
 * into the next one. The promise of `add` resolves once the item is stored.
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
