/** Messages that a date brings about come in time, also for what was planned late, and to the guest's address (docs/rules.md, 25.8 and 25.19). */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LanguageCode } from '../../../../src/domain/languages/languages.ts';
import { writeScheduledMails } from '../../../../src/options/mail/services/scheduled.ts';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../../../src/options/mail/services/sending/worker.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { openMailServer } from '../../../helpers/mail-server.ts';

const { own, settings: SENDING } = createSendingMail();
const world = await openSharedApp(SENDING);
const server = await openMailServer();
afterAll(() => server.close());
beforeEach(async () => {
  // Messages of other tests must not be sent by the next one.
  await world.db.execute(
    `update mails set status = 'withdrawn', next_attempt_at = null where status = 'pending'`,
  );
  server.arrived.length = 0;
  server.plant(() => null);
});
const BEA = { name: 'Bea Lind', email: 'bea@example.com' };
const FROM = 'mail@stay.example';
const transport = createMailTransport({ url: server.url, from: FROM, isInsecure: true, dkim: null });

const setRules = (inn: Inn, ...rules: object[]) => inn.data(inn.send('PUT', '/mail-rules', { rules }));
const sweep = () => writeScheduledMails({ ...world.services, ...own }, new AbortController().signal);
const mailsOf = async (inn: Inn, query = ''): Promise<Json[]> =>
  (await inn.read(`/mails?per_page=100${query}`)).reverse();
const textsOf = async (inn: Inn, query = ''): Promise<string[]> => {
  const texts: string[] = [];
  for (const { id } of await mailsOf(inn, query)) texts.push((await inn.read(`/mails/${id}`)).text);
  return texts;
};
const at = async (moment: string): Promise<void> => {
  world.clock.set(moment);
  await sweep();
};
async function sendUntil(check: () => Promise<void>): Promise<void> {
  const sending = startMailSending({
    ...{ ...world.services, ...own, transport, from: FROM, perMinute: 0, everyMs: 20 },
    onError: (error) => world.backgroundErrors.push(error),
  });
  try {
    await vi.waitFor(check, { timeout: 8_000, interval: 20 });
  } finally {
    await sending.stop();
  }
}

const ARRIVAL = { kind: 'before_arrival', active: true, days: 3, hour: 10 };

describe('a message before arrival', () => {
  it('comes at its moment to who booked before, and at once to who books later, while check-in is ahead', async () => {
    const inn = await openInn(world, { units: ['A', 'B', 'C', 'D'] });
    await setRules(inn, ARRIVAL);
    const book = (check_in: string, check_out: string, more = {}) =>
      inn.book({ guest: BEA, check_in, check_out, ...more });
    // The tests begin on 5 May at 10:00 UTC; check-in is at 15:00 in Lisbon, which is 14:00 UTC.
    const early = await book('2031-05-25', '2031-05-27');
    const lastMinute = await book('2031-05-07', '2031-05-09');
    const sameDay = await book('2031-05-05', '2031-05-07');
    const sent = async () => (await mailsOf(inn)).map(({ booking_id }) => booking_id);
    expect(await sent()).toEqual([lastMinute.id, sameDay.id]);
    await sweep();
    expect(await sent()).toHaveLength(2);
    await at('2031-05-22T09:00:00Z');
    expect(await sent()).toEqual([lastMinute.id, sameDay.id, early.id]);
    world.clock.set('2031-05-22T14:00:01Z');
    await book('2031-05-22', '2031-05-23', { override_rules: true });
    await sweep();
    expect(await sent()).toHaveLength(3);
  });

  it('comes after the rule was switched on late to who books after that, and to who is confirmed after that', async () => {
    const inn = await openInn(world, { units: ['A', 'B', 'C'] });
    const stay = { guest: BEA, check_in: '2031-05-06', check_out: '2031-05-08' };
    await inn.book(stay);
    const pending = await inn.book({ ...stay, status: 'pending' });
    await setRules(inn, ARRIVAL);
    await sweep();
    expect(await mailsOf(inn)).toEqual([]);
    await inn.data(inn.confirm(pending.id));
    const late = await inn.book(stay);
    await Promise.all([sweep(), sweep()]);
    expect((await mailsOf(inn)).map(({ booking_id }) => booking_id)).toEqual([pending.id, late.id]);
  });

  it('comes by the rule’s sources alone, and not for a preview or a guest without an email', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    await setRules(inn, { ...ARRIVAL, sources: ['airbnb'] });
    const stay = { check_in: '2031-05-06', check_out: '2031-05-08' };
    await inn.book({ ...stay, guest: BEA });
    await inn.book({ ...stay, source: 'airbnb' });
    const body = inn.newBooking({
      ...stay,
      guest: BEA,
      source: 'airbnb',
      check_in: '2031-05-10',
      check_out: '2031-05-11',
    });
    await inn.send('POST', '/bookings/preview', body);
    expect(await mailsOf(inn)).toEqual([]);
  });
});

const DUE = { kind: 'payment_due', active: true, days: 3, hour: 10 };

describe('a message about a payment that is due', () => {
  it('comes at the next such hour for a payment that was planned later, once, also from two processes', async () => {
    const inn = await openInn(world, { team: { depositPpm: 300_000, balanceDueDays: 10 } });
    await setRules(inn, DUE);
    // The deposit is due today, three days after its moment; the rest on 10 June.
    const { id } = await inn.book({ guest: BEA, check_in: '2031-06-20', check_out: '2031-06-22' });
    await sweep();
    await at('2031-05-06T08:59:59Z');
    expect(await mailsOf(inn)).toEqual([]);
    world.clock.set('2031-05-06T09:00:00Z');
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await textsOf(inn)).toEqual([
      expect.stringContaining('€60.00 for your stay is due now, as of Monday, 5 May 2031.'),
    ]);
    await at('2031-05-07T09:00:00Z');
    expect(await mailsOf(inn)).toHaveLength(1);
    await at('2031-06-07T09:00:00Z');
    expect(await mailsOf(inn)).toMatchObject([{ booking_id: id }, { booking_id: id }]);
  });

  it.each<[LanguageCode, string, string]>([
    ['de', 'ist fällig', 'sind jetzt fällig (Termin: Montag, 5. Mai 2031).'],
    ['fr', 'un paiement est à régler', 'est à régler dès maintenant (échéance : lundi 5 mai 2031).'],
    ['es', 'Tiene un pago pendiente', 'por su estancia (vencimiento: lunes 5 de mayo de 2031).'],
    ['it', 'Pagamento da effettuare', 'è da effettuare ora (scadenza: lunedì 5 maggio 2031).'],
    ['pt', 'por efetuar', 'pela sua estadia (vencimento: segunda-feira, 5 de maio de 2031).'],
  ])(
    'says of a day that has come that the payment is due now, in %s too',
    async (language, subject, sentence) => {
      const inn = await openInn(world, { team: { depositPpm: 300_000, languages: ['en', language] } });
      await setRules(inn, DUE);
      await inn.book({ guest: BEA, check_in: '2031-06-20', check_out: '2031-06-22', language });
      await at('2031-05-06T09:00:00Z');
      const [text] = await textsOf(inn);
      expect(text).toContain(sentence);
      expect(await mailsOf(inn)).toMatchObject([{ subject: expect.stringContaining(subject) }]);
    },
  );

  it('comes until 14 days after the payment was due, and not for a pending booking before it is confirmed', async () => {
    const inn = await openInn(world, {
      units: ['A', 'B', 'C'],
      team: { depositPpm: 300_000, balanceDueDays: 10 },
    });
    await setRules(inn, DUE);
    const stay = { guest: BEA, check_in: '2031-06-20', check_out: '2031-06-22' };
    const pending = await inn.book({ ...stay, status: 'pending' });
    const never = await inn.book({ ...stay, status: 'pending' });
    const paid = await inn.book(stay);
    const [deposit] = (await inn.folio(paid.id)).payments;
    await inn.data(inn.send('PUT', `/bookings/${paid.id}/payments/${deposit.id}`, { status: 'paid' }));
    await at('2031-05-06T09:00:00Z');
    expect(await mailsOf(inn)).toEqual([]);
    world.clock.set('2031-05-18T12:00:00Z');
    await inn.data(inn.confirm(pending.id));
    await sweep();
    expect(await mailsOf(inn)).toEqual([]);
    await at('2031-05-19T22:59:59Z');
    expect(await mailsOf(inn)).toMatchObject([{ booking_id: pending.id }]);
    await inn.data(inn.confirm(never.id));
    await at('2031-05-20T09:00:00Z');
    expect(await mailsOf(inn)).toHaveLength(1);
  });

  it('asks in a second message of a day for a payment that was planned after the first one', async () => {
    const inn = await openInn(world, { team: { depositPpm: 0, balanceDueDays: 10 } });
    await setRules(inn, DUE);
    const { id } = await inn.book({ guest: BEA, check_in: '2031-06-20', check_out: '2031-06-22' });
    await at('2031-06-07T09:00:00Z');
    const plan = [
      { amount: 15_000, due_on: '2031-06-10' },
      { amount: 5_000, due_on: '2031-06-10' },
    ];
    world.clock.set('2031-06-08T12:00:00Z');
    await inn.data(inn.send('PUT', `/bookings/${id}/payment-plan`, { payments: plan }));
    await at('2031-06-09T08:59:00Z');
    expect(await mailsOf(inn)).toHaveLength(1);
    await at('2031-06-09T09:00:00Z');
    await sweep();
    const [, second, ...others] = await textsOf(inn);
    expect(second).toContain('€50.00 for your stay is due on Tuesday, 10 June 2031.');
    expect(others).toEqual([]);
  });

  it('asks for what a cancelled booking owes of its fee, and not for a payment that the cancellation ended', async () => {
    const inn = await openInn(world, { team: { depositPpm: 0, balanceDueDays: 10 } });
    await setRules(inn, DUE);
    const { id } = await inn.book({ guest: BEA, check_in: '2031-06-20', check_out: '2031-06-22' });
    await at('2031-06-07T09:00:00Z');
    await inn.data(inn.cancel(id, { fee: 5_000 }));
    await sendUntil(async () =>
      expect(await mailsOf(inn)).toMatchObject([
        { status: 'withdrawn', error: 'The payment is no longer due.' },
      ]),
    );
    await at('2031-06-08T09:00:00Z');
    await sendUntil(async () => expect((await mailsOf(inn))[1]).toMatchObject({ status: 'sent' }));
    const [, fee, ...others] = await textsOf(inn);
    expect(fee).toContain('€50.00 of the cancellation fee is due now, as of Saturday, 7 June 2031.');
    expect(others).toEqual([]);
  });

  it('is not written for a late payment that version 2 planned', async () => {
    const inn = await openInn(world, { team: { depositPpm: 300_000, balanceDueDays: 10 } });
    await setRules(inn, DUE);
    const { id } = await inn.book({ guest: BEA, check_in: '2031-06-20', check_out: '2031-06-22' });
    await world.db.execute(`update payments set planned_at = null where booking_id = '${id}'`);
    // The ids of such payments tell when they were made.
    await world.db.execute(
      `update payments set id = '01dab000-0000-7000-8000-000000000001' where booking_id = '${id}' and due_on = '2031-05-05'`,
    );
    await at('2031-05-06T09:00:00Z');
    expect(await mailsOf(inn)).toEqual([]);
  });
});

describe('a waiting message', () => {
  const CONFIRMED = { kind: 'booking_confirmed', active: true, sources: null };

  it('goes to the address that staff have corrected meanwhile, written anew for it', async () => {
    const inn = await openInn(world, { team: { siteBookings: 'request' } });
    await setRules(inn, CONFIRMED);
    server.plant((to) => (to === BEA.email ? { code: 550, text: '5.2.1 Mailbox disabled' } : null));
    const booking = await inn.book({ guest: BEA });
    await sendUntil(async () => expect(await mailsOf(inn)).toMatchObject([{ attempts: 1 }]));
    const corrected = { name: 'Beata Lind', email: 'beata@example.com' };
    await inn.data(inn.send('PUT', `/guests/${booking.guest.id}`, corrected));
    world.clock.set('2031-05-05T12:00:00Z');
    await sendUntil(async () =>
      expect(await mailsOf(inn)).toMatchObject([{ status: 'sent', to: corrected, attempts: 1, error: null }]),
    );
    expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([[corrected.email]]);
    expect(server.arrived[0]?.mail.text).toContain('Dear Beata Lind,');
    expect(await inn.read('/mail-suppressions')).toEqual([]);
  });

  it('goes to the guest whom the booking has now', async () => {
    const inn = await openInn(world, { team: { siteBookings: 'request' } });
    await setRules(inn, CONFIRMED);
    const booking = await inn.book({ guest: BEA });
    const carl = { name: 'Carl Berg', email: 'carl@example.com' };
    await inn.data(inn.change(booking.id, { guest: carl }));
    await sendUntil(async () => expect(await mailsOf(inn)).toMatchObject([{ status: 'sent' }]));
    const { guest } = await inn.read(`/bookings/${booking.id}`);
    expect((await mailsOf(inn))[0]).toMatchObject({ to: { email: guest.email }, guest_id: guest.id });
    expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([[guest.email]]);
  });

  it('is withdrawn if the guest has no address any more, or one that gets nothing', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    await setRules(inn, CONFIRMED);
    const gone = await inn.book({ guest: BEA });
    await inn.data(inn.send('PUT', `/guests/${gone.guest.id}`, { email: null }));
    const blocked = await inn.book({ guest: { name: 'Dan', email: 'dan@example.com' } });
    await inn.data(inn.send('POST', '/mail-suppressions', { email: 'dan-2@example.com' }), 201);
    await inn.data(inn.send('PUT', `/guests/${blocked.guest.id}`, { email: 'dan-2@example.com' }));
    await sendUntil(async () =>
      expect(await mailsOf(inn)).toMatchObject([
        { status: 'withdrawn', error: 'The guest has no email any more.' },
        { status: 'withdrawn', error: 'suppressed' },
      ]),
    );
    expect(server.arrived).toEqual([]);
  });

  it('with a lost link is written anew for the corrected address', async () => {
    const inn = await openInn(world, { team: { slug: 'corrected-links' } });
    const { confirmation_code: code, guest } = await inn.book({ guest: BEA });
    const answer = await world.app.inject({
      method: 'POST',
      url: `/v1/public/corrected-links/bookings/${code}/link`,
      payload: { email: BEA.email },
    });
    expect(answer.statusCode).toBe(202);
    await inn.data(inn.send('PUT', `/guests/${guest.id}`, { name: 'Beata', email: 'beata@example.com' }));
    await sendUntil(async () => expect(await mailsOf(inn)).toMatchObject([{ status: 'sent' }]));
    expect(server.arrived[0]?.mail.text).toMatch(/^Dear Beata,[\s\S]+#key=/);
  });
});
