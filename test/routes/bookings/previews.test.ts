import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import {
  type Answer,
  expectSound,
  type Inn,
  type Json,
  openBuilding,
  openInn,
} from '../../helpers/bookings.ts';
import { buildCoupon, buildFee, day } from '../../helpers/factories.ts';
import { seed } from '../../helpers/random.ts';
import { digestOf } from '../../reliability/stored-texts.ts';

const world = await openSharedApp();
beforeEach(() => world.clock.set(TEST_NOW));

const TERMS = {
  team: { depositPpm: 300_000, balanceDueDays: 10 },
  listing: { securityDepositCents: 5_000, maxGuests: 4, minStay: 2, maxStay: 20 },
};

/** A write, and the path and body of its preview. */
type Write = { method: 'POST' | 'PUT'; path: string; preview: string; body: object };

const creating = (body: object): Write => ({
  method: 'POST',
  path: '/bookings',
  preview: '/bookings/preview',
  body,
});
const changing = (id: string, body: object): Write => ({
  method: 'PUT',
  path: `/bookings/${id}`,
  preview: `/bookings/${id}/preview`,
  body,
});
const cancelling = (id: string, body: object): Write => ({
  method: 'POST',
  path: `/bookings/${id}/cancel`,
  preview: `/bookings/${id}/cancel/preview`,
  body,
});

/**
 * An answer in which ids that were not there before, codes of new bookings and numbers of new invoices have no value.
 */
function withoutNew(value: Json, known: ReadonlySet<string>, code: string | undefined): Json {
  const text = JSON.stringify(value).replace(/[0-9a-f-]{36}/g, (id) => (known.has(id) ? id : 'new'));
  const read = JSON.parse(code === undefined ? text : text.replaceAll(code, 'CODE'));
  for (const invoice of read.folio?.invoices ?? []) if (invoice.id === 'new') invoice.number = null;
  return read;
}

const idsIn = (value: Json): string[] => JSON.stringify(value).match(/[0-9a-f-]{36}/g) ?? [];

/** The preview leaves no trace, and the write then does the same. Returns the write's answer. */
async function expectDeedAsPreviewed(inn: Inn, write: Write): Promise<Answer> {
  const isNew = write.path === '/bookings';
  const id = write.path.split('/')[2] ?? '';
  const before = isNew ? null : await inn.read(`/bookings/${id}`);
  const folioBefore = isNew ? null : await inn.folio(id);
  const digest = await digestOf(world.db, inn.teamId);
  const headers = { 'idempotency-key': 'previews ignore this' };
  const preview = await inn.send('POST', write.preview, write.body, headers);
  expect(await digestOf(world.db, inn.teamId)).toEqual(digest);

  const deed = await inn.send(write.method, write.path, write.body);
  if (preview.status !== 200) {
    expect([deed.status, deed.body]).toEqual([preview.status, preview.body]);
    return deed;
  }
  expect(deed.status).toBe(isNew ? 201 : 200);
  const made = deed.body.data;
  const shown = preview.body.data;
  const known = new Set([...idsIn(before), ...idsIn(folioBefore), inn.listing.id, made.unit?.id ?? '']);
  const stored = { booking: made, folio: await inn.folio(made.id) };
  const code = isNew ? made.confirmation_code : undefined;
  expect(
    withoutNew(
      { booking: shown.booking, folio: shown.folio },
      known,
      isNew ? shown.booking.confirmation_code : code,
    ),
  ).toEqual(withoutNew(stored, known, code));
  const previous = before?.grand_total ?? null;
  expect([shown.previous_total, shown.difference]).toEqual([previous, made.grand_total - (previous ?? 0)]);
  return deed;
}

describe('previews', () => {
  it('the preview of a new booking shows what creating it then does, and leaves no trace', async () => {
    const inn = await openInn(world, TERMS);
    const { body } = await expectDeedAsPreviewed(inn, creating(inn.newBooking({ status: 'pending' })));
    expect(body.data).toMatchObject({ status: 'pending', grand_total: 40_000 });
  });

  it('the preview of a hold for a known guest with a coupon shows what creating it then does', async () => {
    const inn = await openInn(world, TERMS);
    await buildCoupon(world, { teamId: inn.teamId, code: 'TEN', percentPpm: 100_000, maxRedemptions: 1 });
    const guest = { name: 'Bea', email: 'bea@example.com' };
    const first = await inn.book({ check_in: day(20), check_out: day(22), guest });
    const booking = inn.newBooking({ guest, coupon_code: 'ten', status: 'pending', expires_in: 60 });
    const { body } = await expectDeedAsPreviewed(inn, creating(booking));
    expect(body.data).toMatchObject({ guest_id: first.guest_id, coupon_code: 'TEN', grand_total: 36_000 });
  });

  it('the preview of a booking of a whole building shows what creating it then does', async () => {
    const inn = await openBuilding(world, { Doubles: ['1', '2'] });
    await expectDeedAsPreviewed(inn, creating(inn.newBooking()));
  });

  it('the preview of a change of dates, guests, texts and the guest’s record shows what the change then does', async () => {
    const inn = await openInn(world, TERMS);
    await buildFee(world, { teamId: inn.teamId, basis: 'guest', amountCents: 1_000 });
    const { id } = await inn.book();
    const { data } = (
      await expectDeedAsPreviewed(
        inn,
        changing(id, { check_out: day(7), number_of_guests: 3, notes: 'Late.', guest: { name: 'Bea L.' } }),
      )
    ).body;
    expect(data).toMatchObject({ nights: 7, notes: 'Late.', guest: { name: 'Bea L.' } });
    await expectDeedAsPreviewed(inn, changing(id, {}));
  });

  it('the preview of a cancellation shows what cancelling then does', async () => {
    const inn = await openInn(world, TERMS);
    const { id } = await inn.book();
    const { payments } = await inn.folio(id);
    await inn.data(inn.send('PUT', `/bookings/${id}/payments/${payments[0].id}`, { status: 'paid' }));
    const { body } = await expectDeedAsPreviewed(inn, cancelling(id, { reason: 'Storm.', fee: 5_000 }));
    expect(body.data).toMatchObject({ status: 'cancelled', cancellation_reason: 'Storm.' });
  });

  it.each<[string, (inn: Inn) => Promise<Write>]>([
    [
      'a stay that is not available',
      async (inn) => {
        await inn.book();
        return creating(inn.newBooking());
      },
    ],
    ['invalid fields', async () => creating({ check_in: 'soon' })],
    [
      'ids of nobody',
      async (inn) => creating(inn.newBooking({ listing_id: '01943600-0000-7000-8000-ffffffffffff' })),
    ],
    ['another price', async (inn) => creating(inn.newBooking({ expected_total: 1 }))],
    ['too many guests', async (inn) => changing((await inn.book()).id, { number_of_guests: 5 })],
    [
      'a cancelled booking',
      async (inn) => {
        const { id } = await inn.book();
        await inn.data(inn.cancel(id));
        return changing(id, { special_requests: 'x' });
      },
    ],
    [
      'a second cancellation',
      async (inn) => {
        const { id } = await inn.book();
        await inn.data(inn.cancel(id));
        return cancelling(id, {});
      },
    ],
    [
      'a lapsed hold',
      async (inn) => {
        const { id } = await inn.book({ status: 'pending', expires_in: 1 });
        world.clock.set('2031-05-05T10:01:00Z');
        return changing(id, { special_requests: 'x' });
      },
    ],
    [
      'a lapsed hold that is cancelled',
      async (inn) => {
        const { id } = await inn.book({ status: 'pending', expires_in: 1 });
        world.clock.set('2031-05-05T10:01:00Z');
        return cancelling(id, {});
      },
    ],
    [
      'a booking whose check-out has passed',
      async (inn) => {
        const { id } = await inn.book();
        world.clock.set('2031-07-01T10:00:00Z');
        return changing(id, { special_requests: 'x' });
      },
    ],
  ])('a preview is refused like the write that it previews: %s', async (_what, prepare) => {
    const inn = await openInn(world, TERMS);
    const deed = await expectDeedAsPreviewed(inn, await prepare(inn));
    expect([409, 422]).toContain(deed.status);
  });

  it('the preview of a booking with nights and a coupon of a lapsed hold shows what creating it then does', async () => {
    const inn = await openInn(world, TERMS);
    await buildCoupon(world, { teamId: inn.teamId, code: 'ONCE', maxRedemptions: 1 });
    const hold = await inn.book({ status: 'pending', expires_in: 1, coupon_code: 'ONCE' });
    world.clock.set('2031-05-05T10:01:00Z');
    await expectDeedAsPreviewed(inn, creating(inn.newBooking({ coupon_code: 'once' })));
    expect(await inn.read(`/bookings/${hold.id}`)).toMatchObject({ status: 'cancelled' });
  });

  it('a preview with the ETag of an earlier state is a 412', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const { headers } = await inn.send('GET', `/bookings/${id}`);
    const current = { 'if-match': String(headers.etag) };
    const preview = () => inn.send('POST', `/bookings/${id}/preview`, { notes: 'x' }, current);
    expect((await preview()).status).toBe(200);
    await inn.data(inn.change(id, { notes: 'y' }));
    expect((await preview()).status).toBe(412);
  });

  it('the preview of a change or cancellation of an unknown booking is a 404', async () => {
    const inn = await openInn(world);
    const id = '01943600-0000-7000-8000-ffffffffffff';
    for (const path of [`/bookings/${id}/preview`, `/bookings/${id}/cancel/preview`])
      expect((await inn.send('POST', path, {})).status).toBe(404);
  });
});

type Drawn = { kind: 'create' | 'change' | 'cancel' | 'wait'; which: number; body: Record<string, unknown> };

const stay = fc
  .record({ from: fc.integer({ min: 0, max: 12 }), nights: fc.integer({ min: 1, max: 6 }) })
  .map(({ from, nights }) => ({ check_in: day(from), check_out: day(from + nights) }));
const guests = fc.integer({ min: 1, max: 5 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const created = fc
  .record({
    stay,
    number_of_guests: guests,
    coupon_code: optional(fc.constantFrom('ten', 'once')),
    hold: optional(fc.constantFrom(1, 60)),
    override_rules: optional(fc.boolean()),
    expected_total: optional(fc.constantFrom(20_000, 40_000)),
    email: optional(fc.constantFrom('a@example.com', 'b@example.com')),
  })
  .map(({ stay: dates, hold, email, ...rest }) => ({
    ...dates,
    ...rest,
    ...(hold === undefined ? {} : { status: 'pending', expires_in: hold }),
    guest: { name: 'Drawn', ...(email === undefined ? {} : { email }) },
  }));
const changed = fc
  .record({
    stay: optional(stay),
    number_of_guests: optional(guests),
    notes: optional(fc.constantFrom('a', null)),
    expires_in: optional(fc.constantFrom(5, null)),
    expected_total: optional(fc.constantFrom(20_000, 40_000)),
    email: optional(fc.constantFrom('a@example.com', null)),
  })
  .map(({ stay: dates, email, ...rest }) => ({
    ...dates,
    ...rest,
    ...(email === undefined ? {} : { guest: { email } }),
  }));
const drawnOf = (kind: Drawn['kind'], body: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Drawn> =>
  fc.record({ kind: fc.constant(kind), which: fc.nat(20), body });
const step: fc.Arbitrary<Drawn> = fc.oneof(
  { weight: 4, arbitrary: drawnOf('create', created) },
  { weight: 4, arbitrary: drawnOf('change', changed) },
  {
    weight: 2,
    arbitrary: drawnOf('cancel', fc.record({ fee: optional(fc.integer({ min: 0, max: 60_000 })) })),
  },
  { weight: 1, arbitrary: drawnOf('wait', fc.constant({})) },
);
/** Waits that let the shorter holds lapse. Together they are shorter than the way to the first night. */
const WAIT_MS = 120_000;

it('previews of randomly drawn bookings, changes and cancellations show what these then do', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 12 }), async (steps) => {
      world.clock.set(TEST_NOW);
      const inn = await openInn(world, { ...TERMS, units: ['A', 'B'] });
      await buildFee(world, { teamId: inn.teamId, basis: 'guest_night', amountCents: 150 });
      await buildCoupon(world, { teamId: inn.teamId, code: 'TEN', percentPpm: 100_000, minNights: 3 });
      await buildCoupon(world, { teamId: inn.teamId, code: 'ONCE', percentPpm: 50_000, maxRedemptions: 1 });
      const ids: string[] = [(await inn.book({ override_rules: true })).id];
      for (const { kind, which, body } of steps) {
        const id = ids[which % ids.length] ?? '';
        if (kind === 'wait') {
          world.clock.set(new Date(world.clock.now().getTime() + WAIT_MS).toISOString());
          continue;
        }
        const write = {
          create: () => creating({ ...inn.newBooking(), ...body }),
          change: () => changing(id, body),
          cancel: () => cancelling(id, body),
        }[kind]();
        const { status, body: answer } = await expectDeedAsPreviewed(inn, write);
        if (status === 201) ids.push(answer.data.id);
      }
      await expectSound(world);
    }),
    { numRuns: Number(process.env.PREVIEW_RUNS ?? 3), seed },
  );
});
