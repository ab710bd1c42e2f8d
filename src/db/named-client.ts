import { createHash } from 'node:crypto';
import pg from 'pg';

/** A client that knows what PostgreSQL answered to its last statement: `COMMIT`, `ROLLBACK`, `SELECT` … */
export type NamingClient = pg.PoolClient & { readonly lastCommand: string | null };

/**
 * The driver's `query`, as Drizzle and the pool call it. With a callback, the driver's `query` returns
 * nothing.
 */
type QueryMethod = (
  config: pg.QueryConfig | string,
  values?: unknown[],
  callback?: (error: Error, result: pg.QueryResult) => void,
) => Promise<pg.QueryResult> | undefined;

/**
 * The clients of a pool. The clients of the pool name every statement with values, so that PostgreSQL parses
 * and plans its text once for each connection. PostgreSQL keeps all named statements of a connection, so the
 * pool has at most `maxNames` names. Names for prepared queries alone, by Drizzle's `.prepare(name)`, would
 * make lists 1.2 to 1.7 times as dear, and such names would be sent to poolers that cannot hold them. A query
 * prepared as '' has no name, and is always planned by its values.
 */
export function createNamingClientClass(maxNames: number): new () => pg.ClientBase {
  const nameByText = new Map<string, string>();

  function findOrCreateName(text: string): string | undefined {
    const known = nameByText.get(text);
    if (known !== undefined || nameByText.size === maxNames) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    nameByText.set(text, name);
    return name;
  }

  return class extends pg.Client {
    lastCommand: string | null = null;

    override query(...parameters: never[]): never {
      const [config, values, callback] = parameters as unknown as Parameters<QueryMethod>;
      const named = typeof config === 'string' ? { text: config } : { ...config };
      named.name ??= values && values.length > 0 ? findOrCreateName(named.text) : undefined;
      const answer = (super.query as QueryMethod).call(this, named, values, callback);
      return answer?.then((result) => {
        this.lastCommand = result.command;
        return result;
      }) as never;
    }
  };
}
