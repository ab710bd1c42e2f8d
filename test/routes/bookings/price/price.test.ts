/** The price of a booking is the quote's (docs/rules.md, 9.3), for random stays, guests, charges and coupons. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestApp, TEST_NOW, type TestApp } from '../../../helpers/app.ts';
import { propertyRuns } from '../../../helpers/arbitraries.ts';
import { expectSound, type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import {
  buildCoupon,
  buildDayOverride,
  buildDiscount,
  buildFee,
  buildSeason,
  buildTax,
  day,
} from '../../../helpers/factories.ts';

/** Fewer than of other properties, as each writes bookings: 25 and 13, or as many more as PROPERTY_RUNS says. */
const RUNS = Math.ceil(propertyRuns / 40);
const CHANGES = Math.ceil(propertyRuns / 80);
/** Late enough that other lead-time discounts would apply. */
const LATER = '2031-05-25';

const opened: TestApp[] = [];
afterEach(() => Promise.all(opened.splice(0).map((world) => world.close())));

/** A database of its own for each test, so that a slow test does not disturb others. */
async function openWorld(): Promise<TestApp> {
  const world = await openTestApp();
  opened.push(world);
  return world;
}

/** A team with every kind of charge. */
async function openPriced(): Promise<{ world: TestApp; inn: Inn }> {
  const world = await openWorld();
  const terms = {
    includedGuests: 2,
    extraGuestNightlyCents: 1_333,
    weekendNightlyCents: 12_345,
    maxGuests: 1_000,
  };
  const inn = await openInn(world, { listing: { nightlyCents: 9_999, ...terms }, units: ['A', 'B'] });
  const { teamId, listing } = inn;
  const keys = { teamId, listingId: listing.id };
  await buildSeason(world, { ...keys, startDate: day(10), endDate: day(20), nightlyCents: 15_557 });
  await buildDayOverride(world, { ...keys, date: day(12), nightlyCents: 33_333 });
  await buildDiscount(world, { teamId, minNights: 5, percentPpm: 88_750 });
  await buildDiscount(world, { teamId, kind: 'early_bird', daysBefore: 40, percentPpm: 123_456 });
  await buildDiscount(world, { teamId, kind: 'last_minute', daysBefore: 10, percentPpm: 50_000 });
  await buildFee(world, { teamId, code: 'guests', basis: 'guest_night', amountCents: 77, taxable: true });
  await buildFee(world, { teamId, code: 'service', basis: 'percent', percentPpm: 35_000 });
  await buildTax(world, { teamId, code: 'city', basis: 'guest_night', amountCents: 201, maxNights: 7 });
  await buildTax(world, { teamId, code: 'vat', percentPpm: 60_000 });
  await buildTax(world, { teamId, code: 'inside', percentPpm: 230_000, included: true });
  await buildCoupon(world, { teamId, code: 'Tenth', percentPpm: 101_010, minNights: 2 });
  await buildCoupon(world, { teamId, code: 'Fixed', amountCents: 12_345 });
  return { world, inn };
}

const stay = fc
  .record({
    from: fc.integer({ min: -25, max: 60 }),
    nights: fc.integer({ min: 1, max: 12 }),
    guests: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 1_000 })),
  })
  .map(({ from, nights, guests }) => ({ check_in: day(from), check_out: day(from + nights), guests }));
const coupon = fc.constantFrom(null, null, 'tenth', 'FIXED', 'nobody');

type StayRequest = { check_in: string; check_out: string; guests: number };

const quoteOf = (inn: Inn, request: StayRequest, couponCode: string | null) =>
  inn.quote(inn.listing.id, { ...request, ...(couponCode === null ? {} : { coupon_code: couponCode }) });

const bodyOf = ({ check_in, check_out, guests }: StayRequest) => ({
  check_in,
  check_out,
  number_of_guests: guests,
});

/** The fields of a price that a quote and a booking share. */
const priceOfQuote = ({ price }: Json) => ({
  accommodation_total: price.accommodation_total,
  discount_total: price.discount_amount,
  fees_total: price.fees_total,
  taxes_total: price.taxes_total,
  grand_total: price.grand_total,
  currency: price.currency,
  coupon_code: price.coupon_code,
  price_breakdown: price.price_breakdown,
});
const priceOfBooking = (booking: Json) =>
  Object.fromEntries(Object.keys(priceOfQuote({ price: {} })).map((field) => [field, booking[field]]));

const freeAgain = (inn: Inn) =>
  inn.send('GET', '/bookings?status=confirmed,pending&per_page=100').then(async ({ body }) => {
    for (const { id } of body.data) await inn.data(inn.cancel(id));
  });

it('a booking in another currency than its listing’s is never priced from the listing’s amounts', async () => {
  const world = await openWorld();
  const inn = await openInn(world, { units: ['A', 'B'] });
  const [a, b] = inn.units;
  const made = await inn.book();
  // As an import makes a booking from elsewhere.
  await world.db.execute(`update bookings set currency = 'USD'`);
  const { unit, grand_total } = await inn.read(`/bookings/${made.id}`);
  for (const change of [
    { check_out: day(6) },
    { number_of_guests: 1 },
    { override_rules: true, check_in: day(1) },
  ]) {
    const refused = await inn.change(made.id, change);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { currency: [expect.stringContaining('USD')] },
    ]);
  }
  const unit_id = unit.id === a?.id ? b?.id : a?.id;
  const moved = await inn.data(inn.change(made.id, { unit_id, notes: 'Moved', check_out: made.check_out }));
  expect(moved).toMatchObject({ currency: 'USD', grand_total, unit: { id: unit_id } });
});

describe('quote and booking', () => {
  it(`quote and new booking agree to the cent and line by line, or are refused alike (${RUNS} random stays)`, async () => {
    const { world, inn } = await openPriced();
    await fc.assert(
      fc.asyncProperty(stay, coupon, async (request, couponCode) => {
        const quote = await quoteOf(inn, request, couponCode);
        const booked = await inn.tryBook({ ...bodyOf(request), coupon_code: couponCode });
        if (quote.status === 200 && quote.body.data.available) {
          expect(booked.status).toBe(201);
          expect(priceOfBooking(booked.body.data)).toEqual(priceOfQuote(quote.body.data));
          if (booked.body.data.id.endsWith('0')) await freeAgain(inn);
          return;
        }
        expect(booked.status).toBe(422);
        const messages: Record<string, string[]> = quote.status === 422 ? quote.body.errors : {};
        for (const { code, message } of quote.body.data?.reasons ?? []) {
          const field = code === 'guests_exceeded' ? 'number_of_guests' : 'availability';
          messages[field] = [...(messages[field] ?? []), message];
        }
        // A quote with a refused coupon reports nothing else. A booking reports all problems.
        if (quote.status === 200) expect(booked.body.errors).toEqual(messages);
        else expect(booked.body.errors).toMatchObject(messages);
      }),
      { numRuns: RUNS },
    );
    await freeAgain(inn);
    await expectSound(world);
  });

  it(`a changed booking costs what a quote of the new stay costs, without its own nights in the way (${CHANGES} random changes)`, async () => {
    const { world, inn } = await openPriced();
    await fc.assert(
      fc.asyncProperty(stay, stay, coupon, fc.boolean(), async (first, second, couponCode, isLater) => {
        world.clock.set(TEST_NOW);
        const free = await quoteOf(inn, second, couponCode === 'nobody' ? null : couponCode);
        const made = await inn.tryBook({ ...bodyOf(first), coupon_code: couponCode });
        if (made.status !== 201) return;
        // The lead time is still counted from the day of booking, so that day's quote is the reference.
        const isMoved = isLater && first.check_out > LATER;
        if (isMoved) world.clock.set(`${LATER}T00:00:00Z`);
        const changed = await inn.change(made.body.data.id, bodyOf(second));
        const isTheSame = first.check_in === second.check_in && first.check_out === second.check_out;
        if (free.status === 422) {
          // The coupon's only condition on the stay is two nights. A stay that breaks it gives the coupon back.
          world.clock.set(TEST_NOW);
          const bare = (await quoteOf(inn, second, null)).body.data;
          if (changed.status === 200 && !isTheSame)
            expect(priceOfBooking(changed.body.data)).toEqual(priceOfQuote(bare));
        } else if (free.body.data.available && (!isMoved || second.check_in >= LATER)) {
          expect(changed.status).toBe(200);
          expect(priceOfBooking(changed.body.data)).toEqual(priceOfQuote(free.body.data));
        }
        world.clock.set(TEST_NOW);
        await inn.data(inn.cancel(made.body.data.id));
      }),
      { numRuns: CHANGES },
    );
    await expectSound(world);
  });
});

it('price lines of a booking are a snapshot: later rates affect it only if its stay changes', async () => {
  const world = await openWorld();
  const own = await openInn(world);
  const made = await own.book();
  await world.db.execute(`update listings set nightly_cents = 77700 where team_id = ${own.teamId}`);
  expect(await own.data(own.change(made.id, { notes: 'Late.' }))).toEqual({ ...made, notes: 'Late.' });
  const moved = await own.data(own.change(made.id, { number_of_guests: 3 }));
  expect(moved.grand_total).toBe(4 * 77_700);
});
