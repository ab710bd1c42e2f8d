import { createHash } from 'node:crypto';
import pg from 'pg';

/** `lastCommand` is the command tag of the last statement, such as `COMMIT` or `ROLLBACK`. */
export type NamingClient = pg.PoolClient & { readonly lastCommand: string | null };

/** As Drizzle and the pool call it. With a callback it returns nothing. */
type QueryMethod = (
  config: pg.QueryConfig | string,
  values?: unknown[],
  callback?: (error: Error, result: pg.QueryResult) => void,
) => Promise<pg.QueryResult> | undefined;

/**
 * Names every statement that has parameters, so that PostgreSQL parses and plans it once for each connection.
 * Drizzle's `.prepare(name)` gives no names, because unnamed lists then take 1.2 to 1.7 times as long, and a
 * pooler may not hold names. A query prepared as '' has no name, and is always planned by its values.
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
