/** What the events of a team say (docs/rules.md, 17.1). */
import { expect, it } from 'vitest';
import { TEAM_EVENT_TYPES } from '../../../src/domain/events.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Client, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { createChecker } from '../openapi/schema-checker.ts';

const world = await openSharedApp();
await world.app.ready();
const document = (await world.get('/openapi.json')).json();

const readEvents = async ({ send }: Client, types = 'booking.*'): Promise<Json[]> =>
  (await send('GET', `/events?types=${types}`)).body.data;

it('events of bookings tell the price, and what it was if it has changed', async () => {
  const inn = await openInn(world);
  const made = await inn.book();
  const longer = await inn.data(inn.change(made.id, { check_out: day(5) }));
  await inn.data(inn.change(made.id, { notes: 'Late' }));
  await inn.data(inn.cancel(made.id));
  expect(longer.grand_total).not.toBe(made.grand_total);
  const totals = (await readEvents(inn)).map(({ type, data }) => [
    type,
    data.currency,
    data.grand_total,
    data.previous_grand_total,
  ]);
  expect(totals).toEqual([
    ['booking.created', made.currency, made.grand_total, undefined],
    ['booking.changed', made.currency, longer.grand_total, made.grand_total],
    ['booking.changed', made.currency, longer.grand_total, undefined],
    ['booking.cancelled', made.currency, longer.grand_total, undefined],
  ]);
});

it('an event of a folio tells each payment, invoice and deposit that has changed, and what is paid and owed', async () => {
  const inn = await openInn(world, { listing: { securityDepositCents: 5000 } });
  const { id, grand_total: total } = await inn.book();
  const { payments, invoices, security_deposit: deposit } = await inn.folio(id);
  const at = `/bookings/${id}`;
  await inn.data(inn.send('POST', `${at}/payments`, { amount: 1000 }), 201);
  const received = await inn.folio(id);
  await inn.data(inn.send('PUT', `${at}/invoices/${invoices[0].id}`, { status: 'paid' }));
  await inn.data(inn.send('PUT', `${at}/security-deposit`, { status: 'held' }));
  const added = received.payments.find(({ status }: Json) => status === 'paid');
  await inn.data(inn.send('PUT', `${at}/payments/${added.id}`, { status: 'refunded', refunded_amount: 400 }));

  const events = await readEvents(inn, 'booking.folio_changed');
  const open = received.payments.filter(({ status }: Json) => status === 'scheduled');
  expect(events.map(({ data }) => [data.paid_total, data.balance_due])).toEqual([
    [1000, total - 1000],
    [1000, total - 1000],
    [1000, total - 1000],
    [600, total - 600],
  ]);
  const of = (kind: string, entry: Json, before: string | null, after: string, refunded: number | null) => ({
    kind,
    id: entry.id,
    status_before: before,
    status_after: after,
    amount: entry.amount,
    refunded_amount: refunded,
  });
  const changes = events.map(({ data }) => data.changes);
  expect(changes[0]).toEqual(expect.arrayContaining([of('payment', added, null, 'paid', 0)]));
  const reduced = open.filter((payment: Json) =>
    payments.some((one: Json) => one.id === payment.id && one.amount !== payment.amount),
  );
  expect(reduced.length).toBeGreaterThan(0);
  for (const payment of reduced)
    expect(changes[0]).toContainEqual(of('payment', payment, 'scheduled', 'scheduled', 0));
  expect(changes.slice(1)).toEqual([
    [of('invoice', invoices[0], 'open', 'paid', null)],
    [of('security_deposit', deposit, 'pending', 'held', null)],
    [of('payment', added, 'paid', 'paid', 400)],
  ]);
});

it('the document has a schema for each type of event in the feed', async () => {
  const problemsOf = createChecker(document);
  expect(document.components.schemas.Event.oneOf).toHaveLength(TEAM_EVENT_TYPES.length);
  const inn = await openInn(world);
  const made = await inn.book();
  await inn.data(inn.cancel(made.id));
  const events = (await inn.send('GET', '/events')).body.data;
  expect(events.length).toBeGreaterThan(2);
  for (const event of events) expect(problemsOf(document.components.schemas.Event, event)).toEqual([]);
  const [{ data }] = await readEvents(inn);
  expect(problemsOf(document.components.schemas.BookingCreatedData, { ...data, guest_name: 'Bea' })).toEqual([
    expect.stringContaining('additional properties'),
  ]);
});

it('events that an earlier version wrote are shown with what they have', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  await world.db.execute(
    `update team_events set data = data - 'currency' - 'grand_total' where booking_id = '${id}'`,
  );
  const [event] = await readEvents(inn);
  expect(event?.data).toMatchObject({ booking_id: id, status: 'confirmed' });
  expect(event?.data).not.toHaveProperty('currency');
});
