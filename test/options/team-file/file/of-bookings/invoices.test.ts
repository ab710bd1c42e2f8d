/** What invoices were issued with, as team files have it. */
import { expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../../helpers/bookings.ts';
import { buildListing, buildUnit, day } from '../../../../helpers/factories.ts';
import { exportOf as exportTeam } from './export-of.ts';

const world = await openSharedApp();

const DETAILS = {
  name: 'Harbour Stays Lda',
  address: 'Rua do Mar 1\n1100-001 Lisboa',
  tax_number: 'PT 500 100 200',
  footer: 'IBAN PT50 0000',
};
const BILLING = { billing_name: 'Lind & Co', billing_address: 'Storgatan 1\n111 22 Stockholm' };
const setTeam = (inn: Inn, body: object) => inn.data(inn.send('PUT', '/team', body));
const exportOf = async ({ read }: Inn): Promise<Json> => exportTeam(world, (await read('/team')).slug, false);

/** A booking's invoices as the team file has them, with the documents. */
async function issuedTo(inn: Inn, { id }: Json): Promise<Json[]> {
  const { bookings } = await exportOf(inn);
  return bookings.find((booking: Json) => booking.id === id).invoices;
}

it('an invoice keeps the lines, place, dates and addresses that it was issued with', async () => {
  const inn = await openInn(world, {
    listing: { publicTitle: 'Sea Loft', street: 'Cais 3', city: 'Porto' },
  });
  await setTeam(inn, { invoice_details: DETAILS });
  const booking = await inn.book(BILLING);
  await setTeam(inn, { name: 'Other', invoice_details: { footer: null, name: null } });
  await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { public_title: 'Sea Nest' }));
  await inn.change(booking.id, { billing_name: 'Lind AB', check_out: day(5) });
  const [first, second] = await issuedTo(inn, booking);
  expect(first).toMatchObject({
    status: 'void',
    document: {
      seller: DETAILS,
      ...BILLING,
      place: {
        title: 'Sea Loft',
        street: 'Cais 3',
        postcode: null,
        city: 'Porto',
        state: null,
        country: null,
      },
      check_in: booking.check_in,
      check_out: booking.check_out,
      number_of_guests: booking.number_of_guests,
    },
  });
  const amounts = (invoice: Json) => invoice.document.lines.map(({ amount }: Json) => amount);
  expect([amounts(first), amounts(second)]).toEqual([[first.amount], [second.amount]]);
  expect(second).toMatchObject({
    status: 'open',
    document: {
      seller: { ...DETAILS, name: 'Other', footer: null },
      billing_name: 'Lind AB',
      billing_address: BILLING.billing_address,
      place: { title: 'Sea Nest' },
      check_out: day(5),
    },
  });
  const { invoices } = await inn.folio(booking.id);
  const fields = 'id kind number amount status issued_at voided_at corrects';
  expect(Object.keys(invoices[0])).toEqual(fields.split(' '));
});

it('a booking that moves to another place has that one in its next invoice, and no change of the price issues none', async () => {
  const inn = await openInn(world, { listing: { publicTitle: 'Sea Loft' } });
  const other = await buildListing(world, {
    teamId: inn.teamId,
    publicTitle: 'Barn',
    nightlyCents: 20_000,
  });
  await buildUnit(world, { teamId: inn.teamId, listingId: other.id, name: 'A' });
  const booking = await inn.book();
  await inn.change(booking.id, { billing_name: 'Lind AB' });
  await inn.change(booking.id, { listing_id: other.id });
  const titles = (await issuedTo(inn, booking)).map(({ document }) => document.place.title);
  expect(titles).toEqual(['Sea Loft', 'Barn']);
});

it('an older file without documents keeps the stored ones, and null clears one', async () => {
  const inn = await openInn(world);
  const booking = await inn.book(BILLING);
  const file = await exportOf(inn);
  const [{ invoices }] = file.bookings;
  const [{ document }] = invoices;
  delete invoices[0].document;
  await importTeamFile(world.services, file);
  expect((await issuedTo(inn, booking))[0]).toMatchObject({ document });
  invoices[0].document = null;
  await importTeamFile(world.services, file);
  expect((await issuedTo(inn, booking))[0]).toMatchObject({ document: null });
});

it('an erasure clears billing in bookings, invoices, events and stored answers, and an older file does not bring it back', async () => {
  const inn = await openInn(world);
  const { body } = await inn.tryBook(
    { billing_name: 'Vbnmqt AB', billing_address: 'Vbnmqt 1' },
    { 'idempotency-key': 'billed' },
  );
  const booking = body.data;
  await inn.change(booking.id, { billing_name: 'Vbnmqt Ltd' });
  const before = await exportOf(inn);
  await inn.cancel(booking.id);
  expect((await inn.send('POST', `/guests/${booking.guest_id}/erase`)).status).toBe(200);
  const erased = JSON.stringify(await exportOf(inn));
  expect(erased).not.toContain('Vbnmqt');
  expect((await issuedTo(inn, booking))[0]).toMatchObject({
    document: { billing_name: null, billing_address: null, lines: [{ amount: booking.grand_total }] },
  });
  expect((await inn.tryBook({}, { 'idempotency-key': 'billed' })).status).toBe(409);
  await importTeamFile(world.services, before);
  expect(JSON.stringify((await exportOf(inn)).bookings)).not.toContain('Vbnmqt');
});
