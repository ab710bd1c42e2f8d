import DataLoader from 'dataloader';

/** The maximum number of look-ups in one statement. Each number of them has a statement of its own. */
const MAX_TOGETHER = 8;

/**
 * Makes look-ups that begin in the same turn of the event loop together. This spares a busy server the statement of
 * most requests. No result is remembered.
 */
export const together = <Key, Found>(find: (keys: readonly Key[]) => Promise<(Found | null)[]>) =>
  new DataLoader<Key, Found | null>(find, {
    cache: false,
    maxBatchSize: MAX_TOGETHER,
    batchScheduleFn: (ask) => setImmediate(ask),
  });
