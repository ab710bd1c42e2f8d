/** Texts in Unicode's composed form (docs/rules.md, 2.6). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { type Json, openInn } from '../helpers/bookings.ts';
import { buildCoupon, buildFee } from '../helpers/factories.ts';
import { openSite } from '../helpers/site.ts';

const world = await openSharedApp();

const COMPOSED = 'José É';
const APART = COMPOSED.normalize('NFD');
const query = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;

it('texts are stored in composed Unicode form (NFC), and found by composed and decomposed searches', async () => {
  const inn = await openInn(world);
  const guest = await inn.data(inn.send('POST', '/guests', { name: APART, notes: APART }), 201);
  expect(guest).toMatchObject({ name: COMPOSED, notes: COMPOSED });
  await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { address: { city: APART } }));
  for (const form of [COMPOSED, APART, APART.toLowerCase()]) {
    expect((await inn.send('GET', `/guests?${query('search', form)}`)).body.data).toHaveLength(1);
    const found = await inn.send(
      'GET',
      `/search?check_in=2031-07-01&check_out=2031-07-03&${query('city', form)}`,
    );
    expect(found.body.data).toHaveLength(1);
  }
  expect((await inn.data(inn.send('PUT', `/guests/${guest.id}`, { name: APART }))).name).toBe(COMPOSED);
});

it('a name or code that differs only in Unicode composition counts as the same', async () => {
  const inn = await openInn(world);
  const unit = { name: COMPOSED };
  await inn.data(inn.send('POST', `/listings/${inn.listing.id}/units`, unit), 201);
  const again = await inn.send('POST', `/listings/${inn.listing.id}/units`, { name: APART });
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['name']]);
  await inn.data(inn.send('POST', '/coupons', { code: APART, percent: 10 }), 201);
  for (const form of [COMPOSED, APART, APART.toLowerCase()]) {
    expect(await inn.read(`/coupons/${encodeURIComponent(form)}`)).toMatchObject({ code: COMPOSED });
    expect(
      (
        await inn.quote(inn.listing.id, {
          check_in: '2031-07-01',
          check_out: '2031-07-03',
          guests: 2,
          coupon_code: form,
        })
      ).body.data.price.discount_amount,
    ).toBe(2_000);
  }
  expect(await inn.book({ coupon_code: APART })).toMatchObject({ coupon_code: COMPOSED });
});

it('lengths are counted in code points after composition, and web addresses are not composed', async () => {
  const inn = await openInn(world);
  const longest = 'é'.repeat(255);
  const named = await inn.data(inn.send('POST', '/guests', { name: longest.normalize('NFD') }), 201);
  expect(named.name).toBe(longest);
  const family = '👨‍👩‍👧';
  expect((await inn.send('POST', '/guests', { name: family.repeat(51) })).status).toBe(201);
  expect((await inn.send('POST', '/guests', { name: family.repeat(52) })).status).toBe(422);
  expect((await inn.send('POST', '/guests', { name: `${longest}é` })).status).toBe(422);
  const url = `https://p.example/${APART}.jpg`;
  const { photos } = await inn.data(
    inn.send('PUT', `/listings/${inn.listing.id}/photos`, { photos: [{ original_url: url }] }),
  );
  expect(photos[0].original_url).toBe(url);
});

it('texts from the booking site are composed too', async () => {
  const site = await openSite(world);
  await site.requested({ guest: { name: APART, email: 'jose@example.com' }, special_requests: APART });
  const [booking] = (await site.read('/bookings')) as Json[];
  expect(booking).toMatchObject({ guest: { name: COMPOSED }, special_requests: COMPOSED });
});

it('old codes that differ only in Unicode composition are found as they are written', async () => {
  const inn = await openInn(world);
  const { teamId } = inn;
  for (const [code, percentPpm] of [
    [COMPOSED, 100_000],
    [APART, 200_000],
  ] as const) {
    await buildCoupon(world, { teamId, code, codeKey: code.toLowerCase(), percentPpm });
    await buildFee(world, { teamId, code, optional: true, maxQuantity: 1 });
    expect(await inn.read(`/fees/${encodeURIComponent(code)}`)).toMatchObject({ code });
  }
  const stay = (n: number) => ({ check_in: `2031-07-0${n}`, check_out: `2031-07-0${n + 1}` });
  expect(await inn.book({ ...stay(1), coupon_code: APART })).toMatchObject({
    coupon_code: APART,
    discount_total: 2_000,
  });
  expect(await inn.book({ ...stay(2), coupon_code: COMPOSED })).toMatchObject({
    coupon_code: COMPOSED,
    discount_total: 1_000,
  });
  expect((await inn.send('DELETE', `/fees/${encodeURIComponent(APART)}`)).status).toBe(204);
  expect((await inn.send('GET', `/fees/${encodeURIComponent(COMPOSED)}`)).status).toBe(200);
});
