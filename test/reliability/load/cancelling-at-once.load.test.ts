/** One booking, cancelled by many at once and changed meanwhile: it is cancelled once, with its effects once. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectCalm, type Json, openInn, tally, times } from '../../helpers/bookings.ts';
import { buildCoupon } from '../../helpers/factories.ts';
import { type AcknowledgedWrite, lostWritesIn } from '../../helpers/invariants.ts';
import { reportFigures, sized } from '../figures.ts';
import { dayAhead, expectAnswered, figuresOf, type Load, type StormClient, withServers } from '../storm.ts';

const world = await openSharedApp({ poolMax: 1 });

const CLIENTS = 50;
const CANCELLED_BY_ALL = sized(20, 1);
const CANCELLED_AND_CHANGED = sized(200, 4);

const REFUSED = { success: false, message: expect.any(String), errors: {} };

/** A team whose bookings have everything that a cancellation ends. */
async function openLodge() {
  const inn = await openInn(world, {
    team: { depositPpm: 300_000, balanceDueDays: 30 },
    listing: { securityDepositCents: 20_000 },
    units: ['A', 'B', 'C'],
  });
  await buildCoupon(world, { teamId: inn.teamId, code: 'ONCE', maxRedemptions: 1 });
  return inn;
}

const statusesOf = (list: { status: string }[]) => list.map(({ status }) => status);

test('a booking that many cancel or change at once is cancelled once', async () => {
  const inn = await openLodge();
  const load: Load = { statuses: [], waitedMs: [] };
  const writes: AcknowledgedWrite[] = [];
  let changedFirst = 0;

  /** A booking with the coupon’s only redemption, its deposit held and its first payment paid. */
  async function book(client: StormClient): Promise<string> {
    const stay = { check_in: dayAhead(60), check_out: dayAhead(64), coupon_code: 'ONCE' };
    const { status, body } = await client.send('POST', '/bookings', inn.newBooking(stay));
    expect({ status, body }).toMatchObject({ status: 201 });
    const { id } = body.data;
    const { payments, security_deposit } = (await client.send('GET', `/bookings/${id}/folio`)).body.data;
    const record = (part: string, to: string) =>
      client.send('PUT', `/bookings/${id}/${part}`, { status: to });
    expect((await record(`payments/${payments[0].id}`, 'paid')).status).toBe(200);
    expect((await record('security-deposit', 'held')).status).toBe(200);
    const [created, step] = ['booking.created', 'booking.folio_changed'];
    writes.push({ booking: id, type: created });
    writes.push({ booking: id, type: step, about: `${payments[0].id} paid` });
    writes.push({ booking: id, type: step, about: `${security_deposit.id} held` });
    return id;
  }

  /** Everything that a cancellation ends has ended, and paid amounts stay paid. */
  async function expectCancelled(client: StormClient, id: string): Promise<Json> {
    writes.push({ booking: id, type: 'booking.cancelled' });
    const { data: booking } = (await client.send('GET', `/bookings/${id}`)).body;
    const { data: folio } = (await client.send('GET', `/bookings/${id}/folio`)).body;
    expect(booking).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String) });
    // Two payments of one day are sorted by id.
    const [paid, ...rest] = statusesOf(folio.payments).sort().reverse();
    expect([paid, new Set(rest)]).toEqual(['paid', new Set(['cancelled'])]);
    expect(new Set(statusesOf(folio.invoices))).toEqual(new Set(['void']));
    expect([folio.security_deposit.status, folio.balance_due]).toEqual(['returned', 0]);
    return { booking, folio };
  }

  await withServers(world, 2, async (openClients) => {
    const clients = openClients(inn.token, CLIENTS, load);
    const [one, other] = clients;
    if (!one || !other) throw new Error('There are no clients.');
    for (const round of times(CANCELLED_BY_ALL, (n) => n)) {
      const id = await book(one);
      const isKeyed = round % 2 === 1;
      const key = isKeyed ? `cancel-${id}` : undefined;
      const replies = await Promise.all(
        clients.map((client, n) =>
          client.send('POST', `/bookings/${id}/cancel`, isKeyed ? {} : { reason: `By ${n}` }, key),
        ),
      );
      const accepted = replies.filter(({ status, isReplayed }) => status === 200 && !isReplayed);
      expect(accepted).toHaveLength(1);
      expect(tally(replies)).toEqual(isKeyed ? { 200: CLIENTS } : { 200: 1, 422: CLIENTS - 1 });
      for (const { status, body } of replies)
        expect(body).toEqual(status === 200 ? accepted[0]?.body : REFUSED);
      const { booking, folio } = await expectCancelled(one, id);
      expect(booking).toEqual(accepted[0]?.body.data);
      expect([folio.payments.length, folio.invoices.length]).toEqual([2, 1]);
    }
    for (const round of times(CANCELLED_AND_CHANGED, (n) => n)) {
      const id = await book(one);
      const notes = `Change ${round}`;
      const change = () => one.send('PUT', `/bookings/${id}`, { check_out: dayAhead(66), notes });
      const cancel = () => other.send('POST', `/bookings/${id}/cancel`);
      // The first sender has the better chance.
      const [changed, cancelled] = await (round % 2 === 0
        ? Promise.all([change(), cancel()])
        : Promise.all([cancel(), change()]).then(([a, b]) => [b, a] as const));
      expect(cancelled.status).toBe(200);
      const isChanged = changed.status === 200;
      expect(changed).toMatchObject(
        isChanged
          ? { body: { data: { status: 'confirmed', check_out: dayAhead(66), notes } } }
          : { status: 422, body: { errors: { status: [expect.any(String)] } } },
      );
      if (isChanged) writes.push({ booking: id, type: 'booking.changed', about: notes });
      changedFirst += Number(isChanged);
      const { booking, folio } = await expectCancelled(one, id);
      expect(booking).toMatchObject({
        check_out: dayAhead(isChanged ? 66 : 64),
        notes: isChanged ? notes : null,
      });
      // The change has raised the deposit and issued its invoice again, before both ended.
      expect([folio.payments.length, folio.invoices.length]).toEqual(isChanged ? [3, 2] : [2, 1]);
    }
  });
  expectAnswered(load);
  await expectCalm(
    world,
    writes.map(({ booking }) => booking),
  );
  expect(await lostWritesIn(world.url, inn.teamId, writes)).toEqual([]);
  reportFigures('cancelling-at-once', {
    load: `${CLIENTS} clients cancel one booking at once, ${CANCELLED_BY_ALL} times; a change against a cancellation, ${CANCELLED_AND_CHANGED} times; two server processes`,
    ...figuresOf(load),
    lost: 0,
    seen: `One cancellation of each booking, with its event, its folio and its coupon settled once. The change came first ${changedFirst} times, and was refused ${CANCELLED_AND_CHANGED - changedFirst} times.`,
  });
});
