/** In which language the guest of a booking is written to, and reads what the desk adds (docs/rules.md, 26.8 and 26.40). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildGuest, day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';
import { formsIn } from '../../../../web/forms/page-forms.ts';

const world = await openSharedApp();

async function openPolyglotDesk() {
  const desk = await openDesk(world);
  await desk.client.data(desk.client.send('PUT', '/team', { languages: ['en', 'de'] }));
  const query = (more = '') =>
    `${desk.list}/new?listing=${desk.place.id}&check_in=${day(0)}&check_out=${day(2)}${more}`;
  /** What the form of the guest sends as it is shown. */
  async function open(address: string) {
    const { body } = await desk.visitor.get(address);
    const form = formsIn(body, address).find(({ fields }) =>
      fields.some(([name]) => name === 'expected_total'),
    );
    return Object.fromEntries(form?.fields ?? []);
  }
  return { ...desk, query, open };
}

test('a new booking by hand has the language that was chosen for its guest', async () => {
  const { visitor, client, list, query, open } = await openPolyglotDesk();
  const fields = await open(query());
  expect(fields.language).toBe('');
  const sent = { ...fields, guest_name: 'Ida', language: 'de' };
  expectPage(await visitor.submit(`${list}/new`, sent), 200, 'Booked: ');
  expect(await client.read('/bookings')).toMatchObject([{ language: 'de' }]);
});

test('a new booking for a known guest begins with the guest’s language, and keeps another one that is refused', async () => {
  const { team, visitor, client, list, query, open } = await openPolyglotDesk();
  const guest = await buildGuest(world, { teamId: team.id, language: 'de' });
  const fields = await open(query(`&guest=${guest.id}`));
  expect(fields.language).toBe('de');
  const refused = await visitor.post(`${list}/new`, { ...fields, language: 'en', hold_hours: '2' });
  expectPage(refused, 422, '<option value="en" selected>');
  expectPage(await visitor.submit(`${list}/new`, fields), 200, 'Booked: ');
  expect(await client.read('/bookings')).toMatchObject([{ language: 'de', guest: { id: guest.id } }]);
});

test('a team with one language is not asked in which language a guest is written to', async () => {
  const { client, visitor, query } = await openPolyglotDesk();
  await client.data(client.send('PUT', '/team', { languages: ['en'] }));
  const { body } = await visitor.get(query());
  expect(body).toContain('name="guest_name"');
  expect(body).not.toContain('name="language"');
});

test('a refund that lowers the price names its line in the guest’s language, and the price page offers names in it', async () => {
  const { client, visitor, list, place } = await openPolyglotDesk();
  const { id } = await client.data(
    client.send('POST', '/bookings', {
      listing_id: place.id,
      check_in: day(0),
      check_out: day(2),
      number_of_guests: 2,
      guest: { name: 'Ida' },
      language: 'de',
    }),
    201,
  );
  const path = `${list}/${id}`;
  expectPage(await visitor.get(`${path}/price`), 200, '<option value="Kulanz">');
  const { payments } = await client.folio(id);
  await client.data(client.send('PUT', `/bookings/${id}/payments/${payments[0].id}`, { status: 'paid' }));
  await visitor.get(path);
  const refund = { status: 'refunded', refunded_amount: '20', lower_price: 'on' };
  expectPage(await visitor.submit(`${path}/payments/${payments[0].id}`, refund), 200, 'are up to date');
  expect((await client.read(`/bookings/${id}`)).adjustments).toMatchObject([
    { name: 'Kulanz', amount: -2_000 },
  ]);
});
