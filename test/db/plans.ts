/** PostgreSQL's plans for statements, over the data of many teams. */
import pg from 'pg';
import { afterAll } from 'vitest';
import { SIZES } from '../../bench/dataset.ts';
import { loadData } from '../../bench/load-data.ts';
import { openRecorder, type Statement } from '../../bench/recorder.ts';
import { createDatabase, type Database } from '../../src/db/client.ts';
import { openSharedClient } from '../helpers/database.ts';
import { words } from '../helpers/words.ts';

export const SIZE = SIZES.tiny;
/** Tables that grow with a team's activity. Teams and their charges are few. */
const BIG_TABLES = words(`
  bookings day_overrides guests idempotency_records invoices listings occupancies
  payments photos team_events tokens units`);

/** The largest page. A list may sort this many rows, and must read all others in the order of an index. */
const PAGE = 100;
const LISTED_TABLES = words('blocks bookings guests invoices listings payments team_events');

export type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};
/** A plan for some values, or for any. PostgreSQL keeps one for any values unless it looks dearer. */
export const KINDS = ['custom', 'generic'] as const;
export type Kind = (typeof KINDS)[number];

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const literalOf = (value: unknown): string =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));

export const wholeReads = (nodes: readonly Plan[]) =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => BIG_TABLES.includes(table));

/** Sorts of more of a list's own rows than fit on a page. */
export const largeSorts = (nodes: readonly Plan[]) =>
  nodes.flatMap((node) => {
    if (!node['Node Type'].includes('Sort')) return [];
    const [input] = node.Plans ?? [];
    const rows = (input?.['Actual Rows'] ?? 0) * (input?.['Actual Loops'] ?? 0);
    const isListed = nodesOf(node).some((part) => LISTED_TABLES.includes(part['Relation Name'] ?? ''));
    return isListed && rows > PAGE ? [`${node['Node Type']} of ${rows} rows`] : [];
  });

/** The data are loaded once for all tests of a file. */
export async function openPlans() {
  const { url, client } = await openSharedClient();
  await loadData(url, SIZE);
  const recorder = openRecorder(url);
  await client.query('set random_page_cost = 1.1');
  afterAll(() => recorder.close());

  /** PostgreSQL's plan for a statement with these values, planned for them or for any. Only reads are executed. */
  async function planOf({ text, values }: Statement, kind: Kind): Promise<Plan[]> {
    const analyze = /^\s*(select|with)/i.test(text) && !/ for (no key )?update|insert into/i.test(text);
    await client.query(`set plan_cache_mode = 'force_${kind}_plan'; begin`);
    try {
      await client.query(`prepare explained as ${text}`);
      const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
      const { rows } = await client.query(
        `explain (format json, analyze ${analyze}) execute explained${given}`,
      );
      const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
      return nodesOf(plan);
    } finally {
      await client.query('rollback; deallocate all');
    }
  }

  /** The text of the first statement that a query makes. */
  async function textOf(query: (db: Database) => PromiseLike<unknown>): Promise<string> {
    let text = '';
    const { db, close } = createDatabase({
      url,
      applicationName: 'innkeep-tests',
      onStatement: (statement) => {
        text ||= statement;
      },
    });
    await Promise.resolve(query(db)).finally(close);
    return text;
  }

  return { recorder, planOf, textOf };
}
