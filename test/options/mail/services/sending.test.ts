import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../../../src/options/mail/services/sending/worker.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { openMailServer } from '../../../helpers/mail-server.ts';

const NOW = '2031-05-05T10:00:00Z';
const { own, settings: SENDING } = createSendingMail();
const world = await openSharedApp(SENDING);
const server = await openMailServer();
afterAll(() => server.close());
beforeEach(() => {
  server.arrived.length = 0;
  server.plant(() => null);
  world.clock.set(NOW);
});

const troubles: string[] = [];
const dkim = null;
const transport = createMailTransport({ url: server.url, from: 'mail@stay.example', isInsecure: true, dkim });
const start = (more: object = {}) =>
  startMailSending({
    ...world.services,
    ...own,
    transport,
    from: 'mail@stay.example',
    perMinute: 60,
    everyMs: 20,
    onError: (error) => world.backgroundErrors.push(error),
    onTrouble: (error) => troubles.push(error),
    ...more,
  });

async function sendUntil(check: () => Promise<void> | void, more: object = {}) {
  const sending = start(more);
  try {
    await vi.waitFor(check, { timeout: 8_000, interval: 50 });
  } finally {
    await sending.stop();
  }
}

const openMailing = async (team = {}): Promise<Inn> => {
  const inn = await openInn(world, { team, units: ['A', 'B', 'C'] });
  await inn.data(
    inn.send('PUT', '/mail-rules', { rules: [{ kind: 'booking_confirmed', active: true, sources: null }] }),
  );
  return inn;
};
const bookFor = (inn: Inn, email: string) => inn.book({ guest: { name: 'Bea Lind', email } });
/** What came for one address: other tests may have left messages that are still due. */
const arrivedFor = (email: string) => server.arrived.filter(({ envelope }) => envelope.to[0] === email);
const mailOf = async (inn: Inn): Promise<Json> => (await inn.read('/mails'))[0];

describe('a message', () => {
  it('a message is delivered with its names, as text and HTML, with the stay and a link that has the booking’s key', async () => {
    const inn = await openMailing({
      siteBookings: 'request',
      slug: 'sending-team',
      mailFromName: 'Ana, "Harbour"',
      mailReplyTo: 'desk@harbour.example',
    });
    const booking = await bookFor(inn, 'bea-1@example.com');
    await sendUntil(async () => expect(await mailOf(inn)).toMatchObject({ status: 'sent' }));
    expect(arrivedFor('bea-1@example.com')).toHaveLength(1);
    const [{ envelope, mail } = { envelope: null, mail: null }] = arrivedFor('bea-1@example.com');
    expect(envelope).toEqual({ from: 'mail@stay.example', to: ['bea-1@example.com'] });
    expect(mail?.from?.value).toEqual([{ name: 'Ana, "Harbour"', address: 'mail@stay.example' }]);
    expect(mail?.replyTo?.text).toBe('desk@harbour.example');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    const stored = await mailOf(inn);
    expect(mail?.messageId).toBe(stored.message_id);
    expect(stored).toMatchObject({ attempts: 1, error: null, next_attempt_at: null });
    const link = `https://stay.example/site/sending-team?booking=${booking.confirmation_code}#key=`;
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(link);
    expect(JSON.stringify(await inn.read(`/mails/${stored.id}`))).not.toContain('#key=');
    const ics = mail?.attachments.find(({ filename }) => filename === 'stay.ics')?.content.toString() ?? '';
    expect(ics).toMatch(/^BEGIN:VCALENDAR\r\n/);
    for (const line of ['METHOD:REQUEST', `UID:${booking.id}@innkeep`, 'STATUS:CONFIRMED', 'SEQUENCE:1'])
      expect(ics).toContain(line);
  });

  it('a lost link arrives with the booking’s key, which opens the booking', async () => {
    const inn = await openMailing({ slug: 'sending-links' });
    const { confirmation_code: code } = await bookFor(inn, 'bea-8@example.com');
    await inn.data(inn.send('PUT', '/mail-rules', { rules: [{ kind: 'booking_confirmed', active: false }] }));
    const answer = await world.app.inject({
      method: 'POST',
      url: `/v1/public/sending-links/bookings/${code}/link`,
      payload: { email: 'bea-8@example.com' },
    });
    expect(answer.statusCode).toBe(202);
    const findLink = () =>
      arrivedFor('bea-8@example.com').find(({ mail }) => mail.subject === `The link to your booking ${code}`);
    await sendUntil(() => expect(findLink()).toBeDefined());
    const { mail } = findLink() ?? { mail: null };
    const [, key = ''] = /\?booking=\w+#key=([\w-]+)/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`?booking=${code}#key=${key}`);
    const opened = await world.get(`/v1/public/sending-links/bookings/${code}`, null, { 'booking-key': key });
    expect([opened.statusCode, opened.json().data.confirmation_code]).toEqual([200, code]);
  });

  it('a message’s headers and markup are never changed by what a guest typed', async () => {
    const inn = await openMailing();
    const path = '/mail-texts/booking_confirmed/en';
    await inn.data(inn.send('PUT', path, { subject: '{{ booking.special_requests }}', body: 'x' }));
    const special_requests = 'Hi\r\nBcc: all@example.com\r\n\r\nbody';
    await inn.book({ guest: { name: 'Bea', email: 'bea-2@example.com' }, special_requests });
    await sendUntil(() => expect(arrivedFor('bea-2@example.com')).toHaveLength(1));
    expect(arrivedFor('bea-2@example.com')[0]?.mail.subject).toBe('Hi Bcc: all@example.com body');
    expect(arrivedFor('bea-2@example.com')[0]?.mail.bcc).toBeUndefined();
    expect(arrivedFor('bea-2@example.com')[0]?.mail.text?.trim()).toBe('x');
  });

  it('a message to an address that does not exist fails at once, and the address gets no more mail', async () => {
    server.plant(() => 'refuse-address');
    const inn = await openMailing();
    await bookFor(inn, 'nobody-3@example.com');
    await sendUntil(async () => expect(await mailOf(inn)).toMatchObject({ status: 'failed', attempts: 1 }));
    expect((await mailOf(inn)).error).toContain('No such user');
    await vi.waitFor(
      async () =>
        expect(await inn.read('/mail-suppressions')).toMatchObject([{ email: 'nobody-3@example.com' }]),
      { timeout: 8_000 },
    );
    await bookFor(inn, 'nobody-3@example.com');
    expect(await mailOf(inn)).toMatchObject({ status: 'withdrawn', error: 'suppressed' });
  });

  it('a message that the mail server rejects is tried again, and its address still gets other mail', async () => {
    server.plant(() => 'refuse-message');
    const inn = await openMailing();
    await bookFor(inn, 'bea-4@example.com');
    await sendUntil(async () =>
      expect(await mailOf(inn)).toMatchObject({ status: 'pending', attempts: 1, error: expect.any(String) }),
    );
    expect(await inn.read('/mail-suppressions')).toEqual([]);
  });

  it('a message waits while the mail server is busy, and so do later ones of its booking', async () => {
    server.plant(() => 'busy');
    const inn = await openMailing();
    await inn.data(
      inn.send('PUT', '/mail-rules', { rules: [{ kind: 'booking_cancelled', active: true, sources: null }] }),
    );
    const { id } = await bookFor(inn, 'bea-5@example.com');
    await inn.data(inn.cancel(id));
    await sendUntil(async () => {
      const [cancelled, confirmed] = await inn.read('/mails');
      expect([confirmed.kind, confirmed.status, confirmed.attempts]).toEqual([
        'booking_confirmed',
        'pending',
        1,
      ]);
      expect([cancelled.status, cancelled.attempts]).toEqual(['pending', 0]);
      const waitSeconds = (Date.parse(confirmed.next_attempt_at) - Date.parse(NOW)) / 1_000;
      expect(waitSeconds).toBeGreaterThanOrEqual(54);
      expect(waitSeconds).toBeLessThanOrEqual(67);
    });
    expect(troubles.join()).not.toContain('@');
    server.plant(() => null);
    world.clock.set('2031-05-05T10:02:00Z');
    await sendUntil(() => expect(arrivedFor('bea-5@example.com')).toHaveLength(2));
    expect(arrivedFor('bea-5@example.com').map(({ mail }) => mail.subject)).toEqual([
      expect.stringContaining('is confirmed'),
      expect.stringContaining('is cancelled'),
    ]);
  });

  it('a message whose delivery is uncertain is sent again after ten minutes with the same Message-ID', async () => {
    server.plant(() => 'break');
    const inn = await openMailing();
    await bookFor(inn, 'bea-6@example.com');
    await sendUntil(async () => {
      expect(await mailOf(inn)).toMatchObject({
        status: 'pending',
        attempts: 1,
        next_attempt_at: '2031-05-05T10:10:00+00:00',
        error: expect.stringContaining('may have arrived'),
      });
    });
    server.plant(() => null);
    world.clock.set('2031-05-05T10:10:00Z');
    await sendUntil(async () => expect(await mailOf(inn)).toMatchObject({ status: 'sent' }));
    expect(new Set(arrivedFor('bea-6@example.com').map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(arrivedFor('bea-6@example.com')).toHaveLength(2);
  });

  it('a withdrawn message is not sent', async () => {
    const inn = await openMailing();
    await bookFor(inn, 'bea-7@example.com');
    const { id } = await mailOf(inn);
    await inn.data(inn.send('POST', `/mails/${id}/withdraw`));
    const other = await openMailing();
    await bookFor(other, 'carl-7@example.com');
    await sendUntil(() => expect(arrivedFor('carl-7@example.com')).toHaveLength(1));
    expect(arrivedFor('carl-7@example.com')[0]?.envelope.to).toEqual(['carl-7@example.com']);
    expect((await inn.send('POST', `/mails/${id}/resend`)).status).toBe(202);
    await sendUntil(() => expect(arrivedFor('bea-7@example.com')).toHaveLength(1));
  });
});

describe('mail transports', () => {
  const mail = {
    messageId: '<1@stay.example>',
    date: new Date(NOW),
    from: { name: 'Harbour', address: 'mail@stay.example' },
    to: { name: 'Bea', address: 'bea-signed@example.com' },
    replyTo: null,
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    calendar: null,
  };

  it('mail is signed by DKIM', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const signed = createMailTransport({
      url: server.url,
      from: 'mail@stay.example',
      isInsecure: true,
      dkim: { domainName: 'stay.example', keySelector: 'inn', privateKey },
    });
    expect(await signed.send(mail)).toEqual({ result: 'sent' });
    const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
    const { results } = await dkimVerify(arrivedFor(mail.to.address).at(-1)?.raw ?? '', {
      resolver: async () => [[record]],
    });
    expect(results[0]?.status).toMatchObject({ result: 'pass' });
  });

  it('mail is not sent without encryption, unless that is allowed', async () => {
    const secure = createMailTransport({
      url: server.url,
      from: 'mail@stay.example',
      isInsecure: false,
      dkim,
    });
    const to = { name: 'Bea', address: 'bea-secure@example.com' };
    expect(await secure.send({ ...mail, to })).toMatchObject({
      result: 'retry',
      error: expect.stringMatching(/tls/i),
    });
    expect(arrivedFor('bea-secure@example.com')).toEqual([]);
  });

  it('mail is tried again later if the server cannot be reached', async () => {
    const nowhere = createMailTransport({
      url: 'smtp://127.0.0.1:9',
      from: 'mail@stay.example',
      isInsecure: true,
      dkim,
    });
    expect(await nowhere.send(mail)).toMatchObject({ result: 'retry' });
  });
});

describe('many messages', () => {
  it('messages of a team are sent at its rate, and do not delay those of another team', async () => {
    const busy = await openMailing();
    for (const index of [1, 2, 3, 4, 5, 6])
      await busy.book({
        guest: { name: 'Bea', email: `bea-11-${index}@example.com` },
        check_in: `2031-08-0${index}`,
        check_out: `2031-08-0${index + 1}`,
      });
    const other = await openMailing();
    await bookFor(other, 'carl-11@example.com');
    await sendUntil(
      async () => {
        expect(await mailOf(other)).toMatchObject({ status: 'sent' });
        expect(await busy.read('/mails?status=sent')).toHaveLength(3);
      },
      { perMinute: 3 },
    );
    expect(await busy.read('/mails?status=pending')).toHaveLength(3);
  });

  it('messages are sent by several processes without duplicates', async () => {
    const inn = await openMailing();
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8])
      await inn.book({
        guest: { name: 'Bea', email: `shared${index}@example.com` },
        check_in: `2031-09-0${index}`,
        check_out: `2031-09-0${index + 1}`,
      });
    const all = [start(), start(), start()];
    await vi.waitFor(async () => expect(await inn.read('/mails?status=sent')).toHaveLength(8), {
      timeout: 8_000,
    });
    await Promise.all(all.map(({ stop }) => stop()));
    const arrived = server.arrived
      .map(({ envelope }) => envelope.to[0])
      .filter((to) => to?.startsWith('shared'));
    expect(arrived.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((index) => `shared${index}@example.com`));
  });
});
