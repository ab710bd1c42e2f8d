/** A booking of the unit that was selected in the calendar, and notes in every status. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';
import { formsIn } from '../../../../web/forms/page-forms.ts';
import { textWithoutEntities } from '../../../../web/page-text.ts';

const world = await openSharedApp();

test('nights selected in the calendar are booked in the unit of their row, or the page says what takes it', async () => {
  const { visitor, base, place, list, client } = await openDesk(world);
  const [, unit] = await client.read(`/listings/${place.id}/units`);
  const stay = `check_in=${day(0)}&check_out=${day(2)}`;
  const address = `${list}/new?listing=${place.id}&unit=${unit.id}&${stay}`;
  expectPage(await visitor.get(`${base}/calendar/units/${unit.id}`), 200, `name="unit" value="${unit.id}"`);
  expect((await visitor.get(address)).body).toMatch(/Free: unit <strong class="name">Loft B</);

  const { body } = await visitor.get(address);
  const form = formsIn(body, address).find(
    ({ method, action }) => method === 'post' && action === `${list}/new`,
  );
  const fields = { ...Object.fromEntries(form?.fields ?? []), guest_name: 'Ida' };
  expectPage(await visitor.submit(`${list}/new`, fields), 200, 'Booked: ');
  const [booking] = await client.read('/bookings');
  expect(booking.unit).toMatchObject({ id: unit.id });

  const taken = await visitor.get(address);
  expectPage(taken, 200, 'which is not free on all of these nights');
  expect(taken.body).toContain(`href="${list}/${booking.id}"`);
  expect(taken.body).toContain('Any free unit');
  const refused = await visitor.post(`${list}/new`, { ...fields, form_token: visitor.formToken() });
  expectPage(refused, 422, 'The unit is not free for the whole stay.');
  expect(await client.read('/bookings')).toHaveLength(1);
  expect((await visitor.get(`${list}/new?listing=${place.id}&unit=${place.id}&${stay}`)).statusCode).toBe(
    404,
  );
});

test('a member who asks for it gets the link that opens the booking on the booking page', async () => {
  const { visitor, list, place, client, team } = await openDesk(world);
  const stay = { check_in: day(0), check_out: day(2), number_of_guests: 2 };
  const wish = { listing_id: place.id, ...stay, guest: { name: 'Ida' } };
  const { id, confirmation_code: code } = await client.data(client.send('POST', '/bookings', wish), 201);
  const { body } = await visitor.get(`${list}/${id}`);
  expect(body).not.toContain('#key=');
  const form = formsIn(body, `${list}/${id}`).find(({ action }) => action.endsWith('/guest-link'));
  const shown = await visitor.post(`${list}/${id}/guest-link`, Object.fromEntries(form?.fields ?? []));
  const text = textWithoutEntities(shown.body);
  expect(text).toContain(`/site/${team.slug}?booking=${code}#key=`);
  const [, key = ''] = /#key=([\w-]{32})</.exec(text) ?? [];
  const opened = await world.get(`/v1/public/${team.slug}/bookings/${code}`, null, { 'booking-key': key });
  expect(opened.statusCode).toBe(200);
});

test('notes of a cancelled booking can be written, and its guest’s requests are only shown', async () => {
  const { visitor, place, list, client } = await openDesk(world);
  const stay = { check_in: day(0), check_out: day(2), number_of_guests: 2 };
  const wish = { listing_id: place.id, ...stay, guest: { name: 'Ida' }, special_requests: 'A cot' };
  const { id } = await client.data(client.send('POST', '/bookings', wish), 201);
  await client.data(client.cancel(id));
  const { body } = await visitor.get(`${list}/${id}`);
  expect(body).toContain('A cot');
  const form = formsIn(body, `${list}/${id}`).find(({ action }) => action.endsWith('/notes'));
  const fields = Object.fromEntries(form?.fields ?? []);
  expect(Object.keys(fields).toSorted()).toEqual(['form_token', 'notes', 'seen']);
  expectPage(
    await visitor.submit(`${list}/${id}/notes`, { ...fields, notes: 'Left a scarf.' }),
    200,
    'The notes are saved.',
  );
  expect(await client.read(`/bookings/${id}`)).toMatchObject({
    notes: 'Left a scarf.',
    special_requests: 'A cot',
  });
});
