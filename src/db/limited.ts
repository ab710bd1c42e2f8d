/**
 * A caller with `listings` sees a team's tables through the views of the schema `limited`, which have the tables'
 * names (`schema/limited.ts`). The schema comes first in the search path of the transaction in which each of their
 * statements runs, so no query can forget the limit. A query that has to see the whole team says so (`wholeTeam`).
 */
import pg from 'pg';

const LIMITED_PATH_SQL = 'set local search_path to limited, public';
const WHOLE_PATH_SQL = 'set local search_path to public';

/** What Drizzle needs of a client. */
export type StatementClient = Pick<pg.ClientBase, 'query'>;
type Query = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

const asClient = (query: Query): StatementClient => ({ query }) as unknown as StatementClient;

/** Until the transaction ends. */
export const buildLimitSql = (listings: readonly string[]): string =>
  [
    // Makes Citus pass the next setting to its workers. PostgreSQL without Citus ignores it.
    `set local citus.propagate_set_commands to 'local'`,
    `set local innkeep.listings to ${pg.escapeLiteral(`{${listings.join(',')}}`)}`,
    LIMITED_PATH_SQL,
  ].join('; ');

/** Without names: PostgreSQL plans a named statement again each time the search path differs. */
const withoutNames = (client: StatementClient): StatementClient =>
  asClient((config, values) => client.query({ ...config, name: '' }, values));

const CHANGES_ROWS = /^\s*(insert|update|delete|with\b[\s\S]*\binsert into)\b/i;

/**
 * What changes rows names the tables themselves, because Citus changes no views: services first read and lock what
 * they change.
 */
export const throughViews = (client: StatementClient): StatementClient => {
  const [limited, whole] = [withoutNames(client), onWholeTeam(client)];
  return asClient((config, values) =>
    (CHANGES_ROWS.test(config.text) ? whole : limited).query(config, values),
  );
};

/** Each statement is sent together with its change of the search path, so that no other comes between. */
export const onWholeTeam = (client: StatementClient): StatementClient =>
  asClient(async (config, values) => {
    const sent = [client.query(WHOLE_PATH_SQL), client.query(config, values), client.query(LIMITED_PATH_SQL)];
    await Promise.allSettled(sent);
    return sent[1] as Promise<pg.QueryResult>;
  });

/** Each statement is a transaction of its own. */
export const inLimitedTransactions = (pool: pg.Pool, limitSql: string): StatementClient =>
  asClient(async (config, values) => {
    const client = await pool.connect();
    const sent = [
      client.query(`begin; ${limitSql}`),
      throughViews(client).query(config, values),
      client.query('commit'),
    ];
    const isUsable = (await Promise.allSettled(sent)).at(-1)?.status === 'fulfilled';
    client.release(!isUsable);
    return sent[1] as Promise<pg.QueryResult>;
  });

/** What sees more than a limited database or transaction. */
type Whole<Handle> = { readonly wholeTeam?: Handle };

/** For what is true of the whole team, such as what must be unique in it. For other callers, the same handle. */
export const wholeTeam = <Handle extends object>(handle: Handle): Handle =>
  (handle as Whole<Handle>).wholeTeam ?? handle;

export const isLimited = (handle: object): boolean => wholeTeam(handle) !== handle;
