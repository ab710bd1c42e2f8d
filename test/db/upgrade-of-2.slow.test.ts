/**
 * A database of version 2.0.0 with money in it, upgraded. Its rows are made by the service of today and written into the
 * tables of 2.0.0, by the columns that both know, and then brought to what 2.0.0 would have stored.
 */
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import type { TaxBasis } from '../../src/domain/vocabulary.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { clientOf, expectSound, type Json, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { copyRows, createDatabaseOfTwo } from './database-of-2.ts';

const world = await openSharedApp();

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
  await copyRows(world, old);
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

  await migrateDatabase(old.url);
  const upgraded = await openTestApp({ url: old.url });
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
    `select u.name, s.days::text from sellable_days s join units u on u.id = s.unit_id where u.team_id = $1 order by 1`,
    [inn.teamId],
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

const AMOUNT = { amount: 101, included: false };
const PERCENT = { percent: 7, included: false };
/** Taxes on each basis, and how many nights of the first two they count. */
const TAXES = {
  stay: { ...AMOUNT, cents: 101 },
  night: { ...AMOUNT, cents: 2 * 101 },
  guest: { ...AMOUNT, cents: 2 * 101 },
  guest_night: { ...AMOUNT, cents: 2 * 2 * 101 },
  pet: { ...AMOUNT, cents: 101 },
  pet_night: { ...AMOUNT, cents: 2 * 101 },
  percent: { ...PERCENT, cents: 350 },
  percent_guest_night: { ...PERCENT, cents: 2 * 2 * 350 },
} as const satisfies Record<TaxBasis, object>;

test('taxes of 2.0.0 lose the settings that did nothing with their basis, and no price changes', async () => {
  const inn = await openInn(world, { listing: { nightlyCents: 10_000, maxPets: 2 } });
  await inn.data(
    inn.send('POST', '/fees', { code: 'clean', name: 'Clean', basis: 'stay', amount: 5_000, taxable: true }),
    201,
  );
  for (const [basis, { cents: _, ...tax }] of Object.entries(TAXES))
    await inn.data(
      inn.send('POST', '/taxes', { code: basis.replaceAll('_', '-'), name: basis, basis, ...tax }),
      201,
    );
  // As 2.0.0 took them, on each basis alike.
  await world.db.execute(sql`update taxes set max_nights = 2, applies_to_accommodation = false
    where team_id = ${inn.teamId}`);
  await world.db.execute(sql`update catalogue_versions set version = gen_random_uuid()`);
  const quotesOf = ({ quote }: Json) =>
    Promise.all(
      [
        { check_in: day(0), check_out: day(4), guests: 2, pets: 1 },
        { check_in: day(0), check_out: day(1), guests: 1 },
      ].map(async (stay) => (await quote(inn.listing.id, stay)).body.data),
    );
  const [taxes, quotes] = [await inn.read('/taxes'), await quotesOf(inn)];
  const owed = quotes[0].price.price_breakdown.filter(({ type }: Json) => type === 'tax');
  expect(Object.fromEntries(owed.map(({ name, amount }: Json) => [name, amount]))).toEqual(
    Object.fromEntries(Object.entries(TAXES).map(([basis, { cents }]) => [basis, cents])),
  );

  const old = await createDatabaseOfTwo();
  await copyRows(world, old);
  const { rows } = await old.query(
    'select distinct max_nights, applies_to_accommodation from taxes where team_id = $1',
    [inn.teamId],
  );
  expect(rows).toEqual([{ max_nights: 2, applies_to_accommodation: false }]);
  await migrateDatabase(old.url);
  const upgraded = await openTestApp({ url: old.url });
  onTestFinished(() => upgraded.close());
  const now = clientOf(upgraded, inn.token);

  const countsNights = ['night', 'guest_night', 'pet_night', 'percent_guest_night'];
  expect(await now.read('/taxes')).toEqual(
    taxes.map((tax: Json) => ({
      ...tax,
      max_nights: countsNights.includes(tax.basis) ? 2 : null,
      applies_to: tax.basis === 'percent' ? ['fees'] : ['accommodation', 'fees'],
    })),
  );
  expect(await now.read('/fees')).toEqual(await inn.read('/fees'));
  expect(await quotesOf(now)).toEqual(quotes);
});
