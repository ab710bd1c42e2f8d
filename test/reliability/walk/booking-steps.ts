/** Steps of a random walk about bookings and their money. Each answers which events it must have written. */
import { expect } from 'vitest';
import { at, type Json } from '../../helpers/bookings.ts';
import { anyDates, anyStay, expectAsPreviewed, type House, isLikely } from './house.ts';

/** The events that a step has written, by type and booking; `some` if the step cannot know. */
export type Wrote = string[] | 'some';
export type Step = (house: House) => Promise<Wrote>;

const EMAILS = ['bea@example.com', 'Kai@Example.com', 'quiet@example.com', null];
const pickBooking = ({ random, bookings }: House) => (bookings.length > 0 ? random.pick(bookings) : null);
const isDone = ({ status }: Json): boolean => status < 300;

/** A request of the walk may be refused, and never fails. */
export function expectAnswered(answer: Json): void {
  expect([200, 201, 204, 404, 409, 412, 422]).toContain(answer.status);
}

/** A move to another unit of the place has an event of its own, `booking.unit_moved`. */
const comparable = ({ updated_at: _u, guest: _g, unit: _n, ...booking }: Json) => booking;

async function book(house: House): Promise<Wrote> {
  const { random } = house;
  const guest = { name: random.pick(['Bea Lind', 'Kai Ode']), email: random.pick(EMAILS) };
  const status = random.pick(['confirmed', 'confirmed', 'pending']);
  const body = {
    listing_id: random.pick(house.listings).id,
    ...anyDates(house),
    number_of_guests: 2,
    ...anyStay(house, 0.4),
    guest,
    status,
    ...(status === 'pending' && isLikely(house, 0.5) ? { expires_in: random.between(10, 3_000) } : {}),
    ...(isLikely(house, 0.2) ? { coupon_code: 'ten' } : {}),
    ...(isLikely(house, 0.3) ? { source: 'airbnb', external_reference: `A${random.between(1, 40)}` } : {}),
    ...(isLikely(house, 0.2) ? { override_rules: true } : {}),
  };
  const shown = await house.send('POST', '/bookings/preview', body);
  const done = await house.send('POST', '/bookings', body, { 'idempotency-key': `book-${random.share()}` });
  expectAnswered(done);
  expectAsPreviewed(shown, done, isDone(done) ? await house.folio(done.body.data.id) : null);
  if (!isDone(done)) return [];
  house.bookings.push(done.body.data.id);
  return [`booking.created ${done.body.data.id}`];
}

async function change(house: House): Promise<Wrote> {
  const id = pickBooking(house);
  if (!id) return [];
  const { random } = house;
  const before = await house.read(`/bookings/${id}`);
  const body = {
    ...anyStay(house, 0.3),
    ...(isLikely(house, 0.15) ? { listing_id: random.pick(house.listings).id } : {}),
    ...(isLikely(house, 0.1) ? { unit_id: random.pick(house.units).id } : {}),
    ...(isLikely(house, 0.1) ? { unit_pinned: random.pick([true, false]) } : {}),
    ...(isLikely(house, 0.1) ? { totals: null } : {}),
    ...(isLikely(house, 0.1) ? { adjustment: null } : {}),
    ...(isLikely(house, 0.1) ? { notes: random.pick(['Quiet.', null]) } : {}),
    ...(isLikely(house, 0.1) ? { custom_fields: { floor: random.between(1, 3) } } : {}),
    ...(isLikely(house, 0.1) ? { billing_name: random.pick(['Lind Ltd', null]) } : {}),
    ...(isLikely(house, 0.1) ? { expires_in: random.pick([null, 60]) } : {}),
    ...(isLikely(house, 0.2) ? { override_rules: true } : {}),
  };
  const shown = await house.send('POST', `/bookings/${id}/preview`, body);
  const done = await house.change(id, body);
  expectAnswered(done);
  expectAsPreviewed(shown, done, isDone(done) ? await house.folio(id) : null);
  if (!isDone(done)) return [];
  const after = done.body.data;
  const isSame = JSON.stringify(comparable(after)) === JSON.stringify(comparable(before));
  return isSame ? [] : [`booking.changed ${id}`];
}

/** A booking that is sent back as it was read changes nothing, and is refused when it is over. */
async function sendBack(house: House): Promise<Wrote> {
  const id = pickBooking(house);
  if (!id) return [];
  const { data } = (await house.send('GET', `/bookings/${id}`)).body;
  const { guest: _, ...booking } = data;
  const answer = await house.change(id, booking);
  if (data.status === 'cancelled' || data.status === 'completed') expect(answer.status).toBe(422);
  else expect({ status: answer.status, data: answer.body.data }).toEqual({ status: 200, data });
  return [];
}

/** Two changes, the second of which takes the first back: what was agreed or read stays. */
async function thereAndBack(house: House): Promise<Wrote> {
  const id = pickBooking(house);
  if (!id) return [];
  const before = await house.read(`/bookings/${id}`);
  const done = await house.change(id, { extras: [{ code: 'bicycle', quantity: 1 }] });
  if (!isDone(done)) return [];
  const { party, extras } = before;
  const back = await house.change(id, { party, extras });
  expect(back.status).toBe(200);
  const { updated_at: _u, ...left } = back.body.data;
  const { updated_at: _v, ...was } = before;
  expect(left).toEqual(was);
  return 'some';
}

async function confirm(house: House): Promise<Wrote> {
  const id = pickBooking(house);
  if (!id) return [];
  const answer = await house.confirm(id);
  expectAnswered(answer);
  return isDone(answer) ? [`booking.confirmed ${id}`] : [];
}

async function cancel(house: House): Promise<Wrote> {
  const id = pickBooking(house);
  if (!id || isLikely(house, 0.4)) return [];
  const body = isLikely(house, 0.5) ? { fee: house.random.between(0, 20_000), reason: 'Ill.' } : {};
  const before = await house.read(`/bookings/${id}`);
  const shown = await house.send('POST', `/bookings/${id}/cancel/preview`, body);
  const done = await house.cancel(id, body);
  expectAnswered(done);
  expectAsPreviewed(shown, done, isDone(done) ? await house.folio(id) : null);
  return isDone(done) && before.status !== 'cancelled' ? [`booking.cancelled ${id}`] : [];
}

/** Any step of any payment, or money that came in. */
async function pay(house: House): Promise<Wrote> {
  // Mostly the same few bookings, so that what was paid is refunded, taken back and paid again.
  const id = pickBooking(isLikely(house, 0.7) ? { ...house, bookings: house.bookings.slice(-3) } : house);
  if (!id) return [];
  const { random } = house;
  const { payments, invoices, security_deposit: deposit, balance_due: due } = await house.folio(id);
  const path = `/bookings/${id}`;
  const received = {
    amount: random.pick([1, 5_000, Math.max(1, due), Math.max(1, due + 1)]),
    allow_overpayment: random.pick([true, false]),
  };
  /** Mostly a step that a payment in its status can take. */
  const stepOf = (status: string) => {
    const next = status === 'paid' ? ['refunded', 'refunded', 'scheduled'] : ['paid', 'paid', 'failed'];
    const chosen = random.pick([...next, 'refunded', 'scheduled']);
    const part = chosen === 'refunded' && isLikely(house, 0.5) ? { refunded_amount: 1_000 } : {};
    return { status: chosen, allow_overpayment: random.pick([true, false]), ...part };
  };
  const came = payments.filter(({ status }: Json) => status === 'paid');
  const paid = isLikely(house, 0.7) ? came : [];
  const chosen = paid.length > 0 ? paid : payments;
  const [method, to, body] = random.pick<['POST' | 'PUT', string, object]>([
    ...(paid.length === 0 ? [['POST', `${path}/payments`, received]] : []),
    ...chosen.map(({ id: payment, status }: Json) => [
      'PUT',
      `${path}/payments/${payment}`,
      { ...stepOf(status), ...(isLikely(house, 0.2) ? { reference: 'p-1' } : {}) },
    ]),
    ...(paid.length > 0 ? [] : invoices).map((invoice: Json) => [
      'PUT',
      `${path}/invoices/${invoice.id}`,
      { status: 'paid' },
    ]),
    ...(deposit
      ? [['PUT', `${path}/security-deposit`, { status: random.pick(['held', 'kept', 'returned']) }]]
      : []),
  ] as ['POST' | 'PUT', string, object][]);
  const answer = await house.send(method, to, body);
  expectAnswered(answer);
  if (!isDone(answer)) return [];
  const isSame =
    JSON.stringify([payments, invoices, deposit]) ===
    JSON.stringify([answer.body.data.payments, answer.body.data.invoices, answer.body.data.security_deposit]);
  return isSame ? [] : [`booking.folio_changed ${id}`];
}

/** The same by the forms of the team's pages. */
async function byForm(house: House): Promise<Wrote> {
  const id = pickBooking(house);
  if (!id) return [];
  const { visitor, random } = house;
  const path = `${house.pages}/bookings/${id}`;
  const before = await house.read(`/bookings/${id}`);
  // A session ends after some days, which pass in a walk.
  if ((await visitor.get(path)).statusCode === 303) await visitor.signIn(house.email);
  expect((await visitor.get(path)).statusCode).toBe(200);
  const [payment] = (await house.folio(id)).payments;
  const [to, fields] = random.pick<[string, Record<string, string>]>([
    ['confirm', {}],
    ['payments', { payment_amount: random.pick(['5', '1,50', '-3', '1e3', '']) }],
    ...(payment
      ? [
          [
            `payments/${payment.id}`,
            { status: random.pick(['paid', 'failed', 'scheduled', 'refunded']) },
          ] as [string, Record<string, string>],
        ]
      : []),
    ['security-deposit', { status: random.pick(['held', 'kept', 'returned']) }],
  ]);
  const answer = await visitor.post(`${path}/${to}`, fields);
  expect([200, 303, 404, 409, 422]).toContain(answer.statusCode);
  if (answer.statusCode !== 303) return [];
  const after = await house.read(`/bookings/${id}`);
  if (before.status === 'pending' && after.status === 'confirmed') return [`booking.confirmed ${id}`];
  return 'some';
}

/** A guest on the team's own site: asks, reads, asks for the link, and withdraws. */
async function visitSite(house: House): Promise<Wrote> {
  const { random, world } = house;
  const visit = (method: 'GET' | 'POST', path: string, payload?: object, headers = {}) =>
    world.app.inject({
      method,
      url: `/v1/public/${house.slug}${path}`,
      headers: { ...headers, ...(payload ? { 'content-type': 'application/json' } : {}) },
      remoteAddress: `10.0.${random.between(0, 255)}.${random.between(1, 255)}`,
      ...(payload ? { payload: JSON.stringify(payload) } : {}),
    });
  const known = house.keys.length > 0 && isLikely(house, 0.5) ? random.pick(house.keys) : null;
  if (known) {
    const path = `/bookings/${known.code}`;
    const headers = { 'booking-key': known.key };
    expect((await visit('GET', path, undefined, { 'booking-key': 'x'.repeat(32) })).statusCode).toBe(404);
    const read = await visit('GET', path, undefined, headers);
    if (read.statusCode !== 200) {
      expect(read.statusCode).toBe(404);
      return [];
    }
    const shown = await visit('GET', `${path}/cancellation`, undefined, headers);
    const done = await visit('POST', `${path}/cancel`, {}, headers);
    expect([200, 404, 409, 422]).toContain(done.statusCode);
    if (done.statusCode !== 200 || read.json().data.status === 'cancelled') return [];
    expect(shown.statusCode).toBe(200);
    const [booking] = await house.read(`/bookings?confirmation_code=${known.code}`);
    expect(booking.cancellation_fee ?? 0).toBe(shown.json().data.cancellation_fee);
    return [`booking.cancelled ${booking.id}`];
  }
  const { slug } = at(house.listings, random.between(0, 2));
  const stay = { ...anyDates(house), number_of_guests: 2 };
  const query = new URLSearchParams({ check_in: stay.check_in, check_out: stay.check_out, guests: '2' });
  const { id } = house.listings.find((one) => one.slug === slug) ?? at(house.listings, 0);
  const quote = (await house.send('GET', `/availability/${id}?${query}`)).body;
  const body = {
    listing: slug,
    ...stay,
    guest: {
      name: 'Site Guest',
      email: random.pick(['quiet@example.com', `site${random.share()}@example.com`]),
    },
    expected_total: quote.data?.price?.grand_total ?? quote.data?.grand_total ?? 0,
  };
  const answer = await visit('POST', '/bookings', body);
  expect([201, 409, 422, 429]).toContain(answer.statusCode);
  if (answer.statusCode !== 201) return [];
  const { confirmation_code: code, key } = answer.json().data;
  house.keys.push({ code, key });
  const [booking] = await house.read(`/bookings?confirmation_code=${code}`);
  house.bookings.push(booking.id);
  return [`booking.created ${booking.id}`];
}

export const BOOKING_STEPS: Record<string, [Step, number]> = {
  book: [book, 8],
  change: [change, 9],
  sendBack: [sendBack, 2],
  thereAndBack: [thereAndBack, 2],
  confirm: [confirm, 2],
  cancel: [cancel, 2],
  pay: [pay, 9],
  byForm: [byForm, 4],
  visitSite: [visitSite, 5],
};
