/** An invoice as a document, among the team's pages (docs/rules.md, 12.10). */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { invoices as invoicesTable } from '../../../../../src/db/schema/folio.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { type Json, openBuilding } from '../../../../helpers/bookings.ts';
import { day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';
import { textWithoutEntities } from '../../../../web/page-text.ts';

const world = await openSharedApp();

const DETAILS = {
  name: 'Harbour Stays Lda',
  address: 'Rua do Mar 1\n1100-001 Lisboa',
  tax_number: 'PT 500',
  footer: 'IBAN PT50',
};

/** A booking of four nights at 100.00 with a fee, a tax that is contained and one that is added. */
async function openBilled(more: object = {}) {
  const desk = await openDesk(world, { street: 'Cais 3', city: 'Porto', publicTitle: 'Sea <b>Loft</b>' });
  const { data, send } = desk.client;
  const vat = { name: 'VAT', basis: 'percent', percent: 6, included: true, applies_to: ['accommodation'] };
  await data(send('POST', '/taxes', { code: 'vat', ...vat }), 201);
  await data(
    send('POST', '/taxes', { code: 'city', name: 'City tax', basis: 'guest_night', amount: 200 }),
    201,
  );
  await data(send('POST', '/fees', { code: 'clean', name: 'Cleaning', basis: 'stay', amount: 5_000 }), 201);
  await data(send('PUT', '/team', { invoice_prefix: 'INV/', invoice_details: DETAILS }));
  const stay = { listing_id: desk.place.id, check_in: day(0), check_out: day(4), number_of_guests: 2 };
  const booking: Json = await data(
    send('POST', '/bookings', { ...stay, guest: { name: 'Bea Lind' }, ...more }),
    201,
  );
  const invoicesOf = async (): Promise<Json[]> => (await desk.client.folio(booking.id)).invoices;
  const read = async (index: number) => {
    const page = await desk.visitor.get(
      `${desk.list}/${booking.id}/invoices/${(await invoicesOf())[index].id}`,
    );
    expectPage(page, 200, 'Invoice');
    const [, sheet = ''] = /<article[^>]*>(.*)<\/article>/s.exec(page.body) ?? [];
    return textWithoutEntities(sheet.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
  };
  return { ...desk, booking, invoicesOf, read };
}

/** What is paid, due and credited is told as it is today. */
const withoutMoney = (sheet: string) =>
  sheet.replaceAll(/(Credited|Paid|Due) (\([^)]*\) )?-?€[\d.,]+\s*/g, '');

const BILLING = { billing_name: 'Lind & Co', billing_address: 'Storgatan 1\n111 22 Stockholm' };

describe('an invoice as a document', () => {
  test('it shows seller, guest, place, stay, lines with taxes contained and added, sums by tax, paid and due', async () => {
    const { booking, invoicesOf, read, visitor, list } = await openBilled(BILLING);
    const [{ number, id }] = await invoicesOf();
    const sheet = await read(0);
    for (const part of [
      'Harbour Stays Lda Rua do Mar 1 1100-001 Lisboa Tax number: PT 500 Invoice',
      `Number INV/${booking.confirmation_code}-1 Date 5 May 2031`,
      'To Lind & Co Storgatan 1 111 22 Stockholm',
      'Stay Sea <b>Loft</b> Cais 3, Porto 2 Jun 2031 to 6 Jun 2031, 4 nights, 2 guests',
      'Nights 4 nights €400.00',
      'Cleaning 1 stay × €50.00 €50.00',
      'City tax Tax, added 8 guest nights × €2.00 €16.00',
      'VAT Tax, contained in the lines above 6% of',
      'contained Total €466.00',
      'Amount of this invoice €466.00 Paid €0.00 Due €466.00',
      'City tax added €16.00',
      'VAT 6% contained €377.36 €22.64 €400.00',
      'This invoice €427.36 €38.64 €466.00',
      'Currency EUR',
      'IBAN PT50',
    ])
      expect(sheet).toContain(part);
    expect(sheet).not.toContain('Invoiced before');
    const { body } = await visitor.get(`${list}/${booking.id}`);
    expect(body).toContain(`<a class="name" href="${list}/${booking.id}/invoices/${id}">${number}</a>`);
    expect(body).toContain(`href="${list}/${booking.id}/invoices/${id}#print" aria-label="Print ${number}"`);
  });

  test('it is in the language that its booking has when it is issued, and stays so', async () => {
    const { booking, client, invoicesOf, visitor, list } = await openBilled();
    await client.data(client.send('PUT', '/team', { languages: ['en', 'de'] }));
    await client.data(client.change(booking.id, { language: 'de', check_out: day(5) }));
    await client.data(client.change(booking.id, { language: 'en' }));
    const [first, second] = await invoicesOf();
    const sheetOf = async ({ id }: Json) => {
      const { body } = await visitor.get(`${list}/${booking.id}/invoices/${id}`);
      const [sheet = ''] = /<article.*<\/article>/s.exec(body) ?? [];
      return sheet;
    };
    expect(await sheetOf(first)).toContain('<article class="card invoice" lang="en"');
    const german = await sheetOf(second);
    for (const part of [
      '<article class="card invoice" lang="de"',
      '<h1 id="invoice-heading">Rechnung</h1>',
      'Steuernummer: PT 500',
      '02.06.2031 bis 07.06.2031, 5 Nächte, 2 Gäste',
      '10 Übernachtungen × 2,00\u00a0€',
      '6\u00a0% von 500,00\u00a0€',
    ])
      expect(german).toContain(part);
    expect(german).not.toMatch(/\b(Invoice|Amount|contained|nights|Due)\b/);
  });

  test('one over less than its lines says what was invoiced before, and a void one says that it is void', async () => {
    const { booking, client, invoicesOf, read } = await openBilled();
    const [{ number }, path] = [(await invoicesOf())[0], `/bookings/${booking.id}`];
    const { payments } = await client.folio(booking.id);
    await client.data(client.send('PUT', `${path}/payments/${payments[0].id}`, { status: 'paid' }));
    const paid = `${path}/invoices/${(await invoicesOf())[0].id}`;
    await client.data(client.send('PUT', paid, { status: 'paid' }));
    expect(await read(0)).toContain('Status Paid');
    expect(await read(0)).toContain('Amount of this invoice €466.00 Paid €466.00 Due €0.00');
    world.clock.set('2031-05-05T10:01:00Z');
    await client.data(client.change(booking.id, { check_out: day(5) }));
    expect(await read(1)).toContain(
      `Total €570.00 Invoiced before (${number}) -€466.00 Amount of this invoice €104.00 Paid €0.00 Due €104.00`,
    );
    world.clock.set('2031-05-05T10:02:00Z');
    await client.data(client.change(booking.id, { check_out: day(6) }));
    const voided = await read(1);
    expect(voided).toContain('Status Void');
    expect(voided).toContain('Void. This invoice does not count: it was voided on 5 May 2031');
    expect(voided).not.toContain('Due');
    expect(await read(2)).toContain('Amount of this invoice €208.00');
  });

  test('without billing it is addressed to the booking’s, else to the guest, and after an erasure to nobody', async () => {
    const { booking, client, read } = await openBilled();
    expect(await read(0)).toContain('To Bea Lind Stay');
    await client.data(client.change(booking.id, { billing_name: 'Lind AB' }));
    expect(await read(0)).toContain('To Lind AB Stay');
    await client.data(client.cancel(booking.id));
    await client.data(client.send('POST', `/guests/${booking.guest_id}/erase`));
    expect(await read(0)).toContain('To Erased guest Stay');
  });

  test('once it is issued it keeps its addressee, the day and what it names, whatever changes', async () => {
    const { booking, client, invoicesOf, read, place } = await openBilled();
    const path = `/bookings/${booking.id}`;
    const issue = async (index: number) =>
      client.data(
        client.send('PUT', `${path}/invoices/${(await invoicesOf())[index].id}`, { status: 'issued' }),
      );
    await issue(0);
    world.clock.set('2031-05-05T10:01:00Z');
    await client.data(client.change(booking.id, { check_out: day(5) }));
    await issue(1);
    const sheets = async () => (await Promise.all([read(0), read(1)])).map(withoutMoney);
    const before = await sheets();
    expect(before[1]).toContain(`Invoiced before (INV/${booking.confirmation_code}-1)`);
    await client.data(client.send('PUT', `/guests/${booking.guest_id}`, { name: 'Somebody Else' }));
    await client.data(client.change(booking.id, { billing_name: 'Lind AB' }));
    await client.data(client.send('PUT', `/listings/${place.id}`, { timezone: 'Pacific/Kiritimati' }));
    world.clock.set('2031-05-05T10:02:00Z');
    await client.data(client.send('POST', `${path}/invoices/${(await invoicesOf())[0].id}/credit`), 201);
    expect(await sheets()).toEqual(before);
    const listed = async (range: string) =>
      (await client.read(`/invoices?booking_id=${booking.id}&kind=invoice&${range}`)).length;
    expect(await listed('issued_from=2031-05-05&issued_to=2031-05-05')).toBe(2);
    expect(await listed('issued_from=2031-05-06')).toBe(0);
    expect(await read(0)).toContain(
      `Amount of this invoice €466.00 Credited (INV/${booking.confirmation_code}-3) -€466.00 By tax`.replace(
        'By tax',
        'Sums by tax',
      ),
    );
    world.clock.set('2031-05-05T10:03:00Z');
    await client.data(client.send('POST', `${path}/invoices`), 201);
    // What is owed is asked for once.
    expect(await read(1)).toContain('Paid €0.00 Due €104.00');
    expect(await read(3)).toContain('Paid €0.00 Due €466.00');
    expect(await read(3)).toContain('To Lind AB Stay');
  });

  test('what is on no document before it is named apart', async () => {
    const { booking, client, invoicesOf, read } = await openBilled();
    const path = `/bookings/${booking.id}`;
    const put = async (index: number, status: string) =>
      client.data(client.send('PUT', `${path}/invoices/${(await invoicesOf())[index].id}`, { status }));
    await put(0, 'paid');
    world.clock.set('2031-05-05T10:01:00Z');
    await client.data(client.change(booking.id, { check_out: day(5) }));
    world.clock.set('2031-05-05T10:02:00Z');
    await client.data(client.send('POST', `${path}/invoices/${(await invoicesOf())[0].id}/credit`), 201);
    await put(1, 'void');
    world.clock.set('2031-05-05T10:03:00Z');
    await client.data(client.send('POST', `${path}/invoices`), 201);
    const [{ number: first }, , { number: note }] = await invoicesOf();
    const anew = await read(3);
    expect(anew).toContain('Total €570.00 Amount of this invoice €570.00 Paid €0.00 Due €570.00');
    expect(anew).not.toContain(first);
    expect(anew).not.toContain(note);
  });

  test('one that keeps nothing shows what the booking, its place and its team say today', async () => {
    const { booking, client, invoicesOf, read } = await openBilled(BILLING);
    const [{ id }] = await invoicesOf();
    await world.db.update(invoicesTable).set({ document: null }).where(eq(invoicesTable.id, id));
    await client.data(client.send('PUT', '/team', { invoice_details: { name: 'Other' } }));
    await client.data(client.change(booking.id, { billing_name: 'Lind AB' }));
    const sheet = await read(0);
    expect(sheet).toContain('Other Rua do Mar 1');
    expect(sheet).toContain('To Lind AB Storgatan 1');
  });

  test('one that was wrongly addressed is credited and issued anew in two clicks', async () => {
    const { visitor, list, booking, client, invoicesOf, read } = await openBilled(BILLING);
    const [first] = await invoicesOf();
    const path = `${list}/${booking.id}`;
    await client.data(client.send('PUT', `/bookings/${booking.id}/invoices/${first.id}`, { status: 'paid' }));
    await client.data(client.change(booking.id, { billing_name: 'Lind AB' }));
    expect((await visitor.get(path)).body).not.toContain('Issue what is missing');
    await visitor.post(`${path}/invoices/${first.id}`, { status: 'credit' });
    expect((await visitor.get(path)).body).toContain('Issue what is missing');
    await visitor.post(`${path}/invoices`, {});
    const code = `INV/${booking.confirmation_code}`;
    const page = await visitor.get(`${path}/invoices/${(await invoicesOf())[1].id}`);
    for (const part of ['Credit note', 'Corrects', `${code}-1`, 'Storgatan 1', '€466.00'])
      expect(page.body).toContain(part);
    expect(page.body).not.toContain('Lind AB');
    expect(await read(2)).toContain('To Lind AB Storgatan 1');
    expect((await visitor.get(path)).body).not.toContain('Issue what is missing');
  });

  test('a credit note says what it takes back, of which invoice and day, and its tax by rate', async () => {
    const { visitor, list, booking, client, invoicesOf } = await openBilled(BILLING);
    const [first] = await invoicesOf();
    await client.data(
      client.send('PUT', `/bookings/${booking.id}/invoices/${first.id}`, { status: 'issued' }),
    );
    const path = `${list}/${booking.id}`;
    await visitor.post(`${path}/invoices/${first.id}`, { status: 'anew' });
    const [, credit, anew] = await invoicesOf();
    expect([credit.amount, anew.amount, anew.status]).toEqual([-46_600, 46_600, 'open']);
    const page = await visitor.get(`${path}/invoices/${credit.id}`);
    const text = textWithoutEntities(page.body.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
    for (const part of [
      `Corrects ${first.number} of`,
      `Taken back of invoice ${first.number} of`,
      'VAT 6% contained -€377.36 -€22.64 -€400.00',
      'This credit note -€427.36 -€38.64 -€466.00',
      'no legal invoice',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Invoiced before');
  });

  test('a draft says that it is none yet, and what it will say if it is issued now; then it has the team’s title', async () => {
    const { client, booking, invoicesOf, read, visitor, list } = await openBilled();
    const numbering = { invoice_numbering: 'consecutive', invoice_prefix: 'F{year}/' };
    await client.data(client.send('PUT', '/team', { ...numbering, invoice_details: { title: 'Fatura' } }));
    await client.data(client.change(booking.id, { check_out: day(5), billing_name: 'Lind AB' }));
    const draft = (await invoicesOf()).findIndex(({ number }) => number === null);
    const path = `${list}/${booking.id}`;
    const address = `${path}/invoices/${(await invoicesOf())[draft].id}`;
    const page = (await visitor.get(address)).body;
    for (const part of ['Draft.', 'Fatura', 'Lind AB']) expect(page).toContain(part);
    expect((await visitor.get(path)).body).toContain('>Draft</a>');
    expect((await visitor.get(path)).body).toContain('Issue this invoice');
    expect((await visitor.get(path)).body).toContain('>Not issued</span>');
    await visitor.post(address, { status: 'issued' });
    expect((await visitor.get(path)).body).not.toContain('>Not issued</span>');
    const issued = (await invoicesOf()).findIndex(({ status }) => status === 'issued');
    expect(await read(issued)).toMatch(/Fatura Number F2031\/1 Date /);
    expect(await read(issued)).not.toContain('Draft');
  });

  test('a kind of room is named with its building', async () => {
    const inn = await openBuilding(world, { 'Double room': ['1'] });
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { public_title: 'Haus Nord' }));
    const { id } = await inn.book({ listing_id: inn.unitTypes[0]?.id });
    const [stored] = await world.db
      .select({ document: invoicesTable.document })
      .from(invoicesTable)
      .where(eq(invoicesTable.bookingId, id));
    expect(stored?.document?.place).toMatchObject({ title: 'Double room', building: 'Haus Nord' });
  });

  test('an invoice of another booking is an unknown page', async () => {
    const { visitor, list, booking, invoicesOf } = await openBilled();
    const other = await openBilled();
    const [{ id }] = await other.invoicesOf();
    expect((await visitor.get(`${list}/${booking.id}/invoices/${id}`)).statusCode).toBe(404);
    expect((await visitor.get(`${list}/${booking.id}/invoices/1`)).statusCode).toBe(404);
    expect(await invoicesOf()).toHaveLength(1);
  });
});
