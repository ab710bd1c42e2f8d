/**
 * A database of version 2.0.0 with money in it, upgraded. Its rows are made by the service of today and written into the
 * tables of 2.0.0, by the columns that both know, and then brought to what 2.0.0 would have stored.
 */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { clientOf, expectSound, type Json, openInn } from '../helpers/bookings.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';
import { day } from '../helpers/factories.ts';

const world = await openSharedApp();
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** The first migration after those of 2.0.0. */
const FIRST_SINCE = '0047_mail_refusals';

/** A database with the tables of 2.0.0. */
async function createDatabaseOfTwo(): Promise<pg.Client> {
  const adminUrl = inject('adminUrl');
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
  const url = databaseUrl(adminUrl, name);
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const end = entries.findIndex(({ tag }: Json) => tag === FIRST_SINCE);
  expect(end).toBeGreaterThan(0);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, end) }));
  await migrateDatabase(url, folder);
  await rm(folder, { recursive: true });
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await withClient(adminUrl, (admin) => dropDatabase(admin, name));
  });
  return Object.assign(client, { url });
}

/** Writes all rows of the world into the older tables, without the columns and tables that these lack. */
async function copyRows(to: pg.Client): Promise<void> {
  const columns = `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' group by 1`;
  const { rows: tables } = await to.query<{ name: string; columns: string[] }>(columns);
  const { rows: known } = await world.db.execute<{ name: string; columns: string[] }>(columns);
  const left = new Map(tables.map((table) => [table.name, table.columns]));
  // A table whose rows point at rows of a table that is still empty is written in a later round.
  for (let round = 0; left.size > 0; round += 1) {
    if (round > tables.length) throw new Error(`Rows of ${[...left.keys()].join(', ')} were refused.`);
    for (const [name, older] of left) {
      const shared = known.find((table) => table.name === name)?.columns.filter((one) => older.includes(one));
      const list = (shared ?? []).map((column) => `"${column}"`).join(', ');
      const isWritten = list === '' || (await copyTable(to, name, list));
      if (isWritten) left.delete(name);
    }
  }
}

/** Returns false if rows point at rows that are not written yet. */
async function copyTable(to: pg.Client, name: string, list: string): Promise<boolean> {
  const { rows } = await world.db.execute<{ rows: unknown }>(
    `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from (select ${list} from "${name}") t`,
  );
  const insert = `insert into "${name}" (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::"${name}", $1::jsonb)`;
  return to.query(insert, [JSON.stringify(rows[0]?.rows)]).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '23503') return false;
      throw error;
    },
  );
}

test('money of 2.0.0 stays field by field, and follows the rules of today from the next change on', async () => {
  const inn = await openInn(world, {
    listing: { nightlyCents: 10_000 },
    units: ['A', 'B', 'C', 'D', 'E', 'F'],
  });
  const { data, send, folio } = inn;
  const vat = { name: 'VAT', basis: 'percent', percent: 10, included: false };
  await data(send('POST', '/taxes', { code: 'vat', ...vat }), 201);
  await data(send('POST', '/taxes', { code: 'city', name: 'City', basis: 'guest_night', amount: 100 }), 201);
  const archived = await data(
    send('POST', '/listings', { ...(await newListing()), public_title: 'Gone' }),
    201,
  );
  await data(send('POST', `/listings/${archived.id}/units`, { name: 'X' }), 201);
  await data(send('PUT', `/listings/${archived.id}`, { status: 'archived' }));
  const refunded = await inn.book();
  const [payment] = (await folio(refunded.id)).payments;
  const payments = `/bookings/${refunded.id}/payments/${payment.id}`;
  await data(send('PUT', payments, { status: 'paid', reference: 'pay-1' }));
  await data(send('PUT', payments, { status: 'refunded', refunded_amount: 5_000 }));
  const adjusted = await inn.book({ adjustment: { name: 'Late', amount: 2_000 } });
  const open = await inn.book();
  const paid = await inn.book();
  const [invoice] = (await folio(paid.id)).invoices;
  await data(send('PUT', `/bookings/${paid.id}/invoices/${invoice.id}`, { status: 'paid' }));
  const cancelled = await inn.book();
  await data(inn.cancel(cancelled.id, { fee: 10_000 }));
  const pending = await inn.book({ status: 'pending' });

  const old = await createDatabaseOfTwo();
  await copyRows(old);
  // What 2.0.0 had otherwise: one line by hand, no debt and no document of a fee, an invoice of a pending booking, and
  // settings of taxes that did nothing.
  await old.query(`update bookings set adjustment = '{"name": "Late", "amountCents": 2000}' where id = $1`, [
    adjusted.id,
  ]);
  await old.query(`delete from payments where booking_id = $1 and status = 'scheduled'`, [cancelled.id]);
  await old.query(`delete from invoices where booking_id = $1 and status <> 'void'`, [cancelled.id]);
  await old.query(
    `insert into invoices (team_id, id, booking_id, number, amount_cents, status, issued_at)
      values ($1, gen_random_uuid(), $2, $3, $4, 'open', now())`,
    [inn.teamId, pending.id, `${pending.confirmation_code}-1`, pending.grand_total],
  );
  await old.query(`update taxes set max_nights = 3 where code = 'vat'`);
  await old.query(
    `update taxes set applies_to_accommodation = true, applies_to_fees = false where code = 'city'`,
  );

  const { url } = old as pg.Client & { url: string };
  await migrateDatabase(url);
  const upgraded = await openTestApp({ url });
  onTestFinished(() => upgraded.close());
  const now = clientOf(upgraded, inn.token);

  const before = async (id: string) => ({
    booking: await inn.read(`/bookings/${id}`),
    folio: await folio(id),
  });
  const after = async (id: string) => ({
    booking: await now.read(`/bookings/${id}`),
    folio: await now.folio(id),
  });
  // The same fields, save the ids that the upgrade has made.
  for (const { id } of [open, paid]) expect(await after(id)).toEqual(await before(id));
  const refund = await after(refunded.id);
  expect(refund.folio).toEqual({
    ...(await folio(refunded.id)),
    payments: refund.folio.payments,
  });
  const [stored] = refund.folio.payments;
  expect(stored).toMatchObject({ id: payment.id, refunded_amount: 5_000, reference: 'pay-1', method: null });
  expect(stored.refunds).toEqual([
    { id: expect.any(String), amount: 5_000, refunded_at: stored.refunded_at, reference: null },
  ]);
  const hand = await after(adjusted.id);
  expect(hand.booking.adjustment).toEqual({ name: 'Late', amount: 2_000 });
  expect(hand.booking.adjustments).toEqual([
    { id: expect.any(String), name: 'Late', amount: 2_000, taxable: false },
  ]);
  expect(hand.folio).toEqual(await folio(adjusted.id));
  // A fee of before the upgrade is not owed, and its invoices stay.
  const fee = (await after(cancelled.id)).folio;
  expect(fee).toMatchObject({ cancellation_fee: 10_000, balance_due: 0 });
  expect(fee.payments.map(({ status }: Json) => status)).toEqual(['cancelled']);
  expect(fee.invoices).toMatchObject([{ kind: 'invoice', status: 'void', corrects: [] }]);
  const early = (await after(pending.id)).folio;
  expect(early).toMatchObject({ invoices: [{ status: 'open', kind: 'invoice' }] });
  const taxes = Object.fromEntries((await now.read('/taxes')).map((tax: Json) => [tax.code, tax]));
  expect(taxes.vat).toMatchObject({ percent: 10, max_nights: null, exempt_from_nights: null });
  expect(taxes.city).toMatchObject({ amount: 100, applies_to: ['accommodation', 'fees'] });
  expect(await now.read('/team')).toEqual(await inn.read('/team'));
  expect(await now.read('/team')).toMatchObject({ invoice_numbering: 'booking', invoice_next_number: 1 });
  const { rows } = await old.query(
    `select u.name, s.days::text from sellable_days s join units u on u.id = s.unit_id order by 1`,
  );
  expect(rows.find(({ name }) => name === 'X')).toEqual({ name: 'X', days: '{}' });
  expect(rows.filter(({ days }) => days !== '{}')).toHaveLength(6);

  // From the next change on, the invoices follow the rules of today.
  await now.data(now.change(paid.id, { check_out: day(3) }));
  expect((await now.folio(paid.id)).invoices).toMatchObject([
    { number: invoice.number, status: 'paid' },
    { kind: 'credit_note', corrects: [invoice.id] },
  ]);
  await now.data(now.change(open.id, { check_out: day(3) }));
  expect((await now.folio(open.id)).invoices.map(({ status }: Json) => status)).toEqual(['void', 'open']);
  await expectSound(upgraded);

  async function newListing(): Promise<object> {
    const { title, public_title, max_guests } = await inn.read(`/listings/${inn.listing.id}`);
    return { slug: 'gone', kind: 'standalone', title, public_title, max_guests, rates: { nightly: 10_000 } };
  }
});
