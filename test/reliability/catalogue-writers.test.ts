/**
 * Every write to a table of the catalogue gives the team's catalogue a new version in its transaction. A trigger of
 * this test's database refuses the commit otherwise, whichever route, page or import writes.
 */
import { expect, test } from 'vitest';
import { nightsOfTeam } from '../../src/db/queries/catalogue/taken-nights.ts';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { TEST_NOW } from '../helpers/app.ts';
import { day } from '../helpers/factories.ts';
import { seed } from '../helpers/random.ts';
import { words } from '../helpers/words.ts';
import { REGISTERS } from '../registers/all.ts';
import { chanceOf } from './chance.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { openSweptApp } from './route-entries.ts';

/**
 * What every table is to a search: part of the catalogue that is kept in memory, read anew with each question, or
 * nothing. A new table of the core must be listed here. Those of options are nothing, because the core does not know them.
 */
const TABLES = {
  kept: words('discounts fees listings seasons taxes teams units'),
  readAnew: words('catalogue_versions day_overrides occupancies'),
  // Photos and texts are read for a page alone, coupons by a quote, and all others decide nothing about stays.
  none: [
    ...words(`
      access_listings audit_entries blocks bookings coupons event_counters factor_steps guests idempotency_records invitations invoice_counters invoices memberships payments people
      photos recovery_codes roles security_deposits sellable_days sessions sign_in_attempts site_booking_counts team_events team_locks token_uses tokens`),
    ...REGISTERS.filter(({ name }) => name !== 'core').flatMap(({ tables = {} }) => Object.keys(tables)),
  ],
};

const { world, entries, requestOf, visitor } = await openSweptApp();
const rows = async <Row extends Record<string, unknown>>(text: string) =>
  (await world.db.execute<Row>(text)).rows;

/** Refuses the commit of a write to a table unless the same transaction has drawn the team's version. */
const WATCH = `
  create table writes_seen (written text primary key);
  create function require_new_version() returns trigger language plpgsql as $$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
    team bigint := coalesce(changed ->> 'team_id', changed ->> 'id')::bigint;
  begin
    -- The time of a listing's last change is shown with the listing, and decides nothing.
    if tg_op = 'UPDATE' and to_jsonb(old) - 'updated_at' = to_jsonb(new) - 'updated_at' then return null; end if;
    if not exists (select from catalogue_versions where team_id = team and xmin = pg_current_xact_id()::xid) then
      raise exception 'A % of % has left the version of the catalogue as it was.', tg_op, tg_table_name;
    end if;
    insert into writes_seen values (lower(tg_op) || ' ' || tg_table_name) on conflict do nothing;
    return null;
  end $$;
  ${TABLES.kept
    .map(
      (table) => `create constraint trigger watch after insert or update or delete on ${table}
        deferrable initially deferred for each row execute function require_new_version();`,
    )
    .join('\n')}`;
await world.db.execute(WATCH);

test('every table is known to be kept, read anew or neither', async () => {
  const stored = await rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'writes_seen'`,
  );
  expect(stored.map(({ name }) => name).sort()).toEqual(Object.values(TABLES).flat().sort());
});

test('the statement that reads a catalogue reads the kept tables and those that are read anew, and no other', async () => {
  const values = { firstNight: day(0), endOfNights: day(1), firstDay: day(0), endOfDays: day(1) };
  const { statements } = await world.statements.during(() =>
    nightsOfTeam.readWithCatalogue(world.db, { ...values, teamId: 1, preparationDays: null, now: TEST_NOW }),
  );
  const read = new Set(
    statements
      .join(' ')
      .matchAll(/"([a-z_]+)"/g)
      .map(([, name]) => name),
  );
  const known = Object.values(TABLES).flat();
  expect(known.filter((name) => read.has(name)).sort()).toEqual([...TABLES.kept, ...TABLES.readAnew].sort());
});

test('no route, page or import writes to the catalogue under its earlier version', {
  timeout: 300_000,
}, async () => {
  const chance = chanceOf(seed);
  // An import makes the team, and its life goes through the API.
  const team = await openLivedInTeam(world, chance.letters(10));
  const caller = { token: team.tokens.token, owner: team.tokens.owner, member: team.member, visitor };
  for (const [route, { status }] of Object.entries(entries)) {
    if (route.startsWith('GET ')) continue;
    const answer = await world.app.inject(requestOf(route, caller, team.own));
    expect([route, answer.statusCode, answer.body]).toEqual([route, status, expect.any(String)]);
  }
  // Changes that no entry makes.
  const { client, own } = team;
  const { teamSlug: slug, listingSlug } = own;
  await client.data(client.send('PUT', '/team', { name: 'Renamed', reseating: 'on' }));
  await client.data(
    client.send('POST', '/fees', { code: 'late', name: 'Late', basis: 'stay', amount: 1 }),
    201,
  );
  await client.data(client.send('PUT', '/fees/late', { listings: [listingSlug] }));
  const tax = { code: 'late', name: 'Late', basis: 'stay', amount: 1 };
  const discount = { code: 'late', name: 'Late', kind: 'last_minute', days_before: 2, percent: 1 };
  for (const [kind, charge] of Object.entries({ taxes: tax, discounts: discount })) {
    await client.data(client.send('POST', `/${kind}`, charge), 201);
    await client.data(client.send('PUT', `/${kind}/late`, { name: 'Later' }));
  }
  const season = { name: 'Summer', start_date: day(60), end_date: day(90), nightly: 1 };
  for (const seasons of [[season], [{ ...season, nightly: 2 }], []])
    await client.data(client.send('PUT', `/listings/${own.listing}/rates`, { seasons }));
  const body = { kind: 'standalone', public_title: 'Gone', max_guests: 1, rates: { nightly: 1 } };
  const { id, slug: gone } = await client.data(client.send('POST', '/listings', body), 201);
  await client.data(client.send('PUT', '/fees/late', { listings: [gone] }));
  const unit = await client.data(client.send('POST', `/listings/${id}/units`, { name: 'Another' }), 201);
  expect((await client.send('DELETE', `/units/${unit.id}`)).status).toBe(204);
  expect((await client.send('DELETE', `/listings/${id}`)).status).toBe(204);
  const imported = await importTeamFile(world.services, {
    team: { slug, name: 'Renamed again' },
    fees: [{ code: 'late', name: 'Later' }],
    listings: [{ slug: listingSlug, headline: 'Renamed', units: [{ name: 'New' }] }],
  });
  expect(imported).toMatchObject({ ok: true });
  const seen = (await rows<{ written: string }>('select written from writes_seen')).map(
    ({ written }) => written,
  );
  const possible = TABLES.kept.flatMap((table) =>
    (table === 'teams' ? ['insert', 'update'] : ['insert', 'update', 'delete']).map(
      (verb) => `${verb} ${table}`,
    ),
  );
  expect(possible.filter((one) => !seen.includes(one))).toEqual([]);
});
