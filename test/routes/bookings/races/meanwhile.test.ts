/** Writes that wait for somebody else's transaction, and what they find once it has ended. */
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../../src/metrics.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Answer, at, type Json, openInn } from '../../../helpers/bookings.ts';
import { openClient } from '../../../helpers/database.ts';
import { buildBooking, buildCoupon, buildGuest, day } from '../../../helpers/factories.ts';
import { openSite } from '../../../helpers/site.ts';
import { untilSomebodyWaits } from '../../../helpers/waiting.ts';

const metrics = createMetrics();
const world = await openSharedApp({ metrics });

const NO_LISTING = { listing_id: ['The team has no listing with this id.'] };
const NO_GUEST = { guest_id: ['The team has no guest with this id.'] };

/** The answer to a write that waits for `locking`, the beginning of a transaction that then does `change` and ends. */
async function answerAfter(
  locking: string,
  send: () => Promise<Answer>,
  change = 'select',
): Promise<Pick<Answer, 'status' | 'body'>> {
  const rival = await openClient(world.url);
  try {
    await rival.query('begin');
    await rival.query(locking);
    const answer = send();
    await untilSomebodyWaits(world);
    await rival.query(change);
    await rival.query('commit');
    const { status, body } = await answer;
    return { status, body };
  } finally {
    await rival.end();
  }
}

/** How many bookings the metrics count that were refused for none of the usual reasons. */
const refusedForOtherReasons = async () =>
  Number(/^innkeep_bookings_refused_total\{reason="other"\} (\d+)$/m.exec(await metrics.text())?.[1] ?? 0);

const refusal = (errors: Record<string, string[]>) => ({
  status: 422,
  body: {
    message: expect.any(String),
    errors,
    codes: Object.fromEntries(Object.keys(errors).map((field) => [field, [expect.any(String)]])),
  },
});

describe('a new booking that waits for a lock', () => {
  const withoutListing = (teamId: number) => [
    `delete from units where team_id = ${teamId}`,
    `delete from listings where team_id = ${teamId}`,
  ];
  const withoutGuest = (teamId: number) => [`delete from guests where team_id = ${teamId}`];
  it.each<[string, (teamId: number) => string[], Record<string, string[]>]>([
    ['listing is deleted', withoutListing, NO_LISTING],
    ['guest is deleted', withoutGuest, NO_GUEST],
    [
      'listing and guest are deleted',
      (teamId) => [...withoutListing(teamId), ...withoutGuest(teamId)],
      { ...NO_LISTING, ...NO_GUEST },
    ],
    [
      'guest is erased',
      (teamId) => [`update guests set erased_at = now() where team_id = ${teamId}`],
      { guest_id: ['This guest has been erased.'] },
    ],
  ])('a new booking is refused if its %s while it waits for a lock', async (_what, change, errors) => {
    const inn = await openInn(world);
    const { teamId } = inn;
    const { id: guest_id } = await buildGuest(world, { teamId });
    const lock = `select from units where team_id = ${teamId} for update`;
    const send = () => inn.tryBook({ guest: undefined, guest_id });
    const before = await refusedForOtherReasons();
    expect(await answerAfter(lock, send, change(teamId).join(';'))).toEqual(refusal(errors));
    expect(await refusedForOtherReasons()).toBe(before + 1);
  });

  it('a booking on the site is refused if its listing is deleted while it waits for a lock', async () => {
    const site = await openSite(world);
    const lock = `select from units where team_id = ${site.teamId} for update`;
    const change = withoutListing(site.teamId).join(';');
    expect(await answerAfter(lock, () => site.request(), change)).toEqual(
      refusal({ listing: ['The booking site has no listing with this slug.'] }),
    );
  });

  it('a new booking is refused if its coupon ends while it waits for a lock, and a change of a booking does not wait for the coupon', async () => {
    const inn = await openInn(world);
    const { teamId } = inn;
    await buildCoupon(world, { teamId, code: 'TEN', percentPpm: 100_000 });
    const { id } = await inn.book({ coupon_code: 'ten' });
    const lock = `select from coupons where team_id = ${teamId} for update`;
    const send = async () => {
      expect(await inn.data(inn.change(id, { check_out: day(5) }))).toMatchObject({ discount_total: 5_000 });
      return inn.tryBook({ coupon_code: 'ten', check_in: day(10), check_out: day(11) });
    };
    const end = `update coupons set active = false where team_id = ${teamId}`;
    expect(await answerAfter(lock, send, end)).toEqual(refusal({ coupon_code: [expect.any(String)] }));
  });
});

describe('a change that waits for a lock', () => {
  it('a change is refused if another guest gets its email while it waits for a lock', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const rivals = `insert into guests (team_id, id, name, email, email_key, search_text, created_at, updated_at)
      values (${inn.teamId}, gen_random_uuid(), 'Ida', 'ida@example.com', 'ida@example.com', 'ida', now(), now())`;
    const send = () => inn.change(id, { notes: 'x', guest: { email: 'Ida@example.com' } });
    const { status, body } = refusal({ 'guest.email': ['Another guest of the team has this email.'] });
    // The change runs again, so that the refusal can say who has the email.
    const existing = { 'guest.email': expect.any(String) };
    expect(await answerAfter(rivals, send)).toEqual({ status, body: { ...body, existing } });
    expect((await inn.read(`/bookings/${id}`)).notes).toBe(null);
  });

  it('a change is refused if its nights are taken in spite of all locks', async () => {
    const inn = await openInn(world);
    const { teamId } = inn;
    const { id } = await inn.book();
    const elsewhere = await buildBooking(world, { teamId, listingId: inn.listing.id });
    const rivals = `insert into occupancies (team_id, unit_id, start_date, end_date, booking_id)
      values (${teamId}, '${at(inn.units, 0).id}', '${day(5)}', '${day(6)}', '${elsewhere.id}')`;
    expect(await answerAfter(rivals, () => inn.change(id, { check_out: day(6) }))).toEqual(
      refusal({ availability: ['This place is not available for the whole stay.'] }),
    );
  });
});

it('a booking that is cancelled while a cancellation waits for it is not cancelled again', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const ofBooking = `where team_id = ${inn.teamId} and id = '${id}'`;
  const { status, body } = await answerAfter(
    `select from bookings ${ofBooking} for update`,
    () => inn.cancel(id),
    `update bookings set status = 'cancelled', cancelled_at = now() ${ofBooking}`,
  );
  expect([status, body.message]).toEqual([422, 'A cancelled booking cannot be cancelled.']);
});

it('a lapsed hold that is confirmed while a booking waits for its nights keeps them, and another hold is cancelled instead', async () => {
  const inn = await openInn(world, { units: ['A', 'B', 'C'] });
  const holds: Json[] = [];
  for (let n = 0; n < 3; n += 1) holds.push(await inn.book({ status: 'pending', expires_in: 30 }));
  world.clock.set('2031-05-05T10:30:00Z');
  const ofFirst = `where team_id = ${inn.teamId} and`;
  const { status, body } = await answerAfter(
    `select from bookings ${ofFirst} id = '${holds[0].id}' for update`,
    () => inn.tryBook(),
    `update bookings set status = 'confirmed', confirmed_at = now(), expires_at = null ${ofFirst} id = '${holds[0].id}';
     update occupancies set expires_at = null ${ofFirst} booking_id = '${holds[0].id}'`,
  );
  expect([status, body.data.unit.name]).toEqual([201, 'B']);
  const after = await Promise.all(holds.map(({ id }) => inn.read(`/bookings/${id}`)));
  expect(after.map((one) => one.status)).toEqual(['confirmed', 'cancelled', 'pending']);
  expect((await inn.events(holds[0].id)).map(({ type }: Json) => type)).toEqual(['booking.created']);
});
