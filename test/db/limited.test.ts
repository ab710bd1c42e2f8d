/** Views for callers who have only some of a team's listings (docs/rules.md, 27.36). */
import { expect, test } from 'vitest';
import { openSharedClient } from '../helpers/database.ts';
import { words } from '../helpers/words.ts';

const { client } = await openSharedClient();

/** Tables with nothing about listings, their bookings and guests. */
const OF_THE_WHOLE_TEAM = words(`
  access_listings audit_entries catalogue_versions event_counters failing_feed_notices idempotency_records invitations
  invoice_counters mail_rules mail_suppressions mail_texts memberships photo_files roles site_booking_counts team_locks
  teams token_uses tokens webhook_deliveries webhooks`);
/** They belong to people and to no team. */
const OF_PEOPLE = words('factor_steps people person_mails recovery_codes sessions sign_in_attempts');

const columnsOf = async (schema: string): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v') group by 1`,
    [schema],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
};

const tables = await columnsOf('public');
const views = await columnsOf('limited');

test('every table that has to do with listings has a view, and no other', () => {
  const others = new Set([...OF_THE_WHOLE_TEAM, ...OF_PEOPLE]);
  expect([...views.keys(), ...others].sort()).toEqual([...tables.keys(), 'told_events'].sort());
});

test('a view has the columns of its table', () => {
  for (const [name, columns] of views)
    expect({ name, columns: columns.toSorted() }).toEqual({
      name,
      columns: tables.get(name === 'told_events' ? 'team_events' : name)?.toSorted(),
    });
});

test('a statement that does not say which listings it may see fails', async () => {
  await client.query('begin');
  await client.query('set local search_path to limited, public');
  await expect(client.query('select from bookings')).rejects.toThrow(
    'unrecognized configuration parameter "innkeep.listings"',
  );
  await client.query('rollback');
});
