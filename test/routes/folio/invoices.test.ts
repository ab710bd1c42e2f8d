import { describe, expect, it } from 'vitest';
import { exportTeamFile } from '../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { buildListing, buildUnit, day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const DETAILS = {
  name: 'Harbour Stays Lda',
  address: 'Rua do Mar 1\n1100-001 Lisboa',
  tax_number: 'PT 500 100 200',
  footer: 'IBAN PT50 0000',
};
const setTeam = (inn: Inn, body: object) => inn.data(inn.send('PUT', '/team', body));

async function exportOf(inn: Inn): Promise<Json> {
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  await exportTeamFile(world.services, (await inn.read('/team')).slug, { secrets: false, write });
  return JSON.parse(text);
}

/** A booking's invoices as the team file has them, with the documents. */
async function issuedTo(inn: Inn, { id }: Json): Promise<Json[]> {
  const { bookings } = await exportOf(inn);
  return bookings.find((booking: Json) => booking.id === id).invoices;
}

describe('the numbers of invoices', () => {
  it('the prefix at the moment of issuing stands before the number, which counts on whatever stands before it', async () => {
    const inn = await openInn(world);
    const booking = await inn.book();
    const { id, confirmation_code: code } = booking;
    const numbers = async () => (await inn.folio(id)).invoices.map(({ number }: Json) => number);
    await setTeam(inn, { invoice_prefix: 'INV-2031/' });
    await inn.change(id, { check_out: day(5) });
    await setTeam(inn, { invoice_prefix: 'RÉ9' });
    await inn.change(id, { check_out: day(6) });
    await setTeam(inn, { invoice_prefix: null });
    await inn.change(id, { adjustment: { name: 'Late check-out', amount: 500 } });
    expect((await numbers()).toSorted()).toEqual(
      [`${code}-1`, `INV-2031/${code}-2`, `RÉ9${code}-3`, `${code}-4`].toSorted(),
    );
    await expectSound(world);
  });

  it.each([
    ['x'.repeat(20), 200, 'x'.repeat(20)],
    ['  é№\u{1F3E0}  ', 200, 'é№\u{1F3E0}'],
    ['', 200, null],
    ['x'.repeat(21), 422, null],
    ['a b', 422, null],
    ['a\u200Bb', 422, null],
    ['a\nb', 422, null],
    [7, 422, null],
  ])('a prefix has at most 20 visible characters: %j', async (invoice_prefix, status, stored) => {
    const inn = await openInn(world);
    const answer = await inn.send('PUT', '/team', { invoice_prefix });
    expect(answer.status).toBe(status);
    if (status === 422)
      expect(answer.body.errors).toEqual({
        invoice_prefix: ['The invoice prefix field must be at most 20 visible characters.'],
      });
    expect(await inn.read('/team')).toMatchObject({ invoice_prefix: stored });
  });
});

describe('the team as the seller', () => {
  it('details are merged key by key, and null once nothing is left', async () => {
    const inn = await openInn(world);
    expect(await inn.read('/team')).toMatchObject({ invoice_details: null });
    await setTeam(inn, { invoice_details: { name: DETAILS.name, footer: 'x'.repeat(2_000) } });
    await setTeam(inn, { invoice_details: { address: 'x'.repeat(500), footer: null } });
    expect(await inn.read('/team')).toMatchObject({
      invoice_details: { name: DETAILS.name, address: 'x'.repeat(500), tax_number: null, footer: null },
    });
    await setTeam(inn, { invoice_details: { name: null, address: '' } });
    expect(await inn.read('/team')).toMatchObject({ invoice_details: null });
    await setTeam(inn, { invoice_details: DETAILS });
    await setTeam(inn, { invoice_details: null });
    expect(await inn.read('/team')).toMatchObject({ invoice_details: null });
  });

  it.each([
    [{ name: 'x'.repeat(501) }, 'invoice_details.name'],
    [{ tax_number: 'x'.repeat(501) }, 'invoice_details.tax_number'],
    [{ address: 'x'.repeat(501) }, 'invoice_details.address'],
    [{ footer: 'x'.repeat(2_001) }, 'invoice_details.footer'],
    [[], 'invoice_details'],
  ])('a detail that is too long is refused: %#', async (invoice_details, field) => {
    const inn = await openInn(world);
    const { status, body } = await inn.send('PUT', '/team', { invoice_details });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe('to whom an invoice is addressed', () => {
  const BILLING = { billing_name: 'Lind & Co', billing_address: 'Storgatan 1\n111 22 Stockholm' };

  it('a booking takes a name and an address of several lines, which a change sets and clears', async () => {
    const inn = await openInn(world);
    expect(await inn.book()).toMatchObject({ billing_name: null, billing_address: null });
    const { id } = await inn.book({ check_in: day(10), check_out: day(12), ...BILLING });
    expect(await inn.read(`/bookings/${id}`)).toMatchObject(BILLING);
    await inn.change(id, { billing_name: 'Lind AB' });
    expect((await inn.change(id, { billing_address: '' })).body.data).toMatchObject({
      billing_name: 'Lind AB',
      billing_address: null,
    });
    const events = await inn.events(id);
    expect(events.slice(1).map(({ data }: Json) => data)).toEqual([
      { billing_name: ['Lind & Co', 'Lind AB'] },
      { billing_address: [BILLING.billing_address, null] },
    ]);
    const long = { billing_name: 'x'.repeat(256), billing_address: 'x'.repeat(1_001) };
    const refused = await inn.send('PUT', `/bookings/${id}`, long);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, Object.keys(long)]);
  });

  it('the billing of a booking that is over can be amended, but not changed', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book(BILLING);
    await inn.data(inn.cancel(id));
    const amend = (booking: string, body: object) => inn.send('POST', `/bookings/${booking}/amend`, body);
    const { updated_at, ...cancelled } = await inn.read(`/bookings/${id}`);
    expect(await inn.data(amend(id, { billing_name: 'Lind AB', billing_address: null }))).toMatchObject({
      ...cancelled,
      billing_name: 'Lind AB',
      billing_address: null,
    });
    const [last] = (await inn.events(id)).toReversed();
    expect(last.data).toEqual({
      billing_name: [BILLING.billing_name, 'Lind AB'],
      billing_address: [BILLING.billing_address, null],
    });
    const refused = await inn.change(id, { billing_name: 'Lind' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['status']]);
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({ billing_name: 'Lind AB' });
    const { id: lapsed } = await inn.book({ status: 'pending', expires_in: 30 });
    world.clock.set('2031-05-05T10:30:00Z');
    expect(await inn.data(amend(lapsed, BILLING))).toMatchObject({ status: 'cancelled', ...BILLING });
  });

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
});
