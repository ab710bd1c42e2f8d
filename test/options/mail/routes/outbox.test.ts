import { describe, expect, it, test } from 'vitest';
import { openSharedApp, sweepsOf } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';

const world = await openSharedApp({ publicUrl: 'https://stay.example' });
const BEA = { name: 'Bea Lind', email: 'bea@example.com' };
const NOW = '2031-05-05T10:00:00Z';

const allOn = (inn: Inn, ...kinds: string[]) =>
  inn.data(
    inn.send('PUT', '/mail-rules', { rules: kinds.map((kind) => ({ kind, active: true, sources: null })) }),
  );
const mailsOf = (inn: Inn, query = ''): Promise<Json[]> => inn.read(`/mails?per_page=100${query}`);
const kindsOf = async (inn: Inn, query = '') =>
  (await mailsOf(inn, query)).map(({ kind }: Json) => kind).reverse();
const sweep = async () => {
  const [writeScheduled] = sweepsOf(world, 'mail');
  await writeScheduled?.(new AbortController().signal);
};

describe('messages about bookings', () => {
  it('a booking that is requested, confirmed, changed, paid and cancelled sends one message for each', async () => {
    const inn = await openInn(world);
    await allOn(
      inn,
      'booking_requested',
      'booking_confirmed',
      'booking_changed',
      'booking_cancelled',
      'payment_received',
    );
    const { id } = await inn.book({ guest: BEA, status: 'pending' });
    expect(await kindsOf(inn)).toEqual(['booking_requested']);
    await inn.data(inn.confirm(id));
    await inn.data(inn.change(id, { check_in: '2031-07-01', check_out: '2031-07-03' }));
    await inn.data(inn.change(id, { notes: 'Late.' }));
    const [payment] = (await inn.folio(id)).payments;
    await inn.data(inn.send('PUT', `/bookings/${id}/payments/${payment.id}`, { status: 'paid' }));
    await inn.data(inn.cancel(id));
    expect(await kindsOf(inn)).toEqual([
      'booking_requested',
      'booking_confirmed',
      'booking_changed',
      'payment_received',
      'booking_cancelled',
    ]);
    const [cancelled, paid] = await mailsOf(inn);
    const whole = await inn.read(`/mails/${cancelled.id}`);
    expect(whole).toMatchObject({
      status: 'kept',
      to: BEA,
      booking_id: id,
      attempts: 0,
      error: null,
      next_attempt_at: null,
      sent_at: null,
      attachments: [{ name: 'stay.ics', type: 'text/calendar; charset=utf-8; method=CANCEL' }],
    });
    expect(whole.message_id).toMatch(/^<[0-9a-f-]{36}@.+>$/);
    expect(whole.text).toContain('Your booking is cancelled.');
    expect((await inn.read(`/mails/${paid.id}`)).text).toContain('we have received €200.00');
  });

  it('no message is sent for a refused or previewed write, a replay, or a guest without an email', async () => {
    const inn = await openInn(world);
    await allOn(inn, 'booking_confirmed');
    await inn.send('POST', '/bookings/preview', inn.newBooking({ guest: BEA }));
    await inn.tryBook({ guest: BEA, number_of_guests: 1_000 });
    const key = { 'idempotency-key': 'once' };
    for (const _ of [1, 2]) expect((await inn.tryBook({ guest: BEA }, key)).status).toBe(201);
    await inn.book({ check_in: '2031-08-01', check_out: '2031-08-02' });
    expect(await kindsOf(inn)).toEqual(['booking_confirmed']);
  });

  it('a message is sent as the rules say, with the text of that moment', async () => {
    const inn = await openInn(world);
    await inn.book({ guest: BEA });
    expect(await mailsOf(inn)).toEqual([]);
    await inn.data(
      inn.send('PUT', '/mail-rules', { rules: [{ kind: 'booking_confirmed', sources: ['api'] }] }),
    );
    const write = (subject: string) =>
      inn.data(inn.send('PUT', '/mail-texts/booking_confirmed/en', { subject }));
    await write('First');
    await inn.book({ guest: BEA, check_in: '2031-08-01', check_out: '2031-08-02' });
    await write('Second');
    expect(await mailsOf(inn)).toMatchObject([{ subject: 'First' }]);
    await inn.book({ guest: BEA, check_in: '2031-09-01', check_out: '2031-09-02', source: 'airbnb' });
    expect(await mailsOf(inn)).toHaveLength(1);
  });

  it('a message to an address that must not get mail is withdrawn at once', async () => {
    const inn = await openInn(world);
    await allOn(inn, 'booking_confirmed');
    await inn.data(inn.send('POST', '/mail-suppressions', { email: 'BEA@example.com' }), 201);
    await inn.book({ guest: BEA });
    expect(await mailsOf(inn)).toMatchObject([{ status: 'withdrawn', error: 'suppressed' }]);
  });

  it('a request from the site sends a message to the guest and to each member', async () => {
    const inn = await openInn(world, {
      team: { siteBookings: 'request', slug: 'outbox-site' },
      listing: { slug: 'loft' },
    });
    const { db } = world;
    const { people, memberships } = await import('../../../../src/db/schema/teams.ts');
    const times = { createdAt: new Date(NOW), updatedAt: new Date(NOW) };
    const personId = crypto.randomUUID();
    const person = {
      id: personId,
      email: 'ana@stay.example',
      emailKey: 'ana@stay.example',
      name: 'Ana',
      passwordHash: null,
    };
    await db.insert(people).values({ ...person, ...times });
    await db.insert(memberships).values({ teamId: inn.teamId, personId, createdAt: new Date(NOW) });
    const stay = { listing: 'loft', check_in: '2031-07-01', check_out: '2031-07-03', number_of_guests: 2 };
    const guest = { name: 'Bea <b>Lind</b>', email: 'bea@example.com' };
    const body = { ...stay, guest, expected_total: 20_000, special_requests: 'A cot' };
    const made = await world.app.inject({
      method: 'POST',
      url: '/v1/public/outbox-site/bookings',
      payload: body,
    });
    expect(made.statusCode).toBe(201);
    const { confirmation_code: code, key } = made.json().data;
    const [toMember, toGuest] = (await mailsOf(inn)).sort((a, b) => (a.kind < b.kind ? 1 : -1));
    expect(toMember).toMatchObject({ kind: 'request_arrived', to: { email: 'ana@stay.example' } });
    expect((await inn.read(`/mails/${toMember.id}`)).html).toContain(
      'Bea &lt;b&gt;Lind&lt;/b&gt; would like',
    );
    const whole = await inn.read(`/mails/${toGuest.id}`);
    expect(whole).toMatchObject({ kind: 'booking_requested', attachments: [] });
    expect(whole.text).toContain(`https://stay.example/site/outbox-site?booking=${code}\n`);
    expect(JSON.stringify(whole)).not.toContain(key);
    const withdrawn = await world.app.inject({
      method: 'POST',
      url: `/v1/public/outbox-site/bookings/${code}/cancel`,
      headers: { 'booking-key': key },
    });
    expect(withdrawn.statusCode).toBe(200);
    const [last] = await mailsOf(inn, '&kind=booking_cancelled');
    const mail = await inn.read(`/mails/${last.id}`);
    expect(mail.text).toContain('You have withdrawn your request.');
    expect(mail.attachments).toMatchObject([{ name: 'stay.ics' }]);
  });
});

describe('messages', () => {
  it('messages can be filtered, sent again as new ones, and withdrawn', async () => {
    const inn = await openInn(world);
    await allOn(inn, 'booking_confirmed');
    const booking = await inn.book({ guest: BEA });
    const [mail] = await mailsOf(
      inn,
      `&booking_id=${booking.id}&guest_id=${booking.guest.id}&kind=booking_confirmed&status=kept`,
    );
    expect(await mailsOf(inn, '&status=sent,failed')).toEqual([]);
    await inn.data(inn.send('PUT', `/guests/${booking.guest.id}`, { email: 'new@example.com' }));
    const again = await inn.data(inn.send('POST', `/mails/${mail.id}/resend`), 202);
    expect(again).toMatchObject({ kind: mail.kind, subject: mail.subject, to: { email: 'new@example.com' } });
    expect(again.id).not.toBe(mail.id);
    expect(again.message_id).not.toBe(mail.message_id);
    expect(await inn.data(inn.send('POST', `/mails/${mail.id}/withdraw`))).toMatchObject({
      status: 'withdrawn',
    });
    const twice = await inn.send('POST', `/mails/${mail.id}/withdraw`);
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['status']]);
    const other = await openInn(world);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/resend'],
      ['POST', '/withdraw'],
    ] as const)
      expect((await other.send(method, `/mails/${mail.id}${path}`)).status).toBe(404);
  });

  it('messages are in the export of their guest, and deleted when the guest is erased', async () => {
    const inn = await openInn(world);
    await allOn(inn, 'booking_confirmed');
    const booking = await inn.book({ guest: BEA });
    await inn.data(inn.send('POST', '/mail-suppressions', { email: 'bea@example.com' }), 201);
    const { messages } = await inn.read(`/guests/${booking.guest.id}/export`);
    expect(messages).toMatchObject([{ kind: 'booking_confirmed', to: BEA }]);
    await inn.data(inn.cancel(booking.id));
    await inn.data(inn.send('POST', `/guests/${booking.guest.id}/erase`));
    expect(await mailsOf(inn)).toEqual([]);
    expect(await inn.read('/mail-suppressions')).toEqual([]);
  });
});

describe('scheduled messages', () => {
  test('scheduled messages are written from their time on, once for each date, and not for times before the rule was made', async () => {
    world.clock.set(NOW);
    const inn = await openInn(world, { team: { depositPpm: 0 } });
    const early = await inn.book({ guest: BEA, check_in: '2031-05-06', check_out: '2031-05-08' });
    const rule = (kind: string) => ({ kind, active: true, hour: 12 });
    await inn.data(
      inn.send('PUT', '/mail-rules', { rules: ['before_arrival', 'after_departure'].map(rule) }),
    );
    const { id } = await inn.book({ guest: BEA, check_in: '2031-05-20', check_out: '2031-05-22' });
    await sweep();
    expect(await kindsOf(inn)).toEqual([]);
    // 12:00 in Lisbon, three days before.
    world.clock.set('2031-05-17T10:59:59Z');
    await sweep();
    // The first booking ended on the 8th, and its message made sense for a day.
    expect(await kindsOf(inn)).toEqual([]);
    world.clock.set('2031-05-17T11:00:00Z');
    for (const _ of [1, 2]) await sweep();
    expect(await mailsOf(inn)).toMatchObject([{ kind: 'before_arrival', booking_id: id }]);
    world.clock.set('2031-05-23T11:00:00Z');
    await sweep();
    expect(await kindsOf(inn, `&booking_id=${id}`)).toEqual(['before_arrival', 'after_departure']);
    expect(await mailsOf(inn, `&booking_id=${early.id}`)).toEqual([]);
    world.clock.set(NOW);
  });

  test('a reminder of due payments is sent until the end of the day, one for all payments of a day', async () => {
    world.clock.set(NOW);
    const inn = await openInn(world, { team: { balanceDueDays: 10 } });
    await inn.data(inn.send('PUT', '/mail-rules', { rules: [{ kind: 'payment_due', active: true }] }));
    const { id } = await inn.book({ guest: BEA, check_in: '2031-06-20', check_out: '2031-06-22' });
    world.clock.set('2031-06-07T09:00:00Z');
    await sweep();
    const [mail] = await mailsOf(inn);
    expect(mail).toMatchObject({ kind: 'payment_due', booking_id: id });
    expect((await inn.read(`/mails/${mail.id}`)).text).toContain(
      '€200.00 for your stay is due on Tuesday, 10 June 2031.',
    );
    const paid = await inn.book({ guest: BEA, check_in: '2031-07-20', check_out: '2031-07-22' });
    const [payment] = (await inn.folio(paid.id)).payments;
    await inn.data(inn.send('PUT', `/bookings/${paid.id}/payments/${payment.id}`, { status: 'paid' }));
    world.clock.set('2031-07-08T09:00:00Z');
    await sweep();
    expect(await mailsOf(inn)).toHaveLength(1);
    world.clock.set(NOW);
  });
});
