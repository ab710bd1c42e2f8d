/** Changing and cancelling a booking on its pages, and its payments (docs/rules.md, 9 to 12). */
import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildCoupon, buildListing, buildUnit, day } from '../../../../helpers/factories.ts';
import { expectPage, type Fields, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();
const POLICY = {
  name: 'Half until a week before',
  graceHours: 0,
  graceDaysBefore: 0,
  tiers: [{ daysBefore: 7, refundPpm: 500_000 }],
};

/** A booking of four nights made through the API, and the paths of its pages. */
async function openBooking(listing: Parameters<typeof openDesk>[1] = {}, more: object = {}) {
  const desk = await openDesk(world, listing);
  const body = {
    listing_id: desk.place.id,
    check_in: day(0),
    check_out: day(4),
    number_of_guests: 2,
    guest: { name: 'Bea Lind' },
    ...more,
  };
  const { id } = await desk.client.data(desk.client.send('POST', '/bookings', body), 201);
  const path = `${desk.list}/${id}`;
  await desk.visitor.get(path);
  return { ...desk, id: id as string, path };
}

/** The hidden fields of a preview, which say what its sender has seen. */
const seenIn = (page: string): Fields =>
  Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(previewed|expected_total)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

describe('a change at the front desk', () => {
  const fields = { check_in: day(1), check_out: day(7), number_of_guests: '3' };

  test('a change at the front desk is first previewed, and then saved as it was previewed', async () => {
    const { visitor, client, id, path } = await openBooking();
    expectPage(await visitor.get(`${path}/change`), 200, `value="${day(0)}"`);
    const shown = await visitor.post(`${path}/change`, { ...fields, step: 'preview' });
    expectPage(shown, 200, 'What changes');
    for (const text of ['+€200.00', 'Change it for €600.00', '6 nights']) expect(shown.body).toContain(text);
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ check_in: day(0), grand_total: 40_000 });
    const saved = await visitor.submit(`${path}/change`, { ...fields, ...seenIn(shown.body), step: 'save' });
    expectPage(saved, 200, 'The booking is changed.');
    expect(await client.read(`/bookings/${id}`)).toMatchObject({
      check_in: day(1),
      check_out: day(7),
      number_of_guests: 3,
      grand_total: 60_000,
    });
  });

  test('a change at the front desk is never saved without its own preview, nor for another price', async () => {
    const { visitor, client, id, path, place } = await openBooking();
    expectPage(await visitor.post(`${path}/change`, { ...fields, step: 'save' }), 200, 'What changes');
    const shown = await visitor.post(`${path}/change`, { ...fields, step: 'preview' });
    const seen = seenIn(shown.body);
    const other = { ...fields, ...seen, check_out: day(8), step: 'save' };
    expectPage(await visitor.post(`${path}/change`, other), 200, 'Change it for €700.00');
    await client.send('PUT', `/listings/${place.id}/rates`, { rates: { nightly: 11_000 } });
    const late = await visitor.post(`${path}/change`, { ...fields, ...seen, step: 'save' });
    expectPage(late, 409, 'The price has changed meanwhile.');
    expect(late.body).toContain('Change it for €660.00');
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ check_out: day(4), grand_total: 40_000 });
    expectPage(
      await visitor.submit(`${path}/change`, { ...fields, ...seenIn(late.body), step: 'save' }),
      200,
      'The booking is changed.',
    );
  });

  test('a change at the front desk is shown again if the stay was changed since its preview', async () => {
    const { visitor, client, id, path } = await openBooking();
    const longer = { check_in: day(0), check_out: day(6), number_of_guests: '2' };
    const shown = await visitor.post(`${path}/change`, { ...longer, step: 'preview' });
    await client.data(client.send('PUT', `/bookings/${id}`, { check_in: day(1), check_out: day(5) }));
    const late = await visitor.post(`${path}/change`, { ...longer, ...seenIn(shown.body), step: 'save' });
    expectPage(late, 200, 'What changes');
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ check_in: day(1), check_out: day(5) });
    const again = await visitor.submit(`${path}/change`, { ...longer, ...seenIn(late.body), step: 'save' });
    expectPage(again, 200, 'The booking is changed.');
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ check_in: day(0), check_out: day(6) });
  });

  test('a change at the front desk that is refused says why, keeps what was typed, and can override the rules', async () => {
    const { visitor, client, id, path } = await openBooking({ maxStay: 5 });
    const refused = await visitor.post(`${path}/change`, { ...fields, step: 'preview' });
    expectPage(refused, 422, 'This place allows a stay of at most 5 nights in this period.');
    expect(refused.body).toContain(`value="${day(7)}"`);
    const dates = await visitor.post(`${path}/change`, {
      ...fields,
      check_out: day(1),
      number_of_guests: '',
    });
    expectPage(
      dates,
      422,
      '<p class="error" id="check_out-error">Departure must be a date after check in.</p>',
    );
    const forced = { ...fields, override_rules: 'on' };
    const shown = await visitor.post(`${path}/change`, { ...forced, step: 'preview' });
    expectPage(
      await visitor.submit(`${path}/change`, { ...forced, ...seenIn(shown.body), step: 'save' }),
      200,
      'is changed',
    );
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ nights: 6 });
  });

  test('a change at the front desk adds a coupon and takes it off, and refuses a wrong one at its field', async () => {
    const { visitor, client, id, path, team } = await openBooking();
    await buildCoupon(world, { teamId: team.id, code: 'TEN', percentPpm: 100_000 });
    const stay = { check_in: day(0), check_out: day(4), number_of_guests: '2' };
    const wrong = await visitor.post(`${path}/change`, { ...stay, coupon_code: 'NONE', step: 'preview' });
    expectPage(wrong, 422, 'id="coupon_code-error"');
    const coupon = { ...stay, coupon_code: 'ten' };
    const shown = await visitor.post(`${path}/change`, { ...coupon, step: 'preview' });
    expectPage(shown, 200, '<dt>Coupon</dt><dd><del>none</del> <ins>TEN</ins></dd>');
    await visitor.submit(`${path}/change`, { ...coupon, ...seenIn(shown.body), step: 'save' });
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ coupon_code: 'TEN', grand_total: 36_000 });
    expectPage(await visitor.get(`${path}/change`), 200, 'value="TEN"');
    const without = { ...stay, coupon_code: '' };
    const again = await visitor.post(`${path}/change`, { ...without, step: 'preview' });
    await visitor.submit(`${path}/change`, { ...without, ...seenIn(again.body), step: 'save' });
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ coupon_code: null, grand_total: 40_000 });
  });

  test('a change at the front desk to another place can keep the price, and later says that it stays', async () => {
    const { visitor, client, id, path, team } = await openBooking();
    const dear = await buildListing(world, { teamId: team.id, nightlyCents: 90_000 });
    await buildUnit(world, { teamId: team.id, listingId: dear.id });
    await client.data(client.send('PUT', `/bookings/${id}`, { adjustment: { name: 'Late', amount: 500 } }));
    const stay = { check_in: day(0), check_out: day(4), number_of_guests: '2', listing_id: dear.id };
    const other = await visitor.post(`${path}/change`, { ...stay, step: 'preview' });
    expectPage(other, 200, 'Change it for €3,605.00');
    const kept = { ...stay, keep_price: 'on' };
    const shown = await visitor.post(`${path}/change`, { ...kept, step: 'preview' });
    expectPage(shown, 200, 'Save the change');
    await visitor.submit(`${path}/change`, { ...kept, ...seenIn(shown.body), step: 'save' });
    expect(await client.read(`/bookings/${id}`)).toMatchObject({
      listing: { id: dear.id },
      price_agreed: 'total',
      grand_total: 40_500,
    });
    const page = await visitor.get(`${path}/change`);
    expectPage(page, 200, 'Its price is agreed, and stays.');
    expect(page.body).not.toContain('name="keep_price"');
    const longer = await visitor.post(`${path}/change`, { ...stay, check_out: day(6), step: 'preview' });
    expectPage(longer, 200, 'The price is agreed, and stays for 6 nights.');
    expect(await client.data(client.send('POST', `/bookings/${id}/preview`, { notes: 'x' }))).toMatchObject({
      price_agreed_kept: false,
    });
  });

  test('the front desk refuses to change a cancelled booking', async () => {
    const { visitor, client, id, path } = await openBooking();
    await client.cancel(id);
    expectPage(
      await visitor.post(`${path}/change`, fields),
      422,
      'A cancelled booking can no longer be changed.',
    );
  });
});

describe('a cancellation at the front desk', () => {
  test('cancelling at the front desk first shows the fee by the booking’s terms', async () => {
    const { visitor, client, id, path } = await openBooking({ cancellationPolicy: POLICY });
    const { payments } = await client.folio(id);
    await client.send('PUT', `/bookings/${id}/payments/${payments[0].id}`, { status: 'paid' });
    expectPage(await visitor.get(path), 200, 'Half until a week before');
    const shown = await visitor.get(`${path}/cancel`);
    expectPage(shown, 200, '<dt>Fee</dt><dd class="due">€200.00</dd>');
    const unseen = await visitor.post(`${path}/cancel`, { step: 'cancel', reason: 'Ill' });
    expectPage(unseen, 409, 'Look at the fee first.');
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ status: 'confirmed' });
    const fields = { reason: 'Ill', fee: '' };
    const cancelled = await visitor.submit(`${path}/cancel`, {
      ...fields,
      ...seenIn(shown.body),
      step: 'cancel',
    });
    expectPage(cancelled, 200, 'The booking is cancelled.');
    expect(cancelled.body).toContain('Cancellation fee');
    expect(await client.read(`/bookings/${id}`)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'Ill',
      cancellation_fee: 20_000,
    });
  });

  test('a fee that is a share of the price of the nights says so, and what is not paid of it is paid on the booking’s page', async () => {
    const { visitor, client, id, path } = await openBooking({
      cancellationPolicy: { ...POLICY, feeOf: 'nights' },
    });
    expectPage(await visitor.get(path), 200, '50% of the price of the nights back until');
    const shown = await visitor.get(`${path}/cancel`);
    expectPage(shown, 200, ', a share of the price of the nights</dd>');
    expect(shown.body).toContain('<dt>Still due</dt><dd class="due">€200.00</dd>');
    const fields = { reason: '', fee: '', ...seenIn(shown.body) };
    const cancelled = await visitor.submit(`${path}/cancel`, { ...fields, step: 'cancel' });
    expectPage(cancelled, 200, 'Record a payment that came otherwise');
    await visitor.submit(`${path}/payments`, { payment_amount: '50' });
    expect(await client.folio(id)).toMatchObject({ paid_total: 5_000, balance_due: 15_000 });
  });

  test('cancelling at the front desk may charge another fee, at most the total', async () => {
    const { visitor, client, id, path } = await openBooking({ cancellationPolicy: POLICY });
    const { payments } = await client.folio(id);
    await client.send('PUT', `/bookings/${id}/payments/${payments[0].id}`, { status: 'paid' });
    const fields = { fee: '12,50', reason: '' };
    const shown = await visitor.post(`${path}/cancel`, { ...fields, step: 'preview' });
    expectPage(shown, 200, '<dt>Fee</dt><dd class="due">€12.50</dd>');
    const wrong = await visitor.post(`${path}/cancel`, { ...fields, fee: 'ten', step: 'preview' });
    expectPage(wrong, 422, 'The fee must be an amount of EUR, such as 120.00.');
    expect(wrong.body).toContain('value="ten"');
    expectPage(await visitor.post(`${path}/cancel`, { ...fields, fee: '400.01' }), 422, 'id="fee-error"');
    await visitor.submit(`${path}/cancel`, { ...fields, ...seenIn(shown.body), step: 'cancel' });
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ cancellation_fee: 1_250 });
    expect((await visitor.get(path)).body).toContain(
      '<dt>To pay back</dt><dd class="due"><a href="#folio">€107.50</a></dd>',
    );
    expectPage(await visitor.get(`${path}/cancel`), 422, 'A cancelled booking cannot be cancelled.');
  });
});

describe('payments at the front desk', () => {
  test('the front desk records payments that were not planned, and scheduled ones become smaller', async () => {
    const { visitor, client, id, path } = await openBooking();
    const fields = { payment_amount: '150', paid_on: day(-40), payment_reference: 'pi_1' };
    const added = await visitor.submit(`${path}/payments`, fields);
    expectPage(added, 200, 'The payment is recorded.');
    expect(added.body).toContain('pi_1');
    const folio = await client.folio(id);
    expect(folio).toMatchObject({ paid_total: 15_000, balance_due: 25_000 });
    expect(folio.payments.find(({ status }: { status: string }) => status === 'paid')).toMatchObject({
      amount: 15_000,
      due_on: day(-40),
      reference: 'pi_1',
    });
    const much = await visitor.post(`${path}/payments`, { ...fields, payment_amount: '1000' });
    expect([much.statusCode, much.body]).toEqual([422, expect.stringContaining('id="payment_amount-error"')]);
    expect(much.body).toContain('value="1000"');
    const all = { ...fields, payment_amount: '1000', allow_overpayment: 'on' };
    expectPage(await visitor.submit(`${path}/payments`, all), 200, 'Overpaid');
    const wrong = await visitor.post(`${path}/payments`, { payment_amount: '', paid_on: '2031-02-30' });
    expect(wrong.body).toContain('<p class="error" id="payment_amount-error">Amount is required.</p>');
    expect(wrong.body).toContain('id="paid_on-error"');
    const ahead = await visitor.post(`${path}/payments`, {
      ...all,
      paid_on: '2036-05-05',
      payment_reference: 'pi_2',
    });
    expectPage(ahead, 422, 'must be at most a day ahead.');
    expect(ahead.body).toContain('id="paid_on-error"');
  });

  test('a payment of more than what is owed is recorded only if that is allowed in the form', async () => {
    const { visitor, client, id, path } = await openBooking();
    const [, rest] = (await client.folio(id)).payments;
    expect((await visitor.get(path)).body).not.toContain(`id="overpay-${rest.id}"`);
    // As a team may have brought it in: more is asked for than is owed.
    await world.db.execute(`update payments set amount_cents = 45000 where id = '${rest.id}'`);
    expect((await visitor.get(path)).body).toContain(`id="overpay-${rest.id}"`);
    const url = `${path}/payments/${rest.id}`;
    expectPage(
      await visitor.post(url, { status: 'paid' }),
      422,
      'A payment of more than what is owed becomes paid only with “May be more than what is owed”.',
    );
    expectPage(await visitor.submit(url, { status: 'paid', allow_overpayment: 'on' }), 200, 'Overpaid');
    expect(await client.folio(id)).toMatchObject({ paid_total: 45_000, balance_due: -5_000 });
  });

  test('the front desk suggests as a refund what the cancellation gives back, at most what was paid with that payment', async () => {
    const { visitor, client, id, path } = await openBooking({ cancellationPolicy: POLICY });
    const suggested = async () => {
      const { body } = await visitor.get(path);
      return [...body.matchAll(/name="refunded_amount"[^>]*\svalue="([^"]*)"/g)].map(([, value]) => value);
    };
    for (const amount of [30_000, 10_000]) await client.send('POST', `/bookings/${id}/payments`, { amount });
    expect(await suggested()).toEqual(['300.00', '100.00']);
    await client.cancel(id);
    expect(await client.folio(id)).toMatchObject({ refund_due: 20_000 });
    expect(await suggested()).toEqual(['200.00', '100.00']);
  });

  test('the front desk refunds a payment in part, then in full', async () => {
    const { visitor, client, id, path } = await openBooking();
    const { payments } = await client.folio(id);
    const payment = `${path}/payments/${payments[0].id}`;
    await visitor.post(payment, { status: 'paid' });
    expectPage(await visitor.post(payment, { status: 'refunded', refunded_amount: '20' }), 303, '');
    expectPage(await visitor.get(path), 200, '€20.00 refunded');
    expectPage(
      await visitor.post(payment, { status: 'refunded', refunded_amount: 'x' }),
      422,
      'The refund must be',
    );
    await visitor.post(payment, { status: 'refunded', refunded_amount: '100' });
    expect((await client.folio(id)).payments[0]).toMatchObject({
      status: 'refunded',
      refunded_amount: 12_000,
    });
  });
});

test('the page of a hold says until when it lasts, and its form has the hours left', async () => {
  const { visitor, list, place, client } = await openDesk(world);
  await visitor.get(`${list}/new`);
  const fields = {
    listing_id: place.id,
    check_in: day(0),
    check_out: day(2),
    number_of_guests: '1',
    guest_name: 'Ida',
    status: 'pending',
    hold_hours: '48',
  };
  expectPage(
    await visitor.post(`${list}/new`, { ...fields, status: 'confirmed' }),
    422,
    'Only a pending booking is held for some hours.',
  );
  expectPage(
    await visitor.post(`${list}/new`, { ...fields, expected_total: '1' }),
    422,
    'The price has changed',
  );
  expectPage(await visitor.submit(`${list}/new`, fields), 200, 'Held until');
  expect(await client.read('/bookings')).toMatchObject([{ expires_at: '2031-05-07T10:00:00+00:00' }]);
});

test('a form for a booking or payment that is sent twice, as by a double click, is executed once', async () => {
  const { visitor, list, place, client } = await openDesk(world);
  await visitor.get(`${list}/new`);
  const stay = { check_in: day(0), check_out: day(2), number_of_guests: '1' };
  const form = { form_token: visitor.formToken(), ...stay, listing_id: place.id, guest_name: 'Ida' };
  const booked = await Promise.all([1, 2, 3].map(() => visitor.post(`${list}/new`, form)));
  const [booking, ...others] = await client.read('/bookings');
  expect(others).toEqual([]);
  const path = `${list}/${booking.id}`;
  expect(booked.map(({ headers }) => headers.location)).toEqual([path, path, path]);
  expectPage(await visitor.submit(`${list}/new`, form), 200, 'It is booked. The form was sent twice.');

  const money = { form_token: visitor.formToken(), payment_amount: '20' };
  for (const said of ['The payment is recorded', 'recorded once', 'recorded once'])
    expectPage(await visitor.submit(`${path}/payments`, money), 200, said);
  const [paid] = (await client.folio(booking.id)).payments.filter((one: { paid_at: unknown }) => one.paid_at);
  const refund = { form_token: visitor.formToken(), status: 'refunded', refunded_amount: '5' };
  for (const said of ['up to date', 'recorded once'])
    expectPage(await visitor.submit(`${path}/payments/${paid.id}`, refund), 200, said);
  const history = (await visitor.get(path)).body;
  expect(history).toMatch(/Refunded amount<\/span> €0\.00 → €5\.00/);
  const tooMuch = { status: 'refunded', refunded_amount: '16' };
  const refused = await visitor.post(`${path}/payments/${paid.id}`, tooMuch);
  expectPage(refused, 422, 'The refund must not be greater than €15.00.');
  const most = await visitor.post(`${path}/payments`, { payment_amount: '9000' });
  expectPage(most, 422, 'Amount must not be greater than what is owed, €');
  expect(await client.folio(booking.id)).toMatchObject({ paid_total: 1_500 });
  // A form that is shown anew records anew.
  await visitor.get(path);
  await visitor.submit(`${path}/payments`, { payment_amount: '20' });
  await visitor.get(`${list}/new`);
  await visitor.submit(`${list}/new`, { ...form, form_token: visitor.formToken() });
  expect(await client.folio(booking.id)).toMatchObject({ paid_total: 3_500 });
  expect(await client.read('/bookings')).toHaveLength(2);
});

test('at the front desk a hold is extended, shortened and made endless, but only while it is a hold', async () => {
  const { visitor, list, place, client } = await openDesk(world);
  const stay = { listing_id: place.id, check_in: day(0), check_out: day(2), number_of_guests: 1 };
  const held = { ...stay, guest: { name: 'Ida' }, status: 'pending', expires_in: 60 };
  const { id } = await client.data(client.send('POST', '/bookings', held), 201);
  const path = `${list}/${id}`;
  const expiry = async () => (await client.read(`/bookings/${id}`)).expires_at;
  expectPage(await visitor.get(path), 200, 'Its nights are free again on 5 May 2031, 12:00, ');
  expectPage(await visitor.submit(`${path}/hold`, { hold_hours: '48' }), 200, 'held for so long from now on');
  expect(await expiry()).toBe('2031-05-07T10:00:00+00:00');
  for (const hold_hours of ['0', '169', 'x', '1.5']) {
    const refused = await visitor.post(`${path}/hold`, { hold_hours });
    expectPage(refused, 422, 'The hold must be a whole number of hours from 1 to 168.');
    expect(refused.body).toContain(`value="${hold_hours}"`);
  }
  expectPage(
    await visitor.submit(`${path}/hold`, { hold_hours: '168' }),
    200,
    'held for so long from now on',
  );
  expect(await expiry()).toBe('2031-05-12T10:00:00+00:00');
  expectPage(await visitor.submit(`${path}/hold`, { hold_hours: '1' }), 200, 'held for so long from now on');
  expect(await expiry()).toBe('2031-05-05T11:00:00+00:00');
  expectPage(await visitor.submit(`${path}/hold`, { hold_hours: '' }), 200, 'held without an end');
  expect(await expiry()).toBeNull();
  await visitor.submit(`${path}/confirm`);
  const late = await visitor.post(`${path}/hold`, { hold_hours: '1' });
  expect([late.statusCode, late.body.includes('hold-heading')]).toEqual([422, false]);
});

test('at the front desk a booking is pinned to its unit and unpinned', async () => {
  const { visitor, list, place, client } = await openDesk(world);
  const stay = { listing_id: place.id, check_in: day(0), check_out: day(2), number_of_guests: 1 };
  const { id } = await client.data(
    client.send('POST', '/bookings', { ...stay, guest: { name: 'Ida' } }),
    201,
  );
  const path = `${list}/${id}`;
  const isPinned = async () => (await client.read(`/bookings/${id}`)).unit_pinned;
  expectPage(await visitor.get(path), 200, 'name="unit_pinned" value="on"');
  expectPage(await visitor.submit(`${path}/unit`, { unit_pinned: 'on' }), 200, 'keeps its unit.');
  expect(await isPinned()).toBe(true);
  expectPage(await visitor.get(path), 200, 'Let it move');
  expectPage(await visitor.submit(`${path}/unit`, { unit_pinned: '' }), 200, 'may be moved to another unit');
  expect(await isPinned()).toBe(false);
  await client.cancel(id);
  expectPage(await visitor.post(`${path}/unit`, { unit_pinned: 'on' }), 422, '');
  expect((await visitor.get(path)).body).not.toContain('unit_pinned');
});

test('at the front desk a booking is moved to another unit of its place, unless that is taken', async () => {
  const { visitor, list, place, client } = await openDesk(world);
  const stay = { listing_id: place.id, check_in: day(0), check_out: day(2), number_of_guests: 1 };
  const book = () => client.data(client.send('POST', '/bookings', { ...stay, guest: { name: 'Ida' } }), 201);
  const { id, unit } = await book();
  const path = `${list}/${id}`;
  const { body } = await visitor.get(path);
  const [, other = ''] = /<select id="unit_id"[^>]*>\s*<option value="([^"]+)"/.exec(body) ?? [];
  expect(other).not.toBe(unit.id);
  const shown = await visitor.post(`${path}/change`, { unit_id: other, step: 'preview' });
  expectPage(shown, 200, `<del>${unit.name}</del>`);
  // A browser sends the whole form that it was shown.
  const choiceOf = (name: string) =>
    new RegExp(`<select id="${name}"[\\s\\S]*?<option value="([^"]*)" selected`).exec(shown.body)?.[1] ?? '';
  expect([choiceOf('listing_id'), choiceOf('unit_id')]).toEqual([place.id, other]);
  const moved = await visitor.submit(`${path}/change`, {
    listing_id: choiceOf('listing_id'),
    units_of: place.id,
    unit_id: other,
    check_in: day(0),
    check_out: day(2),
    adults: '1',
    children_ages: '',
    pets: '0',
    ...seenIn(shown.body),
    step: 'save',
  });
  expectPage(moved, 200, 'The booking is changed.');
  expect((await client.read(`/bookings/${id}`)).unit.id).toBe(other);
  await book();
  const taken = await visitor.post(`${path}/change`, { unit_id: unit.id, step: 'preview' });
  expectPage(taken, 422, 'These take the nights:');
  expectPage(await visitor.post(`${path}/change`, { unit_id: 'x' }), 422, 'The unit');
});
