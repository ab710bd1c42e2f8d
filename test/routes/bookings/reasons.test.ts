/** Why a stay cannot be had, in the 422 that refuses it (docs/rules.md, 7.2). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Answer, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

/** Two nights at least, for three guests at most, and no pets. */
const open = async () => {
  const inn = await openInn(world, {
    team: { siteBookings: 'request' },
    listing: { minStay: 3, maxGuests: 3 },
  });
  await inn.book({ check_in: day(10), check_out: day(14) });
  return inn;
};

const codesOf = ({ status, body }: Answer) => [status, body.reasons?.map(({ code }: Json) => code)];

/** A stay of one night that is taken, for too many guests and with a pet. */
const WRONG = { check_in: day(11), check_out: day(12), number_of_guests: 4, party: { adults: 4, pets: 1 } };
const CODES = ['guests_exceeded', 'pets_exceeded', 'min_stay', 'dates_unavailable'];

it('a new booking, its preview and a request on the site are refused with the reasons of the quote', async () => {
  const inn = await open();
  const query = { check_in: day(11), check_out: day(12), adults: 4, pets: 1 };
  const { reasons } = await inn.data(inn.quote(inn.listing.id, query));
  expect(reasons.map(({ code }: Json) => code)).toEqual(CODES);
  const { slug } = await inn.read('/team');
  const { listing_id: _, guest: __, ...ofSite } = inn.newBooking(WRONG);
  const guest = { name: 'Bea', email: 'bea@example.com' };
  const answers = [
    await inn.tryBook(WRONG),
    await inn.send('POST', '/bookings/preview', inn.newBooking(WRONG)),
    await inn.send('POST', `/public/${slug}/bookings`, {
      ...ofSite,
      listing: inn.listing.slug,
      guest,
      expected_total: 1,
    }),
  ];
  for (const { status, body } of answers) {
    expect({ status, reasons: body.reasons }).toEqual({ status: 422, reasons });
    expect(Object.keys(body)).toEqual(['message', 'errors', 'codes', 'reasons']);
    expect(Object.keys(body.errors)).toEqual(['availability', 'number_of_guests', 'party']);
    expect(Object.values(body.errors).flat().toSorted()).toEqual(
      reasons.map(({ message }: Json) => message).toSorted(),
    );
  }
});

it('a change and its preview are refused only with reasons about what they change', async () => {
  const inn = await open();
  const own = { check_in: day(20), check_out: day(23) };
  const { id } = await inn.book({ ...own, number_of_guests: 4, override_rules: true });
  const cases: [object, string[]][] = [
    [{ number_of_guests: 5 }, ['guests_exceeded']],
    [{ check_out: day(22) }, ['min_stay']],
    [{ check_in: day(11), check_out: day(12) }, ['min_stay', 'dates_unavailable']],
    [{ party: { pets: 1 }, check_in: day(12), check_out: day(15) }, ['pets_exceeded', 'dates_unavailable']],
  ];
  for (const [change, codes] of cases) {
    expect(codesOf(await inn.change(id, change))).toEqual([422, codes]);
    expect(codesOf(await inn.send('POST', `/bookings/${id}/preview`, change))).toEqual([422, codes]);
  }
});

it('with override_rules only the lack of a free unit is a reason', async () => {
  const inn = await open();
  const overridden = await inn.tryBook({ ...WRONG, override_rules: true });
  expect(codesOf(overridden)).toEqual([422, ['dates_unavailable']]);
  expect(overridden.body.reasons).toEqual([
    {
      code: 'dates_unavailable',
      message: overridden.body.message,
      required: null,
      actual: null,
      dates: expect.any(Array),
    },
  ]);
  const { id } = await inn.book({ check_in: day(20), check_out: day(23) });
  const change = { check_in: day(11), check_out: day(12), override_rules: true };
  expect(codesOf(await inn.change(id, change))).toEqual([422, ['dates_unavailable']]);
});

it('a refused coupon is reported beside the reasons, and a stay without problems has no reasons', async () => {
  const inn = await open();
  const both = await inn.tryBook({ ...WRONG, coupon_code: 'none' });
  expect(codesOf(both)).toEqual([422, CODES]);
  expect(Object.keys(both.body.errors)).toContain('coupon_code');
  const available = await inn.tryBook({ coupon_code: 'none' });
  expect([available.status, Object.keys(available.body)]).toEqual([422, ['message', 'errors', 'codes']]);
  const fields = await inn.tryBook({ ...WRONG, check_out: 'soon' });
  expect([fields.status, Object.keys(fields.body)]).toEqual([422, ['message', 'errors', 'codes']]);
});
