/** What happens to a message, its booking or its reader while it waits or is being sent (docs/rules.md, 25.11 to 25.14). */
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeScheduledMails } from '../../../../src/options/mail/services/scheduled.ts';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../../../src/options/mail/services/sending/worker.ts';
import { removeTeamMember } from '../../../../src/services/people/members.ts';
import { createSystemScope } from '../../../../src/services/team-scope.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { buildListing, buildUnit } from '../../../helpers/factories.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { openMailServer } from '../../../helpers/mail-server.ts';
import { buildMember } from '../../../helpers/pages.ts';

const NOW = '2031-05-05T10:00:00Z';
const { own, settings: SENDING } = createSendingMail();
const world = await openSharedApp(SENDING);
const server = await openMailServer();
afterAll(() => server.close());
beforeEach(async () => {
  server.arrived.length = 0;
  server.plant(() => null);
  world.clock.set(NOW);
  // What other tests left behind is not sent here.
  await world.db.execute(
    `update mails set status = 'withdrawn', next_attempt_at = null where status = 'pending'`,
  );
});

const settings = { url: server.url, from: 'mail@stay.example', isInsecure: true, dkim: null };
function start() {
  const sending = startMailSending({
    ...world.services,
    ...own,
    transport: createMailTransport(settings, { answerMs: 500, endMs: 1_000 }),
    from: 'mail@stay.example',
    perMinute: 0,
    everyMs: 20,
    onError: (error) => world.backgroundErrors.push(error),
  });
  // Also after a test that fails: it would send the messages of the next one.
  onTestFinished(sending.stop);
  return sending;
}
const soon = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 30 });

const openMailing = async (rules: object[], options = {}): Promise<Inn> => {
  const inn = await openInn(world, { units: ['A', 'B', 'C'], ...options });
  const all = rules.map((rule) => ({ active: true, sources: null, ...rule }));
  await inn.data(inn.send('PUT', '/mail-rules', { rules: all }));
  return inn;
};
const mailOf = async (inn: Inn): Promise<Json> => (await inn.read('/mails'))[0];

describe('a message under way', () => {
  it('that is withdrawn stays so, although its try fails later', async () => {
    const inn = await openMailing([{ kind: 'booking_confirmed' }]);
    await inn.book({ guest: { name: 'Bea', email: 'bea@example.com' } });
    const { id } = await mailOf(inn);
    let isReached = false;
    server.plant((to) => {
      isReached ||= to !== '';
      return 'hang-at-address';
    });
    const sending = start();
    await soon(() => expect(isReached).toBe(true));
    await inn.data(inn.send('POST', `/mails/${id}/withdraw`));
    await sending.stop();
    expect(await mailOf(inn)).toMatchObject({ status: 'withdrawn', attempts: 0, next_attempt_at: null });
  });

  it('that is withdrawn too late is sent', async () => {
    const inn = await openMailing([{ kind: 'booking_confirmed' }]);
    await inn.book({ guest: { name: 'Bea', email: 'bea@example.com' } });
    const { id } = await mailOf(inn);
    let withdrawn: Promise<unknown> = Promise.resolve();
    server.plant((to) => {
      if (to !== '') withdrawn = inn.send('POST', `/mails/${id}/withdraw`);
      return null;
    });
    const sending = start();
    await soon(() => expect(server.arrived).toHaveLength(1));
    await withdrawn;
    await soon(async () => expect(await mailOf(inn)).toMatchObject({ status: 'sent', attempts: 1 }));
    await sending.stop();
  });

  it('about a guest who is erased leaves nothing behind', async () => {
    const inn = await openMailing([{ kind: 'booking_cancelled' }]);
    const { id, guest } = await inn.book({ guest: { name: 'Bea', email: 'bea@example.com' } });
    await inn.data(inn.cancel(id));
    let isReached = false;
    server.plant((to) => {
      isReached ||= to !== '';
      return 'hang-at-address';
    });
    const sending = start();
    await soon(() => expect(isReached).toBe(true));
    await inn.data(inn.send('POST', `/guests/${guest.id}/erase`));
    await sending.stop();
    expect(await inn.read('/mails')).toEqual([]);
    expect(await inn.read('/mail-suppressions')).toEqual([]);
    expect(world.backgroundErrors).toEqual([]);
  });
});

describe('a message whose reader may not get it any more', () => {
  it('is withdrawn if its address is blocked while it waits', async () => {
    const inn = await openMailing([{ kind: 'booking_confirmed' }]);
    await inn.book({ guest: { name: 'Bea', email: 'bea@example.com' } });
    await inn.data(inn.send('POST', '/mail-suppressions', { email: 'BEA@example.com' }), 201);
    const sending = start();
    await soon(async () =>
      expect(await mailOf(inn)).toMatchObject({ status: 'withdrawn', error: 'suppressed', attempts: 0 }),
    );
    await sending.stop();
    expect(server.arrived).toEqual([]);
  });

  it('is withdrawn if a member leaves the team after it was sent again', async () => {
    const inn = await openMailing([], { team: { siteBookings: 'request' }, listing: { slug: 'loft' } });
    const [kim, lee] = [
      await buildMember(world, { teamId: inn.teamId }),
      await buildMember(world, { teamId: inn.teamId }),
    ];
    await inn.data(inn.send('POST', '/mail-suppressions', { email: 'bea@example.com' }), 201);
    const { slug } = await inn.read('/team');
    const stay = { check_in: '2031-07-01', check_out: '2031-07-03', number_of_guests: 1 };
    const guest = { name: 'Bea', email: 'bea@example.com' };
    const payload = { listing: 'loft', ...stay, guest, expected_total: 20_000 };
    const made = await world.app.inject({ method: 'POST', url: `/v1/public/${slug}/bookings`, payload });
    expect(made.statusCode).toBe(201);
    const mails = async (): Promise<Json[]> => inn.read('/mails?kind=request_arrived');
    for (const { id } of await mails()) {
      await inn.data(inn.send('POST', `/mails/${id}/withdraw`));
      await inn.data(inn.send('POST', `/mails/${id}/resend`), 202);
    }
    const scope = createSystemScope(world.services, inn.teamId);
    await removeTeamMember(scope, lee.id, null);
    const sending = start();
    await soon(async () => expect((await mails()).filter(({ status }) => status === 'pending')).toEqual([]));
    await sending.stop();
    expect(server.arrived.map(({ envelope }) => envelope.to)).toEqual([[kim.email]]);
    const toLee = (await mails()).filter(({ to }) => to.email === lee.email);
    expect(toLee).toMatchObject([
      { status: 'withdrawn', attempts: 0, error: 'The reader is no member of the team any more.' },
      { status: 'withdrawn' },
    ]);
    const again = await inn.send('POST', `/mails/${toLee[1].id}/resend`);
    expect([again.status, again.body.errors]).toEqual([
      422,
      { status: ['The reader is no member of the team any more.'] },
    ]);
    expect((await mails()).length).toBe(4);
  });
});

describe('a scheduled message', () => {
  const RULE = { kind: 'before_arrival', days: 3, hour: 10 };
  const BOOKING = { check_in: '2031-05-08', check_out: '2031-05-11' };

  async function openScheduled(text: object | null = null): Promise<{ inn: Inn; booking: Json }> {
    world.clock.set('2031-05-01T10:00:00Z');
    const inn = await openMailing([RULE]);
    if (text) await inn.data(inn.send('PUT', '/mail-texts/before_arrival/en', text));
    const booking = await inn.book({ ...BOOKING, guest: { name: 'Bea', email: 'bea@example.com' } });
    world.clock.set('2031-05-05T12:00:00Z');
    await writeScheduledMails({ ...world.services, ...own }, new AbortController().signal);
    expect(await mailOf(inn)).toMatchObject({ kind: 'before_arrival', status: 'pending' });
    return { inn, booking };
  }

  it('goes although its place is called otherwise by now', async () => {
    const { inn } = await openScheduled();
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { public_title: 'Called otherwise' }));
    const sending = start();
    await soon(async () => expect(await mailOf(inn)).toMatchObject({ status: 'sent' }));
    await sending.stop();
  });

  it('is withdrawn if its stay is on other dates', async () => {
    const { inn, booking } = await openScheduled();
    await inn.data(inn.change(booking.id, { check_out: '2031-05-12' }));
    const sending = start();
    await soon(async () =>
      expect(await mailOf(inn)).toMatchObject({ status: 'withdrawn', error: 'The dates have changed.' }),
    );
    await sending.stop();
  });

  it('is withdrawn if its stay is at another place', async () => {
    const { inn, booking } = await openScheduled();
    const listing = await buildListing(world, { teamId: inn.teamId });
    await buildUnit(world, { teamId: inn.teamId, listingId: listing.id });
    await inn.data(inn.change(booking.id, { listing_id: listing.id }));
    const sending = start();
    await soon(async () =>
      expect(await mailOf(inn)).toMatchObject({ status: 'withdrawn', error: 'The place has changed.' }),
    );
    await sending.stop();
  });

  it('says the amounts of the moment in which it is sent', async () => {
    const body = 'Due: {{ booking.balance_due }}';
    const { inn, booking } = await openScheduled({ subject: 'x', body });
    const { id } = await mailOf(inn);
    const total = booking.grand_total;
    expect((await inn.read(`/mails/${id}`)).text).toBe(`Due: ${total}`);
    const payments = `/bookings/${booking.id}/payments`;
    const paid = { amount: 1_000, status: 'paid' };
    await inn.data(inn.send('POST', payments, paid), 201);
    const sending = start();
    await soon(() => expect(server.arrived).toHaveLength(1));
    await sending.stop();
    expect(server.arrived[0]?.mail.text?.trim()).toBe(`Due: ${total - 1_000}`);
    expect((await inn.read(`/mails/${id}`)).text).toBe(`Due: ${total - 1_000}`);
  });
});
