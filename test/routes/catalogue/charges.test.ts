import { describe, expect, it } from 'vitest';
import {
  couponFields,
  discountFields,
  extraFields,
  feeFields,
  taxFields,
  taxPriceFields,
} from '../../../src/schemas/charges/fields.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Inn, openInn, storm, tally, times } from '../../helpers/bookings.ts';
import { buildListing, buildTax, day } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';
import { eventsIn } from '../events/team-events.ts';

// With one connection, because a storm waits for the end of all others.
const world = await openSharedApp({ poolMax: 1 });

const FEE = { code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5_000 };
const TAX = { code: 'vat', name: 'VAT', basis: 'percent', percent: 6 };
const DISCOUNT = { code: 'week', name: 'A week', kind: 'length_of_stay', min_nights: 7, percent: 10 };
const COUPON = { code: 'Spring15', percent: 15 };
const FOR_EVERYBODY = { ages: null, valid_from: null, valid_until: null };
const WHOLE_FEE = {
  ...listBlanks({ ...feeFields, ...extraFields }),
  ...FEE,
  percent: null,
  taxable: false,
  optional: false,
  max_quantity: null,
  ...FOR_EVERYBODY,
  listings: null,
};
const WHOLE_TAX = {
  ...listBlanks({ ...taxPriceFields, ...taxFields }),
  ...TAX,
  amount: null,
  applies_to: ['accommodation', 'fees'],
  included: false,
  max_nights: null,
  exempt_from_nights: null,
  max_amount: null,
  ...FOR_EVERYBODY,
  listings: null,
};
const WHOLE_DISCOUNT = { ...listBlanks(discountFields), ...DISCOUNT, days_before: null, listings: null };
const WHOLE_COUPON = {
  ...listBlanks(couponFields),
  ...COUPON,
  amount: null,
  active: true,
  valid_from: null,
  valid_until: null,
  stay_from: null,
  stay_until: null,
  min_nights: null,
  max_redemptions: null,
  redemptions: 0,
  listings: null,
};

/** A charge of each kind, what comes of it, a change, what comes of that, and bodies that are refused. */
const KINDS = {
  fees: {
    kind: 'fee',
    made: [FEE, WHOLE_FEE],
    changed: [
      { basis: 'percent', percent: 3.5 },
      { basis: 'percent', percent: 3.5, amount: null },
    ],
    broken: { code: '', basis: 'day', amount: -1, listings: ['nowhere', 7] },
    faults: ['amount', 'basis', 'code', 'listings.1', 'name'],
    contradiction: [{ percent: 5 }, 'percent'],
  },
  taxes: {
    kind: 'tax',
    made: [TAX, WHOLE_TAX],
    changed: [
      { basis: 'guest_night', amount: 200, max_nights: 7, exempt_from_nights: 28 },
      { basis: 'guest_night', amount: 200, percent: null, max_nights: 7, exempt_from_nights: 28 },
    ],
    broken: { ...TAX, percent: 8.12345, applies_to: [], included: null },
    faults: ['applies_to', 'percent'],
    contradiction: [{ amount: 5 }, 'percent'],
  },
  discounts: {
    kind: 'discount',
    made: [DISCOUNT, WHOLE_DISCOUNT],
    changed: [
      { kind: 'early_bird', days_before: 90 },
      { kind: 'early_bird', days_before: 90, min_nights: null },
    ],
    broken: { ...DISCOUNT, min_nights: -1, percent: 101 },
    faults: ['min_nights', 'percent'],
    contradiction: [{ days_before: 3 }, 'min_nights'],
  },
  coupons: {
    kind: 'coupon',
    made: [COUPON, WHOLE_COUPON],
    changed: [
      { amount: 2_000, active: false, min_nights: 2 },
      { amount: 2_000, percent: null, active: false, min_nights: 2 },
    ],
    broken: { code: 'x'.repeat(41), percent: 5.12345, stay_from: 'soon' },
    faults: ['code', 'percent', 'stay_from'],
    contradiction: [{ percent: null }, 'percent'],
  },
} as const;

describe.each(Object.entries(KINDS))('%s', (path, { kind, made, changed, broken, faults, contradiction }) => {
  const [entry, whole] = made;
  const one = `/${path}/${encodeURIComponent(entry.code)}`;

  it('can be made, read, listed, changed and deleted', async () => {
    const { send, read, teamId } = await openInn(world);
    const answer = await send('POST', `/${path}`, entry);
    expect([answer.status, answer.body]).toEqual([201, { data: whole }]);
    expect(await read(one)).toEqual(whole);
    expect((await send('GET', `/${path}`)).body).toMatchObject({ data: [whole], meta: { total: 1 } });
    const [change, difference] = changed;
    const after = { ...whole, ...difference };
    expect((await send('PUT', one, change)).body).toEqual({ data: after });
    // An equal value is no change, and writes no event.
    for (const same of [change, after, {}])
      expect((await send('PUT', one, same)).body).toEqual({ data: after });
    expect((await send('DELETE', one)).status).toBe(204);
    expect((await send('GET', one)).status).toBe(404);
    expect(await eventsIn(world, teamId)).toEqual(
      ['created', 'changed', 'deleted'].map((what) => ({
        type: `charge.${what}`,
        actor: 'Back office',
        data: { kind, code: entry.code },
      })),
    );
  });

  it('are refused with everything that is wrong with them', async () => {
    const { send, read } = await openInn(world);
    const refused = await send('POST', `/${path}`, broken);
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, faults]);
    await send('POST', `/${path}`, entry);
    expect(Object.keys((await send('POST', `/${path}`, entry)).body.errors)).toEqual(['code']);
    const nowhere = await send('POST', `/${path}`, { ...entry, listings: ['nowhere'] });
    expect(Object.keys(nowhere.body.errors)).toEqual(['code', 'listings.0']);
    // PostgreSQL knows no such text, so it is never asked for it.
    for (const given of [broken, {}]) {
      const body = { ...entry, ...given, listings: ['\0'] };
      const unheardOf = await send('POST', `/${path}`, body);
      expect([unheardOf.status, Object.keys(unheardOf.body.errors)]).toEqual([
        422,
        expect.arrayContaining(['listings.0']),
      ]);
    }
    // All names that no listing has are reported.
    const many = await send('POST', `/${path}`, {
      ...entry,
      listings: Array.from({ length: 1_000 }, () => 'nowhere'),
    });
    const ofListings = Object.keys(many.body.errors).filter((name) => name.startsWith('listings.'));
    expect([many.status, ofListings.length]).toEqual([422, 1_000]);
    const [change, field] = contradiction;
    const contradicting = await send('PUT', one, change);
    expect([contradicting.status, Object.keys(contradicting.body.errors ?? {})]).toEqual(
      path === 'taxes' ? [422, ['percent', 'amount']] : [422, expect.arrayContaining([field])],
    );
    expect(await read(one)).toEqual(whole);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(
        (await send(method, `/${path}/${'n'.repeat(41)}`, method === 'GET' ? undefined : {})).status,
      ).toBe(404);
  });

  it('apply only to the listings that they name', async () => {
    const { send, teamId, listing } = await openInn(world);
    const other = await buildListing(world, { teamId });
    const listings = [other.slug, listing.slug].sort();
    const data = await send('POST', `/${path}`, { ...entry, listings: listings.toReversed() });
    expect(data.body.data.listings).toEqual(listings);
    expect((await send('PUT', one, { listings: [] })).body.data.listings).toEqual([]);
    expect((await send('PUT', one, { listings: null })).body.data.listings).toBe(null);
    expect(Object.keys((await send('PUT', one, { listings: ['nowhere'] })).body.errors)).toEqual([
      'listings.0',
    ]);
  });

  it('can be changed by only one of two callers who have read the same version', async () => {
    const { send } = await openInn(world);
    await send('POST', `/${path}`, entry);
    const condition = { 'if-match': String((await send('GET', one)).headers.etag) };
    const answers = await Promise.all(
      [send('PUT', one, { listings: [] }, condition), send('DELETE', one, undefined, condition)].map(
        (x) => x,
      ),
    );
    expect(answers.filter(({ status }) => status >= 400).map(({ status }) => status)).toEqual([
      expect.toSatisfy((status: number) => [404, 412].includes(status)),
    ]);
  });
});

const quoted = async ({ quote, listing }: Inn, more = {}) =>
  (await quote(listing.id, { check_in: day(4), check_out: day(8), ...more })).body;

describe('all charges', () => {
  it('new fees and taxes change quotes, and no bookings that are already made', async () => {
    const inn = await openInn(world);
    const booking = await inn.book();
    await inn.send('POST', '/fees', FEE);
    await inn.send('POST', '/fees', { ...FEE, code: 'none', listings: [] });
    await inn.send('POST', '/taxes', TAX);
    expect(await inn.read(`/bookings/${booking.id}`)).toEqual(booking);
    expect((await quoted(inn)).data.price.grand_total).toBe(45_000 + 2_400);
  });

  it('a charge of a fixed amount cannot apply to a listing in another currency, and at most 198 charges apply to a listing', async () => {
    const inn = await openInn(world, { listing: { currency: 'SEK' } });
    const { teamId, send } = inn;
    for (const charge of ['fees', 'coupons']) {
      const body = {
        code: 'fixed',
        amount: 1,
        ...(charge === 'fees' ? { name: 'Fixed', basis: 'stay' } : {}),
      };
      expect(Object.keys((await send('POST', `/${charge}`, body)).body.errors)).toEqual(['amount']);
      expect((await send('POST', `/${charge}`, { ...body, listings: [] })).status).toBe(201);
      const named = await send('PUT', `/${charge}/fixed`, { listings: [inn.listing.slug] });
      expect(Object.keys(named.body.errors)).toEqual(['amount']);
      const taken = await send('POST', `/${charge}`, { ...body, listings: [inn.listing.slug, 'nowhere'] });
      expect(Object.keys(taken.body.errors).sort()).toEqual(['amount', 'code', 'listings.1']);
    }
    for (let n = 0; n < 198; n += 1) await buildTax(world, { teamId });
    expect(Object.keys((await send('POST', '/discounts', DISCOUNT)).body.errors)).toEqual(['listings']);
    const unknown = await send('POST', '/discounts', {
      ...DISCOUNT,
      listings: [inn.listing.slug, 'nowhere'],
    });
    expect(Object.keys(unknown.body.errors).sort()).toEqual(['listings', 'listings.1']);
    expect((await send('POST', '/discounts', { ...DISCOUNT, listings: [] })).status).toBe(201);
    // One of the 198 may change: it does not count against itself, whether it is for all listings or for one.
    const [{ code }] = (await send('GET', '/taxes?per_page=1')).body.data;
    for (const listings of [[inn.listing.slug], null])
      expect((await send('PUT', `/taxes/${code}`, { name: 'Other', listings })).status).toBe(200);
    expect((await send('PUT', `/taxes/${code}`, { name: 'Another' })).status).toBe(200);
    expect((await send('POST', '/coupons', COUPON)).status).toBe(201);
  });
});

describe('a tax', () => {
  const CITY = { code: 'city', name: 'City tax', basis: 'guest_night', amount: 200 };

  it.each(['stay', 'guest', 'pet'])('takes no max_nights by %s, which counts no nights', async (basis) => {
    const { send } = await openInn(world);
    const refused = await send('POST', '/taxes', { ...CITY, basis, max_nights: 7 });
    expect([refused.status, refused.body.codes]).toEqual([422, { max_nights: ['contradicts'] }]);
    expect((await send('POST', '/taxes', { ...CITY, basis, max_nights: null })).status).toBe(201);
  });

  it('takes no max_nights as a percentage, also if only its basis changes', async () => {
    const { send } = await openInn(world);
    const refused = await send('POST', '/taxes', { ...TAX, max_nights: 7 });
    expect(refused.body.codes).toEqual({ max_nights: ['contradicts'] });
    await send('POST', '/taxes', { ...CITY, max_nights: 7 });
    const change = { basis: 'percent', percent: 5 };
    expect((await send('PUT', '/taxes/city', change)).body.codes).toEqual({ max_nights: ['contradicts'] });
    expect((await send('PUT', '/taxes/city', { ...change, max_nights: null })).status).toBe(200);
  });

  it('is of something only as a percentage, and both is as if not given', async () => {
    const { send } = await openInn(world);
    for (const applies_to of [['accommodation'], ['fees']]) {
      const refused = await send('POST', '/taxes', { ...CITY, applies_to });
      expect([refused.status, refused.body.codes]).toEqual([422, { applies_to: ['contradicts'] }]);
    }
    const share = { ...CITY, amount: undefined, basis: 'percent_guest_night', percent: 5 };
    expect((await send('POST', '/taxes', { ...share, applies_to: ['accommodation'] })).body.codes).toEqual({
      applies_to: ['contradicts'],
    });
    const both = await send('POST', '/taxes', { ...CITY, applies_to: ['fees', 'accommodation'] });
    expect(both.body.data.applies_to).toEqual(['accommodation', 'fees']);
    expect((await send('POST', '/taxes', { ...TAX, applies_to: ['fees'] })).status).toBe(201);
  });

  it('is not owed by a stay of exempt_from_nights or more', async () => {
    const inn = await openInn(world);
    await inn.data(inn.send('POST', '/taxes', { ...CITY, exempt_from_nights: 3 }), 201);
    await inn.data(inn.send('POST', '/taxes', { ...TAX, exempt_from_nights: 4 }), 201);
    for (const [nights, cityCents, vatPercent] of [
      [2, 400, 6],
      [3, 0, 6],
      [4, 0, 0],
    ] as const) {
      const stay = { check_in: day(0), check_out: day(nights), guests: 1 };
      const { price } = (await inn.quote(inn.listing.id, stay)).body.data;
      expect([nights, price.taxes_total]).toEqual([
        nights,
        cityCents + (price.accommodation_total * vatPercent) / 100,
      ]);
    }
    for (const exempt_from_nights of [1, 366, 0, '5', 2.5]) {
      const refused = await inn.send('PUT', '/taxes/city', { exempt_from_nights });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['exempt_from_nights']]);
    }
    expect(
      (await inn.data(inn.send('PUT', '/taxes/city', { exempt_from_nights: null }))).exempt_from_nights,
    ).toBe(null);
  });
});

describe('a coupon', () => {
  it('a coupon that contradicts itself is refused with all contradictions', async () => {
    const { send } = await openInn(world);
    const body = { ...COUPON, amount: 5, stay_from: day(5), stay_until: day(4), listings: ['nowhere'] };
    const refused = await send('POST', '/coupons', body);
    expect(Object.keys(refused.body.errors)).toEqual(['listings.0', 'percent', 'stay_until']);
  });

  it('a coupon is found by its code in any case, shows its redemptions, and cannot be deleted after it was used', async () => {
    const inn = await openInn(world);
    await inn.send('POST', '/coupons', COUPON);
    const { id } = await inn.book({ coupon_code: 'SPRING15' });
    const shown = () => inn.read('/coupons/sPRING15');
    expect(await shown()).toEqual({ ...WHOLE_COUPON, redemptions: 1 });
    expect((await inn.send('GET', '/coupons')).body.data).toEqual([{ ...WHOLE_COUPON, redemptions: 1 }]);
    // As many as there are may be too many from then on.
    expect((await inn.send('PUT', '/coupons/spring15', { max_redemptions: 0 })).status).toBe(200);
    expect(Object.keys((await quoted(inn, { coupon_code: 'spring15' })).errors)).toEqual(['coupon_code']);
    await inn.cancel(id);
    expect((await shown()).redemptions).toBe(0);
    const refused = await inn.send('DELETE', '/coupons/spring15');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['code']]);
    expect((await inn.send('PUT', '/coupons/spring15', { active: false })).body.data.active).toBe(false);
  });

  it('if a coupon is deleted and booked with at once, only one of the two succeeds', async () => {
    const inn = await openInn(world, { units: times(4, (n) => `Unit ${n}`) });
    await storm(world, inn.token, async ({ send }) => {
      for (let round = 0; round < 5; round += 1) {
        const code = `ROUND${round}`;
        await inn.send('POST', '/coupons', { code, percent: 1 });
        const booking = inn.newBooking({
          coupon_code: code,
          check_in: day(round * 9),
          check_out: day(round * 9 + 2),
        });
        const answers = await Promise.all([
          ...times(3, () => send('POST', '/bookings', booking)),
          send('DELETE', `/coupons/${code}`),
        ]);
        const deleted = answers.at(-1)?.status === 204;
        expect(tally(answers)).toEqual(deleted ? { 204: 1, 422: 3 } : { 201: 3, 422: 1 });
      }
    });
  });
});
