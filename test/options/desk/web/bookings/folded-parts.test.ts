/** What of a booking's page is open, and what is folded (docs/rules.md, 21.12). */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments } from '../../../../../src/db/schema/folio.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { day } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

async function openBooking(more: object = {}) {
  const desk = await openDesk(world, { securityDepositCents: 20_000 });
  const stay = { listing_id: desk.place.id, check_in: day(0), check_out: day(4), number_of_guests: 2 };
  const guest = { name: 'Bea Lind', phone: '+351 21 555 01', email: 'bea@example.com' };
  const { id } = await desk.client.data(
    desk.client.send('POST', '/bookings', { ...stay, guest, ...more }),
    201,
  );
  const path = `${desk.list}/${id}`;
  await desk.visitor.get(path);
  return { ...desk, id: id as string, path };
}

/** The headings of the parts that are open, or of those that are not. */
const listFolds = (body: string, isOpen: boolean): string[] =>
  [...body.matchAll(/<details class="fold"( open)?><summary><h2 id="([\w-]+)-heading">/g)]
    .filter(([, open]) => (open !== undefined) === isOpen)
    .map(([, , heading = '']) => heading);

const textOfDecisions = (body: string): string =>
  (/<section[^>]*aria-labelledby="decide-heading">([\s\S]*?)<\/section>/.exec(body)?.[1] ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('on an ordinary visit all parts that few need are folded, and what is in one can be addressed', async () => {
  const { visitor, path } = await openBooking();
  const { body } = await visitor.get(path);
  expect(listFolds(body, true)).toEqual([]);
  expect(listFolds(body, false)).toEqual(['price', 'invoices', 'deposit', 'unit', 'references', 'events']);
  for (const id of ['price', 'lines', 'invoices', 'billing', 'deposit', 'unit', 'references', 'events']) {
    const [before = ''] = body.split(` id="${id}"`);
    expect([id, before.split('<details').length > before.split('</details>').length]).toEqual([id, true]);
  }
  for (const id of ['payment', 'write']) {
    expect(body).toContain(`href="#${id}"`);
    expect(body).toContain(` id="${id}"`);
  }
});

test('a part is open once it was saved, and where its form was refused', async () => {
  const { visitor, path } = await openBooking();
  const { body } = await visitor.get(path);
  const seen = /name="references_seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const fields = { external_reference: 'ERP-1', custom_fields: '', references_seen: seen };
  const saved = await visitor.submit(`${path}/references`, fields);
  expectPage(saved, 200, 'The references are saved.');
  expect(listFolds(saved.body, true)).toEqual(['references']);
  expect(listFolds((await visitor.get(path)).body, true)).toEqual([]);
  const refused = await visitor.post(`${path}/references`, { ...fields, external_reference: 'a b' });
  expectPage(refused, 422, 'id="external_reference-error"');
  expect(listFolds(refused.body, true)).toEqual(['references']);
  await visitor.get(path);
  const held = await visitor.submit(`${path}/security-deposit`, { status: 'held' });
  expect(listFolds(held.body, true)).toEqual(['deposit']);
});

test('the first card of the page confirms or declines a request, and says that a payment is late', async () => {
  const request = await openBooking({ status: 'pending' });
  const { body } = await request.visitor.get(request.path);
  expect(textOfDecisions(body)).toContain('It keeps its nights until it is confirmed or cancelled.');
  const [above = ''] = body.split('aria-label="At a glance"');
  expect(above).toContain(`action="${request.path}/confirm"`);
  expect(above).toContain(`href="${request.path}/cancel">Decline</a>`);
  expect(listFolds(body, false)).toContain('hold');

  const { visitor, id, path } = await openBooking();
  expect(textOfDecisions((await visitor.get(path)).body)).toBe('');
  await world.db.update(payments).set({ dueOn: '2031-04-01' }).where(eq(payments.bookingId, id));
  const late = (await visitor.get(path)).body;
  expect(textOfDecisions(late)).toContain('€400.00 is late: it was due on');
  expect(late).toContain('<span class="badge bad">Scheduled, late</span>');
});

test('what is to be paid back is told above everything else, and its form is open', async () => {
  const { client, visitor, id, path } = await openBooking();
  await client.data(client.send('POST', `/bookings/${id}/payments`, { amount: 40_000 }), 201);
  await client.data(client.cancel(id, { fee: 10_000 }));
  const { body } = await visitor.get(path);
  expect(textOfDecisions(body)).toContain('€300.00 is to be paid back: the booking is cancelled.');
  expect(body).toContain('<details class="more" open><summary>Refund</summary>');
});
