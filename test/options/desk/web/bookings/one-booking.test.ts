/** What a member does on the page of one booking (docs/rules.md, 12.11, 21.12, 21.13 and 24). */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '../../../../../src/db/schema/bookings.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildListing, buildUnit, day } from '../../../../helpers/factories.ts';
import { expectPage, type Fields, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

/** A booking of four nights made through the API, and the path of its page. */
async function openBooking(more: object = {}, listing: Parameters<typeof openDesk>[1] = {}) {
  const desk = await openDesk(world, listing);
  const stay = { listing_id: desk.place.id, check_in: day(0), check_out: day(4), number_of_guests: 2 };
  const body = { ...stay, guest: { name: 'Bea Lind', phone: '+351 (21) 555-01' }, ...more };
  const { id } = await desk.client.data(desk.client.send('POST', '/bookings', body), 201);
  const path = `${desk.list}/${id}`;
  await desk.visitor.get(path);
  const read = () => desk.client.read(`/bookings/${id}`);
  return { ...desk, stay, id: id as string, path, read };
}
type Desk = Awaited<ReturnType<typeof openBooking>>;

const seenIn = (page: string): Fields =>
  Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(previewed|expected_total)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Sends a form for its preview, then as it was previewed. */
async function previewAndSave({ visitor }: Desk, url: string, fields: Fields) {
  const shown = await visitor.post(url, { ...fields, step: 'preview' });
  expectPage(shown, 200, 'What changes');
  const saved = await visitor.submit(url, { ...fields, ...seenIn(shown.body), step: 'save' });
  return { shown: shown.body, saved };
}

describe('the page of one booking', () => {
  test('guest, dates, what is due and the guest’s wish come before everything else', async () => {
    const { visitor, path } = await openBooking({ special_requests: 'A cot, please' });
    const { body } = await visitor.get(path);
    const order = ['Bea Lind</span>', 'Mon 2 Jun 2031', '€400.00', 'A cot, please', 'price-heading'];
    const places = order.map((text) => body.indexOf(text, body.indexOf('<h1>')));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(body).toContain('<a class="name" href="tel:+3512155501">+351 (21) 555-01</a>');
  });

  test('times are in the zone of the place, which is named only if it is not the team’s', async () => {
    const far = await openBooking({}, { timezone: 'Pacific/Auckland' });
    const { body } = await far.visitor.get(far.path);
    expect(body).toContain('from 15:00 (Pacific/Auckland)');
    expect(body).toMatch(/<dt>Booked<\/dt><dd><time[^>]*>5 May 2031, 22:00 \(Pacific\/Auckland\)</);
    const near = await openBooking();
    expect((await near.visitor.get(near.path)).body).not.toContain('(Europe/');
  });

  test('notes and references are saved in every status, and a value keeps its kind', async () => {
    const desk = await openBooking({ custom_fields: { floor: 3, late: true } });
    const { visitor, client, id, path, read } = desk;
    await client.cancel(id);
    const { body } = await visitor.get(path);
    expect(body).toContain('floor: 3\nlate: true</textarea>');
    const seen = /name="references_seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
    const fields = { external_reference: 'ERP-1', custom_fields: 'floor: 4\r\nflight: TP 931: late' };
    const url = `${path}/references`;
    const saved = await visitor.submit(url, { ...fields, references_seen: seen });
    expectPage(saved, 200, 'The references are saved.');
    expect(await read()).toMatchObject({
      external_reference: 'ERP-1',
      custom_fields: { floor: 4, flight: 'TP 931: late' },
    });
    const late = await visitor.post(url, { ...fields, references_seen: seen });
    expectPage(late, 422, 'Somebody has changed this meanwhile.');
    const wrong = await visitor.post(url, { external_reference: 'a b', custom_fields: 'nothing' });
    expectPage(wrong, 422, 'id="external_reference-error"');
    expect(wrong.body).toContain('Each line of the own fields needs a name and a value');
    for (const name of ['Big Name', '__proto__']) {
      const named = await visitor.post(url, { external_reference: '', custom_fields: `${name}: 1` });
      expectPage(named, 422, 'id="custom_fields-error"');
    }
    const notes = /name="seen" value="([^"]+)"/.exec((await visitor.get(path)).body)?.[1] ?? '';
    expectPage(await visitor.submit(`${path}/notes`, { notes: 'Kept key', seen: notes }), 200, 'are saved');
    expect(await read()).toMatchObject({ status: 'cancelled', notes: 'Kept key' });
  });
});

describe('to whom invoices are addressed', () => {
  const BILLING = { billing_name: 'Lind & Co', billing_address: 'Storgatan 1\r\n111 22 Stockholm' };
  const seenOn = (page: string) => ({
    billing_seen: /name="billing_seen" value="([^"]+)"/.exec(page)?.[1] ?? '',
  });
  const bodyOf = async ({ visitor, path }: Desk) => (await visitor.get(path)).body;

  test('the form shows what invoices say then, and on which, before it is saved', async () => {
    const desk = await openBooking();
    const { visitor, client, id, path, read } = desk;
    const url = `${path}/billing`;
    const seen = seenOn(await bodyOf(desk));
    const shown = await visitor.post(url, { ...BILLING, ...seen, step: 'preview' });
    expectPage(shown, 200, 'Invoices say then');
    expect(shown.body).toContain('<p class="name"><strong>Lind &#38; Co</strong></p>');
    expect(shown.body).toContain('Storgatan 1\n111 22 Stockholm</p>');
    const [invoice] = (await client.folio(id)).invoices;
    expect(shown.body).toContain(
      `Also on <a class="name" href="${path}/invoices/${invoice.id}">${invoice.number}</a>.`,
    );
    expect(await read()).toMatchObject({ billing_name: null, billing_address: null });
    expectPage(
      await visitor.submit(url, { ...BILLING, ...seen, step: 'save' }),
      200,
      'The billing is saved.',
    );
    expect(await read()).toMatchObject({ ...BILLING, billing_address: 'Storgatan 1\n111 22 Stockholm' });
    expect((await visitor.get(`${path}/invoices/${invoice.id}`)).body).toContain('Lind &#38; Co</p>');
  });

  test('an invoice that was issued to somebody by name keeps that, and the preview says so', async () => {
    const desk = await openBooking({ billing_name: 'Lind AB' });
    const seen = seenOn(await bodyOf(desk));
    const cleared = { billing_name: ' ', billing_address: '', step: 'preview' };
    const shown = await desk.visitor.post(`${desk.path}/billing`, { ...cleared, ...seen });
    expectPage(shown, 200, '<strong>Bea Lind</strong>');
    expect(shown.body).toContain('Not on those that were issued to somebody by name: <a');
    expect(shown.body).not.toContain('Also on');
  });

  test('it is saved once a booking is over, not over what somebody else wrote, and mistakes stand at their fields', async () => {
    const desk = await openBooking();
    const { visitor, client, id, path, read } = desk;
    const url = `${path}/billing`;
    await client.cancel(id);
    const seen = seenOn(await bodyOf(desk));
    expectPage(await visitor.submit(url, { ...BILLING, ...seen }), 200, 'The billing is saved.');
    expect(await read()).toMatchObject({ status: 'cancelled', billing_name: 'Lind & Co' });
    const late = await visitor.post(url, { ...BILLING, billing_name: 'Other', ...seen });
    expectPage(late, 422, 'Somebody has changed this meanwhile.');
    expect(seenOn(late.body)).toEqual(seenOn(await bodyOf(desk)));
    const long = { billing_name: 'x'.repeat(256), billing_address: 'x'.repeat(1_001), ...seen };
    for (const step of ['preview', 'save']) {
      const wrong = await visitor.post(url, { ...long, step });
      expectPage(wrong, 422, 'id="billing_name-error"');
      expect(wrong.body).toContain('id="billing_address-error"');
      expect(wrong.body).not.toContain('Invoices say then');
    }
  });
});

describe('another place', () => {
  test('a booking moves to another place after a preview, at the prices of that place', async () => {
    const desk = await openBooking();
    const { visitor, team, path, place, read } = desk;
    const hut = await buildListing(world, { teamId: team.id, publicTitle: 'The Hut', nightlyCents: 15_000 });
    const room = await buildUnit(world, { teamId: team.id, listingId: hut.id, name: 'Hut 1' });
    const page = (await visitor.get(`${path}/change`)).body;
    expect(page).toContain(`<option value="${hut.id}">The Hut</option>`);
    const stay = { check_in: day(0), check_out: day(4), adults: '2', children_ages: '', pets: '' };
    const own = /name="unit_id".*?<option value="([0-9a-f-]{36})"/s.exec(page)?.[1] ?? '';
    // The unit was chosen among those of the former place, so it is left out.
    const fields = { ...stay, listing_id: hut.id, unit_id: own, units_of: place.id };
    const { shown, saved } = await previewAndSave(desk, `${path}/change`, fields);
    expect(shown).toContain('<del>Sea Loft</del> <ins>The Hut</ins>');
    expect(shown).toContain(`<option value="${room.id}">Hut 1</option>`);
    expectPage(saved, 200, 'The booking is changed.');
    expect(saved.body).toMatch(/Place<\/span> Sea Loft → The Hut/);
    expect(await read()).toMatchObject({ listing_id: hut.id, unit: { id: room.id }, grand_total: 60_000 });
  });

  test('a move that is refused names what takes the nights, with a link', async () => {
    const desk = await openBooking();
    const { visitor, client, team, path, list, stay } = desk;
    const hut = await buildListing(world, { teamId: team.id, publicTitle: 'The Hut' });
    await buildUnit(world, { teamId: team.id, listingId: hut.id, name: 'Hut 1' });
    const other = {
      ...stay,
      listing_id: hut.id,
      check_in: day(3),
      check_out: day(6),
      guest: { name: 'Cai' },
    };
    const { id } = await client.data(client.send('POST', '/bookings', other), 201);
    const refused = await visitor.post(`${path}/change`, { listing_id: hut.id, step: 'preview' });
    expectPage(refused, 422, 'These take the nights:');
    expect(refused.body).toContain(`href="${list}/${id}"`);
    expect(refused.body).toMatch(/ Cai<\/a>, Hut 1, Thu 5 Jun 2031 to Sun 8 Jun 2031/);
  });
});

test('a new booking whose nights are taken names what takes them, with a link', async () => {
  const { client, visitor, list, place, stay } = await openBooking();
  const body = { ...stay, check_in: day(3), check_out: day(6), guest: { name: 'Cai' } };
  const { id } = await client.data(client.send('POST', '/bookings', body), 201);
  const query = `listing=${place.id}&check_in=${day(2)}&check_out=${day(5)}&adults=2`;
  const shown = await visitor.get(`${list}/new?${query}`);
  expectPage(shown, 200, 'These take the nights:');
  expect(shown.body).toContain(`href="${list}/${id}"`);
  const free = await visitor.get(`${list}/new?${query.replace(day(2), day(4))}`);
  expect(free.body).not.toContain('These take the nights:');
});

describe('a price by agreement', () => {
  test('what the nights cost is agreed after a preview, and given back to today’s prices', async () => {
    const desk = await openBooking();
    const { visitor, path, read } = desk;
    expectPage(await visitor.get(path), 200, `href="${path}/price"`);
    const url = `${path}/price`;
    const { body } = await visitor.get(url);
    expect(body.indexOf('value="nights"')).toBeLessThan(body.indexOf('value="total"'));
    const { shown } = await previewAndSave(desk, url, { agreed: 'nights', agreed_amount: '€ 350' });
    expect(shown).toContain('−€50.00');
    expect(await read()).toMatchObject({ price_agreed: 'nights', grand_total: 35_000 });
    expect((await visitor.get(url)).body).toContain('value="350.00"');
    const empty = await visitor.post(url, { agreed: 'nights', agreed_amount: '' });
    expectPage(empty, 422, '<p class="error" id="agreed_amount-error">Amount is required');
    await previewAndSave(desk, url, { agreed: 'rates', agreed_amount: '350.00' });
    expect(await read()).toMatchObject({ price_agreed: null, grand_total: 40_000 });
  });

  test('the whole price is agreed with its parts, which must add up', async () => {
    const desk = await openBooking();
    const url = `${desk.path}/price`;
    const parts = { agreed: 'total', agreed_amount: '300', fees_total: '20', taxes_total: '1,234' };
    expectPage(await desk.visitor.post(url, parts), 422, 'Taxes in it can be read in two ways.');
    expectPage(
      await desk.visitor.post(url, { ...parts, taxes_total: '290' }),
      422,
      'id="agreed_amount-error"',
    );
    await previewAndSave(desk, url, { ...parts, taxes_total: '30,50' });
    expect(await desk.read()).toMatchObject({
      price_agreed: 'total',
      grand_total: 30_000,
      accommodation_total: 24_950,
      taxes_total: 3_050,
    });
    const { body } = await desk.visitor.get(url);
    for (const value of ['300.00', '20.00', '30.50']) expect(body).toContain(`value="${value}"`);
  });

  test('lines by hand are added, changed and removed, and may lower the price, but not below 0', async () => {
    const desk = await openBooking();
    const url = `${desk.path}/price`;
    const half = await desk.visitor.post(url, { line_0_name: '', line_0_amount: '20' });
    expectPage(half, 422, '<p class="error" id="line_0_name-error">');
    const late = { line_0_name: 'Late check-out', line_0_amount: '20', line_0_taxable: 'lowering' };
    await previewAndSave(desk, url, late);
    const [line] = (await desk.read()).adjustments;
    expect(await desk.read()).toMatchObject({
      adjustments: [{ name: 'Late check-out', amount: 2_000, taxable: false }],
      grand_total: 42_000,
      price_agreed: null,
    });
    const kept = { ...late, line_0_id: line.id, line_0_taxable: 'no' };
    const goodwill = { line_1_name: 'Goodwill', line_1_amount: '−15,50', line_1_taxable: 'lowering' };
    await previewAndSave(desk, url, { ...kept, ...goodwill });
    expect(await desk.read()).toMatchObject({
      adjustments: [line, { name: 'Goodwill', amount: -1_550, taxable: true }],
      grand_total: 40_450,
    });
    const history = (await desk.visitor.get(desk.path)).body;
    expect(history).toMatch(
      /Lines by hand<\/span> Late check-out, €20\.00 → Late check-out, €20\.00; Goodwill, -€15\.50/,
    );
    const below = await desk.visitor.post(url, { ...kept, ...goodwill, line_1_amount: '-500' });
    expectPage(below, 422, '<p class="error" id="line_1_amount-error">');
    await previewAndSave(desk, url, { ...goodwill, line_0_name: '', line_0_amount: '' });
    expect((await desk.read()).adjustments).toMatchObject([{ name: 'Goodwill' }]);
    await previewAndSave(desk, url, { line_0_name: '', line_0_amount: '' });
    expect(await desk.read()).toMatchObject({ adjustments: [], grand_total: 40_000 });
  });
});

describe('corrections of payments', () => {
  const pay = async ({ client, id, path }: Desk, amount: number) => {
    await client.send('POST', `/bookings/${id}/payments`, { amount });
    const { payments } = await client.folio(id);
    const paid = payments.find((one: { status: string; amount: number }) => one.status === 'paid');
    return `${path}/payments/${paid.id}`;
  };

  test('a payment that was recorded by mistake is set back, and what is then owed is scheduled', async () => {
    const desk = await openBooking();
    const payment = await pay(desk, 40_000);
    expectPage(await desk.visitor.get(desk.path), 200, 'Not paid after all');
    expectPage(await desk.visitor.submit(payment, { status: 'scheduled' }), 200, 'are up to date');
    expect(await desk.client.folio(desk.id)).toMatchObject({ paid_total: 0, balance_due: 40_000 });
    const again = await pay(desk, 40_000);
    await desk.visitor.submit(again, { status: 'refunded', refunded_amount: '1' });
    expect((await desk.visitor.get(desk.path)).body).not.toContain('Not paid after all');
  });

  test('a payment is marked as paid with its day and how it came, and a wrong day stands at its field', async () => {
    const { visitor, client, id, path } = await openBooking();
    const [first] = (await client.folio(id)).payments;
    const url = `${path}/payments/${first.id}`;
    const wrong = await visitor.submit(url, { status: 'paid', step_paid_on: 'soon', step_method: 'cash' });
    expectPage(wrong, 422, 'id="step_paid_on-error">Paid on must be a date');
    const unknown = await visitor.submit(url, { status: 'paid', step_method: 'gold' });
    expectPage(unknown, 422, 'id="step_method-error">How must be one of');
    const nothing = await visitor.submit(`${path}/payments`, { payment_amount: '0' });
    expectPage(nothing, 422, 'id="payment_amount-error">Amount must be at least €0.01.');
    expect(wrong.body).toContain('<option value="cash" selected>');
    expect(wrong.body).not.toContain('id="paid_on-error"');
    const paid = { status: 'paid', step_paid_on: day(-400), step_method: 'cash' };
    expectPage(await visitor.submit(url, paid), 200, 'are up to date');
    const { payments } = await client.folio(id);
    expect(payments[0]).toMatchObject({ id: first.id, status: 'paid', method: 'cash' });
    expect(payments[0].paid_at.slice(0, 10)).toBe(day(-400));
  });

  test('each refund of a payment is listed with its amount, beside how the payment came', async () => {
    const desk = await openBooking();
    const payment = await pay(desk, 40_000);
    for (const refunded_amount of ['10', '25'])
      await desk.visitor.submit(payment, { status: 'refunded', refunded_amount });
    const { body } = await desk.visitor.get(desk.path);
    for (const amount of ['€10.00', '€25.00']) expect(body).toContain(`${amount} refunded`);
    expect(body).not.toContain('€35.00 refunded');
  });

  test('money comes first on the page, in one card each', async () => {
    const { visitor, path } = await openBooking({ adjustment: { name: 'Late check-out', amount: 2_000 } });
    const { body } = await visitor.get(path);
    const cards = [...body.matchAll(/<section class="card" id="(\w+)"/g)].map(([, id]) => id);
    expect(cards.slice(0, 5)).toEqual(['folio', 'price', 'lines', 'invoices', 'billing']);
    expect(body.split('id="lines"')[1]).toContain('Late check-out</span></span><span>€20.00');
  });

  test('a refund lowers the price by what is given back, in one write with one event each', async () => {
    const desk = await openBooking({ adjustment: { name: 'Late check-out', amount: 2_000 } });
    const { visitor, client, id } = desk;
    const payment = await pay(desk, 30_000);
    const before = (await client.read(`/bookings/${id}/events`)).length;
    await visitor.get(desk.path);
    const form = {
      form_token: visitor.formToken(),
      status: 'refunded',
      refunded_amount: '50',
      lower_price: 'on',
    };
    expectPage(await visitor.submit(payment, form), 200, 'are up to date');
    expectPage(await visitor.submit(payment, form), 200, 'sent twice');
    expect(await desk.read()).toMatchObject({
      adjustments: [
        { name: 'Late check-out', amount: 2_000 },
        { name: 'Goodwill', amount: -5_000, taxable: true },
      ],
      grand_total: 37_000,
    });
    const folio = await client.folio(id);
    expect(folio).toMatchObject({ paid_total: 25_000, balance_due: 12_000 });
    const scheduled = folio.payments.filter((one: { status: string }) => one.status === 'scheduled');
    expect(scheduled.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0)).toBe(12_000);
    const events = (await client.read(`/bookings/${id}/events`)).slice(before);
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'booking.folio_changed',
      'booking.changed',
    ]);
    const none = await visitor.post(payment, { status: 'refunded', refunded_amount: '', lower_price: 'on' });
    expectPage(none, 422, 'The refund needs an amount to lower the price by.');
    const most = await visitor.post(payment, {
      status: 'refunded',
      refunded_amount: '999',
      lower_price: 'on',
    });
    expectPage(most, 422, 'The refund must not be greater than €250.00.');
    expect(await desk.read()).toMatchObject({ grand_total: 37_000 });
  });

  test('a refused refund is shown at the field of its payment, open and with what was typed', async () => {
    const { visitor, client, id, path } = await openBooking();
    const { payments } = await client.folio(id);
    const payment = `${path}/payments/${payments[0].id}`;
    await visitor.submit(payment, { status: 'paid' });
    const other = payments[1].id;
    const tooMuch = { status: 'refunded', refunded_amount: '9000', lower_price: 'on' };
    const { body } = await visitor.post(payment, tooMuch);
    const [form = ''] = /<details class="more" open><summary>Refund<[\s\S]*?<\/details>/.exec(body) ?? [];
    expect(form).toContain(`action="${payment}"`);
    expect(form).toMatch(
      /id="refunded_amount"[\s\S]*value="9000"[\s\S]*aria-describedby="refunded_amount-error"/,
    );
    expect(form).toMatch(/id="refunded_amount-error">The refund must not be greater than/);
    expect(form).toContain(' checked>');
    expect(body).toContain('<a href="#refunded_amount">The refund must not be');
    // A step of another payment is refused there, and opens no form of something else.
    const step = await visitor.post(`${path}/payments/${other}`, { status: 'scheduled' });
    expectPage(step, 422, '<p class="error">');
    expect(step.body).not.toContain('class="more" open');
  });

  test('what cannot be undone says so before it is done: voiding an invoice, and the end of a deposit', async () => {
    const { visitor, client, id, path } = await openBooking({}, { securityDepositCents: 20_000 });
    await visitor.submit(`${path}/security-deposit`, { status: 'held' });
    const { body } = await visitor.get(path);
    const questions = [
      ...body.matchAll(
        /<summary>([^<]*)<\/summary><p class="help">([^<]*)<\/p>\s*<button[^>]*value="(\w+)"/g,
      ),
    ];
    expect(questions.map(([, summary, , status]) => [summary, status])).toEqual([
      ['Void', 'void'],
      ['Returned', 'returned'],
      ['Kept', 'kept'],
    ]);
    expect(questions.map(([, , lead]) => lead).join(' ')).toContain('You cannot undo this.');
    await visitor.submit(`${path}/security-deposit`, { status: 'kept' });
    expect(await client.folio(id)).toMatchObject({ security_deposit: { status: 'kept' } });
  });

  test('a refund that would lower the price below 0 refunds nothing, and a cancelled booking’s price stays', async () => {
    const desk = await openBooking();
    const { visitor, client, id } = desk;
    const payment = await pay(desk, 40_000);
    await client.data(
      client.send('PUT', `/bookings/${id}`, { adjustment: { name: 'Off', amount: -39_000 } }),
    );
    const form = { status: 'refunded', refunded_amount: '20', lower_price: 'on' };
    expectPage(await visitor.post(payment, form), 422, 'The refund must not bring the grand total below 0.');
    expect(await client.folio(id)).toMatchObject({ paid_total: 40_000, grand_total: 1_000 });
    await client.cancel(id);
    expect((await visitor.get(desk.path)).body).not.toContain('name="lower_price"');
    expectPage(await visitor.post(payment, form), 422, 'A cancelled booking can no longer be changed.');
    expect(await client.folio(id)).toMatchObject({ paid_total: 40_000 });
  });

  test('the 21st line by hand is refused at the refund that would add it', async () => {
    const adjustments = Array.from({ length: 20 }, (_, index) => ({ name: `Line ${index}`, amount: 1 }));
    const desk = await openBooking({ adjustments });
    const payment = await pay(desk, 10_000);
    const form = { status: 'refunded', refunded_amount: '20', lower_price: 'on' };
    const { body, statusCode } = await desk.visitor.post(payment, form);
    expect([statusCode, body]).toEqual([422, expect.stringContaining('id="refunded_amount-error"')]);
    expect(body).toContain('A booking can have 20 lines by hand');
    expect(await desk.client.folio(desk.id)).toMatchObject({ paid_total: 10_000 });
  });
});

describe('after departure', () => {
  const complete = ({ id }: Desk) =>
    world.db
      .update(bookings)
      .set({ status: 'completed', completedAt: world.clock.now() })
      .where(eq(bookings.id, id));

  test('a completed booking has its lines by hand amended, after a look at what changes', async () => {
    const desk = await openBooking();
    await complete(desk);
    expectPage(await desk.visitor.get(desk.path), 200, 'Extras, or lines by hand');
    const minibar = { line_0_name: 'Minibar', line_0_amount: '12,50', line_0_taxable: 'lowering' };
    const { saved } = await previewAndSave(desk, `${desk.path}/price`, minibar);
    expectPage(saved, 200, 'The price is changed.');
    expect(await desk.read()).toMatchObject({ status: 'completed', grand_total: 41_250 });
  });

  test('the fee of a cancelled booking is lowered, and no higher one is taken', async () => {
    const desk = await openBooking();
    await desk.client.data(desk.client.cancel(desk.id, { fee: 20_000 }));
    const url = `${desk.path}/price`;
    expectPage(await desk.visitor.get(url), 200, 'value="200.00"');
    const higher = await desk.visitor.post(url, { cancellation_fee: '201' });
    expectPage(higher, 422, 'Fee must not be greater than €200.00.');
    await previewAndSave(desk, url, { cancellation_fee: '150' });
    expect(await desk.read()).toMatchObject({ cancellation_fee: 15_000 });
  });
});
