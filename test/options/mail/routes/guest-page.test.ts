/** What a guest does with a booking's key, and how a lost key is sent again (docs/rules.md, 15.9 and 15.10). */
import { describe, expect, it } from 'vitest';
import { openSharedApp, openTestApp } from '../../../helpers/app.ts';
import { type Json, tally } from '../../../helpers/bookings.ts';
import { openSite, type Site } from '../../../helpers/site.ts';

const world = await openSharedApp({
  publicUrl: 'https://stay.example',
  sendsMail: true,
});
const NOW = '2031-05-05T10:00:00Z';

/** A third is given back until a week before; 24 hours of grace. */
const POLICY = {
  name: 'Moderate',
  graceHours: 24,
  graceDaysBefore: 3,
  tiers: [
    { daysBefore: 30, refundPpm: 1_000_000 },
    { daysBefore: 7, refundPpm: 333_333 },
  ],
};
const STAY = { check_in: '2031-06-01', check_out: '2031-06-05' };
const REFUSED = {
  status: 422,
  body: {
    success: false,
    message: 'This booking is confirmed. Please talk to your host to cancel it.',
    errors: {},
  },
};

const openWithTerms = (team = {}) =>
  openSite(world, {
    team: { siteBookings: 'instant', siteCancellation: 'by_terms', cancellationPolicy: POLICY, ...team },
    units: ['A', 'B'],
  });
const costOf = (site: Site, code: string, key?: string) =>
  site.visit('GET', `/bookings/${code}/cancellation`, {
    headers: key === undefined ? {} : { 'booking-key': key },
  });
const linkOf = (site: Site, code: string, email: string, from?: string) =>
  site.visit('POST', `/bookings/${code}/link`, { body: { email }, ...(from === undefined ? {} : { from }) });
const mailsOf = async (site: Site): Promise<Json[]> => site.read('/mails?kind=booking_link');

describe('a guest’s own cancellation', () => {
  it('a guest’s own cancellation costs what its terms say, which is told before', async () => {
    world.clock.set(NOW);
    const site = await openWithTerms();
    const { confirmation_code: code, key } = await site.requested(STAY);
    const [{ id }] = await site.read('/bookings');
    await site.data(site.send('POST', `/bookings/${id}/payments`, { amount: 30_000 }), 201);
    expect((await costOf(site, code, key)).body).toEqual({
      data: { currency: 'EUR', cancellation_fee: 0, refund_due: 30_000 },
    });
    // The grace is over, and 30 days before check-in as well.
    world.clock.set('2031-05-20T10:00:00Z');
    const cost = await costOf(site, code, key);
    expect([cost.status, cost.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(cost.body).toEqual({ data: { currency: 'EUR', cancellation_fee: 26_667, refund_due: 3_333 } });
    expect((await site.look(code, key)).body.data.status).toBe('confirmed');
    const changed = await site.withdraw(code, key, {}, { expected_fee: 0 });
    expect(changed).toMatchObject({
      status: 409,
      body: { message: 'The cancellation fee is not the expected one.', code: 'fee_changed' },
    });
    expect(Object.keys(changed.body)).toEqual(['message', 'code']);
    expect((await site.look(code, key)).body.data.status).toBe('confirmed');
    expect(await site.withdraw(code, key, {}, { expected_fee: 26_667 })).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled', cancellation_fee: 26_667 } },
    });
    const [event] = (await site.events(id)).filter(({ type }: Json) => type === 'booking.cancelled');
    expect(event.actor).toEqual({ type: 'site', name: null });
    world.clock.set(NOW);
  });

  it('a guest’s own cancellation needs no expected fee, and is done once under its key', async () => {
    const site = await openWithTerms();
    const { confirmation_code: code, key } = await site.requested(STAY);
    const once = { 'idempotency-key': 'cancel-1' };
    const first = await site.withdraw(code, key, once);
    expect(first).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled', cancellation_fee: 0 } },
    });
    const again = await site.withdraw(code, key, once);
    expect([again.status, again.text, again.headers['idempotent-replay']]).toEqual([200, first.text, 'true']);
  });

  it.each<[string, object]>([
    ['where the team does not let guests cancel', { siteCancellation: 'off' }],
    ['without terms', { cancellationPolicy: null }],
  ])('a guest’s own cancellation of a confirmed booking is refused %s', async (_where, team) => {
    const site = await openWithTerms(team);
    const { confirmation_code: code, key } = await site.requested(STAY);
    expect(await costOf(site, code, key)).toMatchObject(REFUSED);
    expect(await site.withdraw(code, key, {}, { expected_fee: 0 })).toMatchObject(REFUSED);
  });

  it('a guest’s own cancellation of a request costs nothing, with terms and without', async () => {
    for (const cancellationPolicy of [POLICY, null]) {
      const site = await openWithTerms({
        siteBookings: 'request',
        siteCancellation: 'off',
        cancellationPolicy,
      });
      const { confirmation_code: code, key } = await site.requested(STAY);
      expect((await costOf(site, code, key)).body.data).toEqual({
        currency: 'EUR',
        cancellation_fee: 0,
        refund_due: 0,
      });
      expect((await site.withdraw(code, key, {}, { expected_fee: 1 })).body.code).toBe('fee_changed');
      expect((await site.withdraw(code, key, {}, { expected_fee: 0 })).status).toBe(200);
      const over = { status: 422, body: { message: 'A cancelled booking cannot be withdrawn.' } };
      expect(await costOf(site, code, key)).toMatchObject(over);
      expect(await site.withdraw(code, key)).toMatchObject(over);
    }
  });

  it('a guest’s own cancellation is told to nobody without the key, and reads what was sent', async () => {
    const site = await openWithTerms();
    const { confirmation_code: code, key } = await site.requested(STAY);
    for (const wrong of [undefined, 'x'.repeat(32)])
      expect((await costOf(site, code, wrong)).body).toEqual({ message: 'There is no such booking.' });
    for (const fee of [-1, 1.5, 'free'])
      expect((await site.withdraw(code, key, {}, { expected_fee: fee })).body.errors).toHaveProperty(
        'expected_fee',
      );
    expect((await site.withdraw(code, key, {}, { expected_fee: null })).status).toBe(200);
  });
});

describe('a lost link', () => {
  it('a lost link is sent to the guest of the booking, with the key only in what is sent', async () => {
    const site = await openWithTerms({ slug: 'lost-links' });
    const { confirmation_code: code } = await site.requested(STAY);
    const answer = await linkOf(site, code.toLowerCase(), 'BEA@example.com');
    expect([answer.status, answer.body]).toEqual([202, { data: null }]);
    const [mail, ...others] = await mailsOf(site);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'booking_link',
      status: 'pending',
      to: { name: 'Bea Lind', email: 'bea@example.com' },
      subject: `The link to your booking ${code}`,
    });
    const { text, html } = await site.read(`/mails/${mail.id}`);
    for (const body of [text, html])
      expect(body).toContain(`https://stay.example/site/lost-links?booking=${code}`);
    expect(`${text}${html}`).not.toContain('#key=');
    expect(text).toContain('from Sunday 1 June 2031 to Thursday 5 June 2031.');
  });

  it('a lost link is answered alike for an unknown code and another email, and one row is written', async () => {
    const site = await openWithTerms();
    const { confirmation_code: code } = await site.requested(STAY);
    const ofOthers = await (await openWithTerms()).requested(STAY);
    const countRows = async () => {
      const { rows } = await world.db.execute<{ mails: number; counts: number }>(
        `select (select count(*)::int from mails where team_id = ${site.teamId} and kind = 'booking_link') as mails,
          (select coalesce(sum(cardinality(made_at)), 0)::int from site_booking_counts where team_id = ${site.teamId}) as counts`,
      );
      return rows[0];
    };
    const before = await countRows();
    const cases: [string, string, object][] = [
      [code, 'bea@example.com', { mails: 1, counts: 0 }],
      [code, 'else@example.com', { mails: 1, counts: 1 }],
      ['NOSUCH22', 'bea@example.com', { mails: 1, counts: 2 }],
      [ofOthers.confirmation_code, 'bea@example.com', { mails: 1, counts: 3 }],
    ];
    const numbers = new Set<number>();
    for (const [typed, email, more] of cases) {
      const { result, statements } = await world.statements.during(() =>
        linkOf(site, typed, email, '10.200.0.1'),
      );
      expect([result.status, result.text]).toEqual([202, '{"data":null}']);
      numbers.add(statements.length);
      const now = await countRows();
      expect({
        mails: (now?.mails ?? 0) - (before?.mails ?? 0),
        counts: (now?.counts ?? 0) - (before?.counts ?? 0),
      }).toEqual(more);
    }
    expect(numbers.size).toBe(1);
  });

  it('a lost link is sent at most three times an hour for a booking, also when asked for at once', async () => {
    world.clock.set(NOW);
    const site = await openWithTerms();
    const { confirmation_code: code } = await site.requested(STAY);
    const answers = await Promise.all(Array.from({ length: 8 }, () => linkOf(site, code, 'bea@example.com')));
    expect(tally(answers)).toEqual({ 202: 8 });
    expect(await mailsOf(site)).toHaveLength(3);
    world.clock.set('2031-05-05T11:00:01Z');
    expect((await linkOf(site, code, 'bea@example.com')).status).toBe(202);
    expect(await mailsOf(site)).toHaveLength(4);
    world.clock.set(NOW);
  });

  it('a lost link to an address that gets nothing is withdrawn, and one without an email is refused', async () => {
    const site = await openWithTerms();
    const { confirmation_code: code } = await site.requested(STAY);
    const suppression = { email: 'Bea@example.com', reason: 'Asked for it.' };
    await site.data(site.send('POST', '/mail-suppressions', suppression), 201);
    expect((await linkOf(site, code, 'bea@example.com')).status).toBe(202);
    expect((await mailsOf(site))[0]).toMatchObject({ status: 'withdrawn', error: 'suppressed' });
    for (const body of [{}, { email: 'nobody' }, { email: null }])
      expect((await site.visit('POST', `/bookings/${code}/link`, { body })).body.errors).toHaveProperty(
        'email',
      );
  });

  it('a lost link has no path where no messages are sent', async () => {
    const kept = await openTestApp({ url: world.url });
    const site = await openSite(kept);
    const { confirmation_code: code } = await site.requested();
    for (const body of [{ email: 'bea@example.com' }, {}])
      expect(await site.visit('POST', `/bookings/${code}/link`, { body })).toMatchObject({ status: 404 });
    await kept.close();
  });

  it('a lost link counts towards the limit of bookings from one address', async () => {
    const limited = await openTestApp({
      url: world.url,
      sendsMail: true,
      limits: { public: 0, token: 0, signIn: 0, siteBookings: 2 },
    });
    const site = await openSite(limited);
    const from = '10.201.0.1';
    const statuses = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await linkOf(site, 'NOSUCH22', 'bea@example.com', from)).status);
    expect(statuses).toEqual([202, 202, 429]);
    await limited.close();
  });
});
