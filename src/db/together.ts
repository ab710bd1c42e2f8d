import DataLoader from 'dataloader';
import type { Executor } from './client.ts';
import { lanesOf } from './nodes/lanes.ts';

/** The maximum number of look-ups in one statement. Each number of them has a statement of its own. */
const MAX_TOGETHER = 8;

/**
 * Makes look-ups that begin in the same turn of the event loop together. This spares a busy server the statement of
 * most requests. No result is remembered.
 */
export const together = <Key, Found>(
  find: (keys: readonly Key[]) => Promise<(Found | null)[]>,
  maxTogether = MAX_TOGETHER,
) =>
  new DataLoader<Key, Found | null>(find, {
    cache: false,
    maxBatchSize: maxTogether,
    batchScheduleFn: (ask) => setImmediate(ask),
  });

/**
 * The same for rows of several teams, on the pool of each database. Null within a transaction, and on a cluster, where a
 * statement goes to the node of one team.
 */
export function ofTeamsTogether<Key, Found>(
  find: (db: Executor, keys: readonly Key[]) => Promise<(Found | null)[]>,
) {
  const loaders = new WeakMap<Executor, DataLoader<Key, Found | null>>();
  return (db: Executor): DataLoader<Key, Found | null> | null => {
    const lanes = lanesOf(db);
    if (!lanes || lanes.isSpread()) return null;
    const loader = loaders.get(db) ?? together((keys: readonly Key[]) => find(db, keys));
    loaders.set(db, loader);
    return loader;
  };
}
