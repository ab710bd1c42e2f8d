/** Adults, children, pets and extras on the pages of bookings (docs/rules.md, 23). */
import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildFee, day } from '../../../../helpers/factories.ts';
import { expectPage, type Fields, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

/** A place for at most three children, two infants and one pet, where breakfast and parking are extras. */
async function openFamilyDesk() {
  const desk = await openDesk(world, { maxGuests: 6, maxChildren: 3, maxInfants: 2, maxPets: 1 });
  const extra = { teamId: desk.team.id, taxable: false, optional: true };
  await buildFee(world, {
    ...extra,
    code: 'breakfast',
    name: 'Breakfast',
    basis: 'guest_night',
    amountCents: 1_200,
    maxQuantity: 2,
  });
  await buildFee(world, {
    ...extra,
    code: 'parking',
    name: 'Parking',
    basis: 'stay',
    amountCents: 900,
    maxQuantity: 1,
  });
  await buildFee(world, {
    ...extra,
    code: 'skating',
    name: 'Skating',
    basis: 'stay',
    amountCents: 900,
    maxQuantity: 1,
    validUntil: '2020-01-31',
  });
  return desk;
}

const dates = { check_in: day(0), check_out: day(3) };
const family = { adults: '2', children_ages: '9, 4 1', pets: '1' };
const query = (fields: Fields, ...extras: string[]) =>
  new URLSearchParams([...Object.entries(fields), ...extras.map((one) => ['extras', one])]);
const hiddenIn = (page: string): Fields =>
  Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&#58;', ':'),
    ]),
  );

describe('a party at the front desk', () => {
  test('a new booking at the front desk is quoted and made for a party with extras', async () => {
    const { visitor, list, place, client } = await openFamilyDesk();
    const found = await visitor.get(`${list}/new?${query({ ...dates, ...family })}`);
    expectPage(found, 200, '1 of 1 free');
    const stay = { ...dates, ...family, listing: place.id };
    const shown = await visitor.get(`${list}/new?${query(stay, 'breakfast', '')}`);
    expectPage(shown, 200, 'Book for €444.00');
    expect(shown.body).toMatch(
      /<label for="extras"><span class="name">Breakfast<\/span>, €12.00 a guest and night</,
    );
    expect(shown.body).toContain('<option value="breakfast:1" selected>1</option>');
    expect(shown.body).not.toContain('Skating');
    const fields = { ...hiddenIn(shown.body), guest_name: 'Bea Lind' };
    expectPage(await visitor.submit(`${list}/new`, fields), 200, 'Booked: ');
    const [booking] = await client.read('/bookings');
    expect(booking).toMatchObject({
      number_of_guests: 4,
      party: { adults: 2, children_ages: [1, 4, 9], infants: 1, pets: 1 },
      extras: [{ code: 'breakfast', quantity: 1 }],
      grand_total: 44_400,
    });
    const page = (await visitor.get(`${list}/${booking.id}`)).body;
    expect(page).toContain('<dt>Guests</dt><dd>2 adults, 3 children (1, 4, 9), 1 pet</dd>');
    expect(page).toContain('<dt>Extras</dt><dd class="name">Breakfast</dd>');
  });

  test('a new booking at the front desk says at its field what is wrong with a party, and which limits it breaks', async () => {
    const { visitor, list, place } = await openFamilyDesk();
    const at = (fields: Fields, ...extras: string[]) =>
      visitor.get(`${list}/new?${query({ ...dates, listing: place.id, ...fields }, ...extras)}`);
    expectPage(
      await at({ adults: '2', children_ages: '18' }),
      422,
      '<p class="error" id="children_ages-error">Children’s ages must be a comma list of ages from 0 to 17.</p>',
    );
    expectPage(await at({ adults: '0', children_ages: '1' }), 422, 'id="adults-error">Adults must give 1 to');
    expectPage(
      await visitor.get(`${list}/new?${query({ ...dates, adults: '0', children_ages: '1' })}`),
      422,
      'id="adults-error">Adults must give 1 to',
    );
    expectPage(await at({ adults: '1' }, 'sauna'), 422, 'This place offers no extra with the code sauna.');
    const shown = await at({ adults: '1', children_ages: '1,1,1,5,6,7,8', pets: '2' });
    expectPage(shown, 200, 'This place takes at most 3 children');
    for (const text of ['at most 2 infants', 'at most 1 pet']) expect(shown.body).toContain(text);
    const refused = await visitor.post(`${list}/new`, {
      ...dates,
      ...family,
      pets: '2',
      listing_id: place.id,
      guest_name: 'Bea',
    });
    expectPage(refused, 422, 'at most 1 pet');
    expect(refused.body).toContain('value="9, 4 1"');
    const wrong = { ...dates, ...family, listing_id: place.id, guest_name: 'Bea' };
    const sent = await visitor.post(`${list}/new`, { ...wrong, children_ages: '9, x', extras: 'parking:2' });
    expectPage(sent, 422, 'Children’s ages must be a comma list of ages');
    expectPage(
      await visitor.post(`${list}/new`, { ...wrong, extras: 'parking:2' }),
      422,
      'At most 1 of the extra parking can be chosen.',
    );
  });

  test('a new booking at the front desk takes number_of_guests of an older link or form as adults', async () => {
    const { visitor, list, place, client } = await openFamilyDesk();
    const old = { ...dates, guests: '3', listing: place.id };
    expectPage(
      await visitor.get(`${list}/new?${query(old)}`),
      200,
      'id="adults" name="adults" type="text"\nvalue="3"',
    );
    const sent = { ...dates, number_of_guests: '3', listing_id: place.id, guest_name: 'Bea' };
    expectPage(await visitor.submit(`${list}/new`, sent), 200, 'Booked: ');
    expect(await client.read('/bookings')).toMatchObject([{ party: { adults: 3, children_ages: [] } }]);
  });
});

test('a change at the front desk shows the party and the extras, and changes them as a whole', async () => {
  const { visitor, list, place, client } = await openFamilyDesk();
  const { id } = await client.data(
    client.send('POST', '/bookings', {
      listing_id: place.id,
      ...dates,
      guest: { name: 'Bea Lind' },
      party: { adults: 2, children_ages: [4] },
      extras: [{ code: 'parking' }],
    }),
    201,
  );
  const path = `${list}/${id}/change`;
  const { body } = await visitor.get(path);
  expect(body).toContain('name="children_ages" type="text"\nvalue="4"');
  expect(body).toContain('<option value="parking:1" selected>1</option>');
  const fields = { ...dates, adults: '2', children_ages: '4, 1', pets: '1', extras: 'breakfast:2' };
  const shown = await visitor.post(path, { ...fields, step: 'preview' });
  expectPage(
    shown,
    200,
    '<dt>Guests</dt><dd><del>2 adults, 1 child (4)</del> <ins>2 adults, 2 children (1, 4), 1 pet</ins></dd>',
  );
  expect(shown.body).toContain('<del>Parking</del> <ins>Breakfast × 2</ins>');
  const { previewed = '', expected_total = '' } = hiddenIn(shown.body);
  const saved = { ...fields, previewed, expected_total, step: 'save' };
  const after = await visitor.submit(path, saved);
  expectPage(after, 200, 'The booking is changed.');
  expect(after.body).toContain('Party</span> 2 adults, 1 child (4) → 2 adults, 2 children (1, 4), 1 pet');
  expect(after.body).toContain('Extras</span> parking → breakfast × 2');
  expect(await client.read(`/bookings/${id}`)).toMatchObject({
    party: { adults: 2, children_ages: [1, 4], infants: 1, pets: 1 },
    extras: [{ code: 'breakfast', quantity: 2 }],
  });
  const refused = await visitor.post(path, { ...fields, pets: '2', step: 'preview' });
  expectPage(refused, 422, 'at most 1 pet');
});

test('a change of dates at the front desk keeps the extras that are still offered, unless others are chosen', async () => {
  const { visitor, list, place, client } = await openFamilyDesk();
  const { id } = await client.data(
    client.send('POST', '/bookings', {
      listing_id: place.id,
      ...dates,
      number_of_guests: 2,
      guest: { name: 'Bea Lind' },
      extras: [{ code: 'breakfast', quantity: 2 }, { code: 'parking' }],
    }),
    201,
  );
  await client.send('PUT', '/fees/breakfast', { max_quantity: 1 });
  await client.send('DELETE', '/fees/parking');
  const path = `${list}/${id}/change`;
  const { body } = await visitor.get(path);
  expect(body).toContain('<option value="breakfast:2" selected>2</option>');
  expect(body).toContain('<span class="name">parking</span>, not offered');
  const extras = 'breakfast:2,parking:1';
  const sent = { ...dates, check_out: day(4), adults: '2', extras, step: 'preview' };
  const shown = await visitor.post(path, sent);
  expectPage(shown, 200, '<del>Breakfast × 2, Parking</del> <ins>Breakfast</ins>');
});
