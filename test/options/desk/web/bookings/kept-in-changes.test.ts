/** A change at the front desk changes what was asked for and nothing else, whichever form it begins in (docs/rules.md, 9). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import type { Json } from '../../../../helpers/bookings.ts';
import { buildCoupon, buildFee, buildListing, buildUnit, day } from '../../../../helpers/factories.ts';
import { expectPage, type Fields, openDesk } from '../../../../helpers/pages.ts';
import { formsIn } from '../../../../web/forms/page-forms.ts';

const world = await openSharedApp();

/** A booking with all that a change could lose. Its price is agreed, or else of the rates with a coupon. */
async function openFullBooking(isAgreed: boolean) {
  const desk = await openDesk(world, { maxGuests: 6, maxChildren: 3, maxInfants: 2, maxPets: 1 });
  const teamId = desk.team.id;
  await buildCoupon(world, { teamId, code: 'TEN', percentPpm: 100_000 });
  for (const code of ['breakfast', 'parking'])
    await buildFee(world, { teamId, code, name: code, basis: 'stay', optional: true, maxQuantity: 2 });
  const other = await buildListing(world, {
    teamId,
    publicTitle: 'Dune Loft',
    maxGuests: 6,
    maxChildren: 3,
    maxInfants: 2,
    maxPets: 1,
  });
  await buildUnit(world, { teamId, listingId: other.id, name: 'Dune' });
  const booked = await desk.client.data(
    desk.client.send('POST', '/bookings', {
      listing_id: desk.place.id,
      check_in: day(0),
      check_out: day(4),
      party: { adults: 2, children_ages: [9, 4, 1], pets: 1 },
      extras: [{ code: 'breakfast', quantity: 2 }, { code: 'parking' }],
      guest: { name: 'Bea Lind' },
      adjustments: [{ name: 'Late arrival', amount: 500 }],
      ...(isAgreed ? { totals: { grand_total: 60_000 } } : { coupon_code: 'TEN' }),
    }),
    201,
  );
  const path = `${desk.list}/${booked.id}`;
  const readBooked = () => desk.client.read(`/bookings/${booked.id}`);

  /** Sends the form of a page as it is shown there, with some fields filled in. */
  async function send(page: string, action: string, fields: Fields): Promise<string> {
    const shown = formsIn(page, path).find((form) => form.action === `${path}/${action}`)?.fields ?? [];
    const extras = shown.filter(([name, value]) => name === 'extras' && value !== '');
    const all: Fields = {
      ...Object.fromEntries(shown),
      ...(extras.length > 0 ? { extras: extras.map(([, value]) => value).join(',') } : {}),
      ...fields,
    };
    const answer = await desk.visitor.submit(`${path}/${action}`, all);
    expectPage(answer, 200, all.step === 'save' ? ' is changed.' : 'What changes');
    return answer.body;
  }
  const open = async (page: string) => (await desk.visitor.get(page)).body;
  const [, secondUnit] = await desk.client.read(`/listings/${desk.place.id}/units`);
  return { ...desk, booked, path, other, secondUnit, send, open, readBooked };
}

/** What no change of this file is about. */
const keptOf = ({ coupon_code, extras, party, price_agreed, adjustments, notes, language, guest }: Json) => ({
  coupon_code,
  extras,
  party,
  price_agreed,
  adjustments,
  notes,
  language,
  guest,
});
const pricesOf = (booking: Json) => ({
  grand_total: booking.grand_total,
  accommodation_total: booking.accommodation_total,
  discount_total: booking.discount_total,
  fees_total: booking.fees_total,
  price_lines: booking.price_lines,
});

for (const [price, isAgreed] of [
  ['with a coupon', false],
  ['at an agreed price', true],
] as const) {
  test(`a booking ${price} that moves to another unit from its page keeps all else, price included`, async () => {
    const { booked, path, secondUnit, send, open, readBooked } = await openFullBooking(isAgreed);
    const shown = await send(await open(path), 'change', { unit_id: secondUnit.id, step: 'preview' });
    expect(shown).toContain('as before');
    await send(shown, 'change', { step: 'save' });
    const moved = await readBooked();
    expect(moved.unit.id).toBe(secondUnit.id);
    expect(keptOf(moved)).toEqual(keptOf(booked));
    expect(pricesOf(moved)).toEqual(pricesOf(booked));
  });

  test(`a booking ${price} whose move is looked at twice, then with other dates, keeps all else`, async () => {
    const { booked, path, secondUnit, send, open, readBooked } = await openFullBooking(isAgreed);
    const first = await send(await open(path), 'change', { unit_id: secondUnit.id, step: 'preview' });
    const second = await send(first, 'change', { step: 'preview' });
    const third = await send(second, 'change', { check_out: day(5), step: 'preview' });
    await send(third, 'change', { step: 'save' });
    const changed = await readBooked();
    expect(changed).toMatchObject({ check_out: day(5), unit: { id: secondUnit.id } });
    expect(keptOf(changed)).toEqual(keptOf(booked));
  });

  test(`a booking ${price} whose dates or place change on the page of the change keeps all else`, async () => {
    const { booked, path, other, send, open, readBooked } = await openFullBooking(isAgreed);
    const dates = await send(await open(`${path}/change`), 'change', { check_in: day(1), step: 'preview' });
    await send(dates, 'change', { step: 'save' });
    const later = await readBooked();
    expect(later.check_in).toBe(day(1));
    expect(keptOf(later)).toEqual(keptOf(booked));
    const place = await send(await open(`${path}/change`), 'change', {
      listing_id: other.id,
      step: 'preview',
    });
    await send(place, 'change', { step: 'save' });
    const elsewhere = await readBooked();
    expect(elsewhere.listing.id).toBe(other.id);
    expect(keptOf(elsewhere)).toEqual(keptOf(booked));
  });

  test(`a booking ${price} whose change is saved as it is shown does not change`, async () => {
    const { path, send, open, readBooked } = await openFullBooking(isAgreed);
    const before = await readBooked();
    const change = await send(await open(`${path}/change`), 'change', { step: 'preview' });
    await send(change, 'change', { step: 'save' });
    const priced = await send(await open(`${path}/price`), 'price', { step: 'preview' });
    await send(priced, 'price', { step: 'save' });
    expect(await readBooked()).toEqual(before);
  });
}
