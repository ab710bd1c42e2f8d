/** A team's texts in the database, found by the database's own list of columns, so that new columns are included. */

import type { Database } from '../../src/db/client.ts';
import { words } from '../helpers/words.ts';

/** Texts by their column, such as `guests.email`. */
export type StoredTexts = Map<string, Set<string>>;

type Column = { table: string; column: string; type: string };

/** How to find a team's rows in tables without a team. Tables whose rows could be anybody's are left out. */
const ROWS_OF: Record<string, string | null> = {
  teams: 'row.id = $team',
  people: 'row.id in (select person_id from memberships where team_id = $team)',
  sessions: 'row.person_id in (select person_id from memberships where team_id = $team)',
  person_mails: `row.person_id in (select person_id from memberships where team_id = $team)
    or row.invitation_id in (select id from invitations where team_id = $team)`,
  sign_in_attempts: null,
};

/** Columns with times, numbers or a few fixed words, the same for every team. */
const WORDS = new Set(
  words(`
  teams.currency teams.timezone tokens.scope tokens.key_id listings.kind listings.status
  listings.property_type listings.currency listings.timezone listings.check_in_time
  listings.check_out_time listings.country listings.latitude listings.longitude fees.basis taxes.basis
  discounts.kind bookings.currency bookings.source bookings.status team_events.type
  team_events.actor_type webhooks.status calendar_feeds.source calendar_feeds.status calendar_feeds.wanted calendar_addresses.key_id webhooks.types webhooks.key_id webhooks.previous_key_id
  webhooks.replayed_at   webhook_deliveries.status webhook_deliveries.type payments.status invoices.status security_deposits.status
  listings.amenities bookings.price_agreed bookings.payment_plan invoices.kind invoices.series payments.method sellable_days.days
  mail_rules.kind mail_texts.kind mail_texts.language mails.kind mails.language mails.status mails.calendar_method
  person_mails.kind person_mails.status memberships.mail_kinds
  teams.invoice_numbering teams.site_bookings teams.site_cancellation teams.reseating listings.reseating`),
);

/** Columns that nothing fills in this team. */
const EMPTY = new Set(words('team_events.because mails.payment_ids'));

/** Every table, with its columns of texts, ids or JSON. An extension may bring views of its own. */
async function listColumns(
  db: Database,
): Promise<{ tables: string[]; columns: Column[]; ofTeam: Set<string> }> {
  // The views of information_schema would take ten times as long, for every digest.
  const { rows } = await db.execute<Column>(`
    select relname as table, attname as column, format_type(atttypid, null) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname, attnum`);
  const isText = ({ type }: Column) =>
    !/^(bigint|integer|smallint(\[\])?|boolean|date|timestamp.*)$/.test(type);
  return {
    tables: [...new Set(rows.map(({ table }) => table))],
    columns: rows.filter(isText),
    ofTeam: new Set(rows.filter(({ column }) => column === 'team_id').map(({ table }) => table)),
  };
}

function conditionOf(table: string, ofTeam: Set<string>, teamId: number): string | null {
  const condition = ofTeam.has(table) ? 'row.team_id = $team' : ROWS_OF[table];
  if (condition === undefined) throw new Error(`Whose are the rows of ${table}? Say so in ROWS_OF.`);
  return condition?.replaceAll('$team', String(teamId)) ?? null;
}

/**
 * All texts in a team's rows, by column. Throws if a table has no row of the team, or if a column without fixed words
 * has no text, because the team then could not show what happens to it.
 */
export async function storedTextsOf(db: Database, teamId: number): Promise<StoredTexts> {
  const { columns, ofTeam } = await listColumns(db);
  const texts: StoredTexts = new Map();
  for (const { table, column, type } of columns) {
    const condition = conditionOf(table, ofTeam, teamId);
    const name = `${table}.${column}`;
    if (condition === null || WORDS.has(name) || EMPTY.has(name)) continue;
    const { rows } = await db.execute<{ value: unknown }>(
      `select distinct to_jsonb(row.${column}) as value from ${table} row where ${condition} and row.${column} is not null`,
    );
    const found = new Set(rows.flatMap(({ value }) => leavesOf(value)));
    if (type === 'jsonb' || type === 'json') found.delete('');
    if (found.size === 0) throw new Error(`The team has nothing in ${name}: add it in lived-in-team.ts.`);
    texts.set(name, found);
  }
  return texts;
}

/** The texts inside a JSON value. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** The texts that only this team has. Columns without any are left out. */
export function onlyOf(texts: StoredTexts, others: readonly StoredTexts[]): StoredTexts {
  const theirs = new Set(others.flatMap((one) => [...one.values()].flatMap((values) => [...values])));
  const own = [...texts].map(([column, values]) => [column, values.difference(theirs)] as const);
  return new Map(own.filter(([, values]) => values.size > 0));
}

/**
 * A digest of a team's rows in each table, to detect changes. Uses of tokens are left out, because they are stored a
 * moment later, and so are the team's lock row and the version of its catalogue.
 */
export async function digestOf(db: Database, teamId: number): Promise<Record<string, string>> {
  const { tables, ofTeam } = await listColumns(db);
  const digests = tables.flatMap((table) => {
    if (['token_uses', 'team_locks', 'invoice_counters', 'catalogue_versions'].includes(table)) return [];
    const condition = conditionOf(table, ofTeam, teamId);
    const rows = `select md5(coalesce(string_agg(row::text, ';' order by row::text), '')) from ${table} row`;
    return condition === null ? [] : [`(${rows} where ${condition}) as ${table}`];
  });
  const { rows } = await db.execute<Record<string, string>>(`select ${digests.join(', ')}`);
  return rows[0] ?? {};
}
