import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const DETAILS = {
  name: 'Harbour Stays Lda',
  address: 'Rua do Mar 1\n1100-001 Lisboa',
  tax_number: 'PT 500 100 200',
  footer: 'IBAN PT50 0000',
};
const setTeam = (inn: Inn, body: object) => inn.data(inn.send('PUT', '/team', body));

describe('the numbers of invoices', () => {
  it('the prefix at the moment of issuing stands before the number, which counts on whatever stands before it', async () => {
    const inn = await openInn(world);
    const booking = await inn.book();
    const { id, confirmation_code: code } = booking;
    const numbers = async () => (await inn.folio(id)).invoices.map(({ number }: Json) => number);
    await setTeam(inn, { invoice_prefix: 'INV-2031/' });
    await inn.change(id, { check_out: day(5) });
    await setTeam(inn, { invoice_prefix: 'RÉ9' });
    await inn.change(id, { check_out: day(6) });
    await setTeam(inn, { invoice_prefix: null });
    await inn.change(id, { adjustment: { name: 'Late check-out', amount: 500 } });
    expect((await numbers()).toSorted()).toEqual(
      [`${code}-1`, `INV-2031/${code}-2`, `RÉ9${code}-3`, `${code}-4`].toSorted(),
    );
    await expectSound(world);
  });

  it.each([
    ['x'.repeat(20), 200, 'x'.repeat(20)],
    ['  é№\u{1F3E0}  ', 200, 'é№\u{1F3E0}'],
    ['', 200, null],
    ['x'.repeat(21), 422, null],
    ['a b', 422, null],
    ['a\u200Bb', 422, null],
    ['a\nb', 422, null],
    [7, 422, null],
  ])('a prefix has at most 20 visible characters: %j', async (invoice_prefix, status, stored) => {
    const inn = await openInn(world);
    const answer = await inn.send('PUT', '/team', { invoice_prefix });
    expect(answer.status).toBe(status);
    if (status === 422)
      expect(answer.body.errors).toEqual({
        invoice_prefix: ['The invoice prefix field must be at most 20 visible characters.'],
      });
    expect(await inn.read('/team')).toMatchObject({ invoice_prefix: stored });
  });
});

describe('the team as the seller', () => {
  it('details are merged key by key, and null once nothing is left', async () => {
    const inn = await openInn(world);
    expect(await inn.read('/team')).toMatchObject({ invoice_details: null });
    await setTeam(inn, { invoice_details: { name: DETAILS.name, footer: 'x'.repeat(2_000) } });
    await setTeam(inn, { invoice_details: { address: 'x'.repeat(500), footer: null } });
    expect(await inn.read('/team')).toMatchObject({
      invoice_details: { name: DETAILS.name, address: 'x'.repeat(500), tax_number: null, footer: null },
    });
    await setTeam(inn, { invoice_details: { name: null, address: '' } });
    expect(await inn.read('/team')).toMatchObject({ invoice_details: null });
    await setTeam(inn, { invoice_details: DETAILS });
    await setTeam(inn, { invoice_details: null });
    expect(await inn.read('/team')).toMatchObject({ invoice_details: null });
  });

  it.each([
    [{ name: 'x'.repeat(501) }, 'invoice_details.name'],
    [{ tax_number: 'x'.repeat(501) }, 'invoice_details.tax_number'],
    [{ address: 'x'.repeat(501) }, 'invoice_details.address'],
    [{ footer: 'x'.repeat(2_001) }, 'invoice_details.footer'],
    [[], 'invoice_details'],
  ])('a detail that is too long is refused: %#', async (invoice_details, field) => {
    const inn = await openInn(world);
    const { status, body } = await inn.send('PUT', '/team', { invoice_details });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe('to whom an invoice is addressed', () => {
  const BILLING = { billing_name: 'Lind & Co', billing_address: 'Storgatan 1\n111 22 Stockholm' };

  it('a booking takes a name and an address of several lines, which a change sets and clears', async () => {
    const inn = await openInn(world);
    expect(await inn.book()).toMatchObject({ billing_name: null, billing_address: null });
    const { id } = await inn.book({ check_in: day(10), check_out: day(12), ...BILLING });
    expect(await inn.read(`/bookings/${id}`)).toMatchObject(BILLING);
    await inn.change(id, { billing_name: 'Lind AB' });
    expect((await inn.change(id, { billing_address: '' })).body.data).toMatchObject({
      billing_name: 'Lind AB',
      billing_address: null,
    });
    const events = await inn.events(id);
    expect(events.slice(1).map(({ data }: Json) => data)).toEqual([
      { billing_name: ['Lind & Co', 'Lind AB'] },
      { billing_address: [BILLING.billing_address, null] },
    ]);
    const long = { billing_name: 'x'.repeat(256), billing_address: 'x'.repeat(1_001) };
    const refused = await inn.send('PUT', `/bookings/${id}`, long);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, Object.keys(long)]);
  });

  it('the billing of a booking that is over can be amended, but not changed', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book(BILLING);
    await inn.data(inn.cancel(id));
    const amend = (booking: string, body: object) => inn.send('POST', `/bookings/${booking}/amend`, body);
    const { updated_at, ...cancelled } = await inn.read(`/bookings/${id}`);
    expect(await inn.data(amend(id, { billing_name: 'Lind AB', billing_address: null }))).toMatchObject({
      ...cancelled,
      billing_name: 'Lind AB',
      billing_address: null,
    });
    const [last] = (await inn.events(id)).toReversed();
    expect(last.data).toEqual({
      billing_name: [BILLING.billing_name, 'Lind AB'],
      billing_address: [BILLING.billing_address, null],
    });
    const refused = await inn.change(id, { billing_name: 'Lind' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['status']]);
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({ billing_name: 'Lind AB' });
    const { id: lapsed } = await inn.book({ status: 'pending', expires_in: 30 });
    world.clock.set('2031-05-05T10:30:00Z');
    expect(await inn.data(amend(lapsed, BILLING))).toMatchObject({ status: 'cancelled', ...BILLING });
  });
});
