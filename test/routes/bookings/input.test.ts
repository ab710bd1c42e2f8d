/**
 * Bad input gets a 422 with all fields at once, and nothing is written. Fields that callers cannot set change nothing.
 */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectRefusal, type Inn, type Json, openInn, rowCounts } from '../../helpers/bookings.ts';
import { buildGuest, day } from '../../helpers/factories.ts';

let inn: Inn;
let other: Inn;

const world = await openSharedApp();
[inn, other] = [await openInn(world), await openInn(world)];
const bookingId = (await inn.book({ guest: { name: 'Bea', email: 'bea@example.com' } })).id;
const cancelledId = (await inn.book({ check_in: day(50), check_out: day(51) })).id;
await inn.data(inn.cancel(cancelledId));
const { id: takenId } = await buildGuest(world, { teamId: inn.teamId, email: 'Taken@Example.com' });

/** JSON text with a value in place of a marker, for values that JavaScript cannot represent. */
const withRaw = (body: object, raw: string) => JSON.stringify(body).replace('"RAW"', raw);

const ANY = ['', [], {}, 1, true];
const except = (...fine: Json[]) => ANY.filter((value) => !fine.includes(value));
/**
 * A text that is too long by one, one with a NUL, and values of another type. Lone surrogates have a case of their own.
 */
const badTexts = (max: number) => ['x'.repeat(max + 1), 'a\0b', ...except('')];
/** The same for a text of one line, which must not contain control characters. */
const badLines = (max: number) => ['a\nb', '\x1b[2J', '\x9b1m', '\u202eabc', ...badTexts(max)];
const BAD_DATES = [
  ...ANY,
  'today',
  '2031-02-30',
  '2031-6-2',
  '2031-06-02T00:00:00Z',
  '1999-12-31',
  '2200-01-01',
];
const BAD_COUNTS = ['2', 0, -1, 1.5, 1_001, 1e21, true, [], {}];
const BAD_IDS = [...ANY, 'x', '00000000-0000-0000-0000-00000000000g'];
const BAD_EMAILS = [
  ...except(''),
  'no',
  'a@b',
  'a b@example.com',
  `${'x'.repeat(250)}@example.com`,
  'a\0@example.com',
];

/** Values that a field refuses, by the field's path. `null` is listed if it is refused too. */
const CREATE: Record<string, Json[]> = {
  listing_id: [null, ...BAD_IDS],
  check_in: [null, ...BAD_DATES],
  check_out: [null, ...BAD_DATES],
  number_of_guests: [null, ...BAD_COUNTS],
  guest_id: BAD_IDS,
  'guest.name': [null, ' ', ...badLines(255), ''],
  'guest.email': BAD_EMAILS,
  'guest.phone': badLines(50),
  coupon_code: badLines(40),
  notes: badTexts(10_000),
  special_requests: badTexts(10_000),
  source: ['Api', 'web', ...ANY],
  status: ['completed', 'cancelled', ...ANY],
  override_rules: ['true', 1, 0, '', [], {}],
};
const CHANGE: Record<string, Json[]> = {
  check_in: [null, ...BAD_DATES],
  check_out: [null, ...BAD_DATES],
  number_of_guests: [null, ...BAD_COUNTS],
  'guest.name': [null, ' ', ...badTexts(255), ''],
  'guest.email': BAD_EMAILS,
  'guest.phone': badTexts(50),
  notes: badTexts(10_000),
  special_requests: badTexts(10_000),
  override_rules: ['true', 1, 0, '', [], {}],
};

/** A body with a value at a path of one or two names. */
function bodyWith(body: Record<string, Json>, path: string, value: Json): Record<string, Json> {
  const [first = '', second] = path.split('.');
  return { ...body, [first]: second === undefined ? value : { ...body[first], [second]: value } };
}

type Write = [
  name: string,
  refused: Record<string, Json[]>,
  valid: () => object,
  method: 'POST' | 'PUT',
  path: () => string,
];
const WRITES: Write[] = [
  [
    'POST /bookings',
    CREATE,
    () => inn.newBooking({ check_in: day(60), check_out: day(61) }),
    'POST',
    () => '/bookings',
  ],
  ['PUT /bookings/:id', CHANGE, () => ({ notes: 'Late.' }), 'PUT', () => `/bookings/${bookingId}`],
];

describe.each(WRITES)('%s', (_name, refused, valid, method, path) => {
  it.each(Object.keys(refused))('wrong values of the field %s are refused at that field', async (field) => {
    const before = await rowCounts(world);
    const start = field === 'guest_id' ? { ...valid(), guest: undefined } : valid();
    for (const value of refused[field] ?? []) {
      expectRefusal(await inn.send(method, path(), bodyWith(start, field, value)), [field]);
    }
    if (!['override_rules', 'number_of_guests'].includes(field)) {
      const surrogate = withRaw(bodyWith(start, field, 'RAW'), '"\\ud800"');
      expectRefusal(await inn.send(method, path(), surrogate), [field]);
    }
    expect(await rowCounts(world)).toEqual(before);
  });

  it('every field of a booking is reported if all of them are wrong', async () => {
    const before = await rowCounts(world);
    let body: Record<string, Json> = { ...valid(), guest: {} };
    const fields = Object.keys(refused).filter((field) => field !== 'guest_id');
    for (const field of fields) body = bodyWith(body, field, { wrong: true });
    expectRefusal(await inn.send(method, path(), body), fields);
    expect(await rowCounts(world)).toEqual(before);
  });
});

it('a change whose amounts are too large is refused at number_of_guests, and nothing is written', async () => {
  const own = await openInn(world, {
    listing: { extraGuestNightlyCents: 100_000_000_000, includedGuests: 1, maxGuests: 1_000 },
    units: ['A', 'B'],
  });
  const made = await own.book();
  const wide = { check_in: day(0), check_out: day(365), number_of_guests: 1_000 };
  const before = await rowCounts(world);
  const message = 'The amount is too large to be calculated exactly.';
  for (const { status, body } of [await own.tryBook(wide), await own.change(made.id, wide)])
    expect([status, body]).toEqual([
      422,
      { message, errors: { number_of_guests: [message] }, codes: { number_of_guests: ['too_large'] } },
    ]);
  expect(await own.read(`/bookings/${made.id}`)).toEqual(made);
  expect(await rowCounts(world)).toEqual(before);
});

describe('input of a change', () => {
  it('changing a guest’s email to another guest’s is refused, whatever its case, and nothing is written', async () => {
    const before = await inn.read(`/bookings/${bookingId}`);
    for (const email of ['taken@example.com', 'TAKEN@EXAMPLE.COM']) {
      const answer = await inn.change(bookingId, { notes: 'x', check_out: day(5), guest: { email } });
      const message = 'Another guest of the team has this email.';
      expect([answer.status, answer.body]).toEqual([
        422,
        {
          message,
          errors: { 'guest.email': [message] },
          codes: { 'guest.email': ['taken'] },
          existing: { 'guest.email': takenId },
        },
      ]);
    }
    expect(await inn.read(`/bookings/${bookingId}`)).toEqual(before);
  });

  it('an email that another guest has is refused with all that contradicts what is stored, before any rule', async () => {
    const own = await openInn(world);
    await buildGuest(world, { teamId: own.teamId, email: 'taken@example.com' });
    const [{ id }] = [
      await own.book(),
      await own.book({ check_in: day(9), check_out: day(10), external_reference: 'A' }),
    ];
    const guest = { email: 'taken@example.com' };
    const messageOf = async (change: object) => {
      const [answer, preview] = [
        await own.change(id, change),
        await own.send('POST', `/bookings/${id}/preview`, change),
      ];
      expect([preview.status, preview.body]).toEqual([answer.status, answer.body]);
      return answer;
    };
    // The rules would refuse so many guests, and the agreed price would be another.
    const rules = { number_of_guests: 999, expected_total: 1 };
    expectRefusal(await messageOf({ ...rules, guest }), ['guest.email']);
    expectRefusal(
      await messageOf({ ...rules, guest, check_in: day(4), external_reference: 'A', expires_in: 5 }),
      ['check_in', 'expires_in', 'external_reference', 'guest.email'],
    );
    expect((await messageOf({ ...rules, guest: { email: 'free@example.com' } })).body.errors).toEqual({
      number_of_guests: [expect.any(String)],
    });
  });

  it('the guest of a booking cannot be changed after being erased, but the rest of the booking can', async () => {
    const own = await openInn(world);
    const { id } = await own.book();
    await world.db.execute(`update guests set erased_at = now() where team_id = ${own.teamId}`);
    const message = 'This guest has been erased.';
    const refused = await own.change(id, { notes: 'x', guest: { name: 'Back' } });
    expect([refused.status, refused.body]).toEqual([
      422,
      { message, errors: { guest: [message] }, codes: { guest: ['state'] } },
    ]);
    expect((await own.data(own.change(id, { notes: 'x', guest: {} }))).notes).toBe('x');
  });

  it('fields that callers cannot set are ignored in a change of a booking', async () => {
    const before = await inn.read(`/bookings/${bookingId}`);
    const count = await rowCounts(world);
    world.clock.set('2031-05-06T00:00:00Z');
    const body = {
      id: crypto.randomUUID(),
      status: 'cancelled',
      grand_total: 1,
      team_id: other.teamId,
      teamId: other.teamId,
      guest_id: crypto.randomUUID(),
      unit: { id: at(other.units, 0).id, name: 'Z' },
      confirmation_code: 'X',
      source: 'vrbo',
      price_breakdown: [],
      created_at: null,
      constructor: 'x',
      toString: 1,
      hasOwnProperty: {},
      guest: { id: crypto.randomUUID(), notes: 'x', team_id: 1, created_at: 'x', emailKey: 'x' },
    };
    expect(await inn.data(inn.change(bookingId, body))).toEqual(before);
    expect(await rowCounts(world)).toEqual(count);
  });

  it('sending back a whole booking as it was read changes nothing', async () => {
    const before = await inn.read(`/bookings/${bookingId}`);
    const count = await rowCounts(world);
    world.clock.set('2031-05-06T00:00:00Z');
    for (const body of [
      before,
      {},
      '',
      { guest: {} },
      { ...before, check_in: before.check_in, notes: ' ' },
    ]) {
      expect(await inn.data(inn.change(bookingId, body))).toEqual(before);
    }
    expect(await rowCounts(world)).toEqual(count);
  });

  it('a change of both dates is checked before the booking’s status, and one of a single date after it', async () => {
    const wrong = { check_in: day(9), check_out: day(9) };
    expectRefusal(await inn.change(bookingId, { ...wrong, number_of_guests: 0 }), [
      'check_out',
      'number_of_guests',
    ]);
    expectRefusal(await inn.change(cancelledId, wrong), ['check_out']);
    expectRefusal(await inn.change(cancelledId, { check_out: day(1) }), ['status']);
    for (const [change, message] of [
      [{ check_in: day(4) }, 'The check in field must be a date before check out.'],
      [{ check_out: day(0) }, 'The check out field must be a date after check in.'],
      [{ check_out: day(366) }, 'The check out field must be at most 365 nights after check in.'],
      [{ check_in: day(-362) }, 'The check in field must be at most 365 nights before check out.'],
      [{ expires_in: 5 }, 'The expires in field can be set only for a pending booking.'],
    ] as const) {
      const errors = { [at(Object.keys(change), 0)]: [message] };
      expect(await inn.change(bookingId, change)).toMatchObject({ status: 422, body: { message, errors } });
    }
  });

  it('invalid fields of a change are reported before the booking’s status', async () => {
    expectRefusal(await inn.change(cancelledId, { notes: 1 }), ['notes']);
    expectRefusal(await inn.change(cancelledId, { special_requests: 'x' }), ['status']);
    expectRefusal(await inn.change(cancelledId, {}), ['status']);
    expectRefusal(await inn.confirm(cancelledId), ['status']);
    expectRefusal(await inn.confirm(bookingId), ['status']);
  });
});
