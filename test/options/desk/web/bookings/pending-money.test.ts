/** What the booking's pages say of money that is planned, was lowered, or goes with a cancellation (docs/rules.md, 12). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildGuest, day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';
import { textWithoutEntities } from '../../../../web/page-text.ts';

const world = await openSharedApp();

async function openBooking(more: object = {}) {
  const desk = await openDesk(world);
  const stay = { check_in: day(0), check_out: day(4), number_of_guests: 2, guest: { name: 'Bea Lind' } };
  const { id } = await desk.client.data(
    desk.client.send('POST', '/bookings', { listing_id: desk.place.id, ...stay, ...more }),
    201,
  );
  return { ...desk, id, path: `${desk.list}/${id}` };
}

test('the page of a pending booking says what is to be paid once it is confirmed, and that nothing is due', async () => {
  const { visitor, client, id, path } = await openBooking({ status: 'pending' });
  const pending = await visitor.get(path);
  expectPage(pending, 200, '<dt>To pay once confirmed</dt><dd><a href="#folio">€400.00</a></dd>');
  expect(pending.body).toContain('<dt>To pay once confirmed</dt><dd>€400.00</dd>');
  expect(pending.body).not.toContain('Still due');
  expect(pending.body).toMatch(/<button class="link"[^>]*>Mark as paid/);
  const fields = { check_in: day(0), check_out: day(5), adults: '2', step: 'preview' };
  expectPage(await visitor.post(`${path}/change`, fields), 200, 'To pay once confirmed: €500.00');
  await client.data(client.confirm(id));
  expectPage(await visitor.get(path), 200, '<dt>Still due</dt><dd class="due">€400.00</dd>');
});

test('a line that lowers the price is counted with its sign', async () => {
  const { visitor, path } = await openBooking({ adjustments: [{ name: 'Goodwill', amount: -5_000 }] });
  const { body } = await visitor.get(path);
  expect(textWithoutEntities(body)).toContain('1 stay × -€50.00');
});

test('the page of a cancellation says what becomes of drafts, and that of an erasure what invoices keep', async () => {
  const { visitor, team, base, path } = await openBooking();
  expectPage(await visitor.get(`${path}/cancel`), 200, 'open invoices voided and drafts deleted');
  const { id } = await buildGuest(world, { teamId: team.id });
  const shown = await visitor.get(`${base}/guests/${id}/erase`);
  expectPage(shown, 200, 'without the name and address to which they were made out');
});
