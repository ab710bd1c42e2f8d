/** A booking moves among more places and units than a select is good for: their names are typed. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildListing, buildUnit, day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';
import { formsIn } from '../../../../web/forms/page-forms.ts';

const world = await openSharedApp();
const MANY = 20;

/** A booking of two nights, with 22 units and 21 places to which it could move. */
async function openBooking() {
  const desk = await openDesk(world);
  const teamId = desk.team.id;
  for (let number = 1; number <= MANY; number += 1) {
    await buildUnit(world, { teamId, listingId: desk.place.id, name: `Room ${number}` });
    const barn = await buildListing(world, { teamId, publicTitle: `Barn ${number}` });
    await buildUnit(world, { teamId, listingId: barn.id, name: `Stall ${number}` });
  }
  const { client, place, list, visitor } = desk;
  const stay = { listing_id: place.id, check_in: day(0), check_out: day(2), number_of_guests: 2 };
  const { id } = await client.data(
    client.send('POST', '/bookings', { ...stay, guest: { name: 'Ida' } }),
    201,
  );
  const path = `${list}/${id}`;
  /** The form of the change as a page shows it, with what is typed into it. */
  async function change(page: string, typed: Record<string, string>) {
    const { body } = page === path ? await visitor.get(page) : { body: page };
    const form = formsIn(body, path).find(({ action }) => action === `${path}/change`);
    return visitor.post(`${path}/change`, { ...Object.fromEntries(form?.fields ?? []), ...typed });
  }
  return { ...desk, id, path, change };
}

test('of more than 20 units and places, a booking moves to the one whose name is typed', async () => {
  const { visitor, client, id, path, change } = await openBooking();
  const { body } = await visitor.get(`${path}/change`);
  expect(body).not.toMatch(/<select id="(unit_id|listing_id)"/);
  for (const name of ['Room 7', 'Barn 9']) expect(body).toContain(`<option value="${name}">`);
  expect(body).toContain('Empty: Its own, or any');

  const shown = await change(body, { unit_id: 'Room 7', step: 'preview' });
  expectPage(shown, 200, '<ins>Room 7</ins>');
  expect((await change(shown.body, { step: 'save' })).statusCode).toBe(303);
  expect(await client.read(`/bookings/${id}`)).toMatchObject({ unit: { name: 'Room 7' } });

  // The unit is left as it was, because it is none of the other place's.
  const other = await change(body, { listing_id: 'Barn 9', unit_id: 'Room 8', step: 'preview' });
  expectPage(other, 200, '<ins>Barn 9</ins>');
  expect((await change(other.body, { step: 'save' })).statusCode).toBe(303);
  expect(await client.read(`/bookings/${id}`)).toMatchObject({ unit: { name: 'Stall 9' } });
});

test('a name that no unit or place has is refused at its field, and stays there', async () => {
  const { visitor, path, change } = await openBooking();
  const { body } = await visitor.get(`${path}/change`);
  const wrong = await change(body, { listing_id: 'The Mill', step: 'preview' });
  expectPage(wrong, 422, 'The place must be one of those that the field suggests.');
  expect(wrong.body).toMatch(/id="listing_id"[^>]*\s+value="The Mill"/);
  const unit = await change(path, { unit_id: 'Cellar', step: 'preview' });
  expectPage(unit, 422, 'The unit must be one of those that the field suggests.');
  expectPage(await change(path, { unit_id: 'Room 3', step: 'preview' }), 200, '<ins>Room 3</ins>');
});
