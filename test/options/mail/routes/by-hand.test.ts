/** What a member writes to the guest of a booking (docs/rules.md, 25.22). */
import { afterAll, expect, it, vi } from 'vitest';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../../../src/options/mail/services/sending/worker.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Inn, openInn, times } from '../../../helpers/bookings.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { openMailServer } from '../../../helpers/mail-server.ts';

const { own, settings: SENDING } = createSendingMail();
const world = await openSharedApp(SENDING);
const server = await openMailServer();
afterAll(() => server.close());
const FROM = 'mail@stay.example';
const transport = createMailTransport({ url: server.url, from: FROM, isInsecure: true, dkim: null });
const BEA = { name: 'Bea Lind', email: 'bea@example.com' };
const LETTER = {
  subject: 'Your parking place',
  body: 'Please use **number 4**.\n\n{{ guest.name }} {% x %}',
};

const write = (inn: Inn, id: string, body: object = LETTER, headers = {}) =>
  inn.send('POST', `/bookings/${id}/mails`, body, headers);

it('a member writes to a guest in Markdown, without Liquid, and the message is one of the booking like any other', async () => {
  const inn = await openInn(world);
  const { id, guest } = await inn.book({ guest: BEA });
  const before = await inn.read('/events?limit=500');
  const answer = await write(inn, id, LETTER, { 'idempotency-key': 'once' });
  expect(answer).toMatchObject({
    status: 202,
    body: {
      data: {
        kind: 'by_hand',
        status: 'pending',
        to: BEA,
        subject: LETTER.subject,
        booking_id: id,
        guest_id: guest.id,
        attachments: [],
      },
    },
  });
  const { data } = answer.body;
  expect(data.html).toContain('<strong>number 4</strong>');
  expect(data.text).toContain('{{ guest.name }} {% x %}');
  expect((await write(inn, id, LETTER, { 'idempotency-key': 'once' })).body).toEqual(answer.body);
  expect(await inn.read(`/mails?booking_id=${id}&kind=by_hand`)).toHaveLength(1);
  expect(await inn.read(`/mails/${data.id}`)).toEqual(data);
  expect(await inn.read('/events?limit=500')).toEqual(before);
  const sending = startMailSending({
    ...{ ...world.services, ...own, transport, from: FROM, perMinute: 0, everyMs: 20 },
    onError: (error) => world.backgroundErrors.push(error),
  });
  const find = () => server.arrived.find(({ mail }) => mail.messageId === data.message_id);
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 8_000, interval: 20 });
  await sending.stop();
  expect(find()?.mail).toMatchObject({ subject: LETTER.subject, attachments: [] });
  const again = await inn.send('POST', `/mails/${data.id}/resend`);
  expect(again).toMatchObject({ status: 202, body: { data: { kind: 'by_hand', to: BEA } } });
  const { messages } = await inn.read(`/guests/${guest.id}/export`);
  expect(messages).toHaveLength(2);
  await inn.data(inn.cancel(id));
  await inn.data(inn.send('POST', `/guests/${guest.id}/erase`));
  expect(await inn.read('/mails')).toEqual([]);
});

it('what a member writes has the house’s name above it, and below it how to reach the house, as text alone', async () => {
  const inn = await openInn(world, { team: { name: 'Pier *House*' } });
  const contact = { email: 'hello@pier.example', phone: '+351 21 000 00 00' };
  await inn.data(inn.send('PUT', '/team', { contact }));
  const { id } = await inn.book({ guest: BEA });
  const { data } = (await write(inn, id, { subject: 'Key', body: '- One\n\n<script>' })).body;
  expect(data.html).toContain('<p class="house">Pier *House*</p>');
  expect(data.html).toContain('<p>Pier *House*<br>\n+351 21 000 00 00<br>\nhello@pier.example</p>');
  expect(data.text).toBe('- One\n\nPier *House*\n+351 21 000 00 00\nhello@pier.example');
});

it('no link to the guest’s own page can be forged, and HTML and pictures are left out', async () => {
  const inn = await openInn(world, { team: { siteBookings: 'request', slug: 'by-hand-links' } });
  const { id } = await inn.book({ guest: BEA });
  const body =
    '\uE00F &#xE00F; &#57359; \uE0000\uE001 <b>x</b> ![y](https://evil.example/p.png) [z](javascript:alert(1))';
  const { data } = (await write(inn, id, { subject: '\uE00F link', body })).body;
  expect(JSON.stringify(data)).not.toMatch(/by-hand-links|[\ue000-\ue00f]/);
  expect(data.html).not.toMatch(/<b>|<img|href="javascript/);
});

it('wrong texts, unknown bookings, and guests to whom nothing can be sent are refused', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const { id } = await inn.book({ guest: BEA });
  const keysOf = async (body: object, of = id) => {
    const { status, body: got } = await write(inn, of, body);
    return [status, Object.keys(got.errors ?? {}).sort()];
  };
  expect(await keysOf({})).toEqual([422, ['body', 'subject']]);
  expect(await keysOf({ subject: 'x'.repeat(256), body: 'x'.repeat(10_001) })).toEqual([
    422,
    ['body', 'subject'],
  ]);
  expect(await keysOf({ subject: 'a\nb', body: 7 })).toEqual([422, ['body', 'subject']]);
  expect(await keysOf({ subject: 'x', body: '![](https://evil.example/p.png)' })).toEqual([422, ['body']]);
  expect((await write(inn, crypto.randomUUID())).status).toBe(404);
  expect((await write(await openInn(world), id)).status).toBe(404);
  const silent = await inn.book({});
  expect((await write(inn, silent.id)).body.errors).toEqual({ guest: ['The guest has no email.'] });
  await inn.data(inn.send('POST', '/mail-suppressions', { email: 'BEA@example.com' }), 201);
  expect((await write(inn, id)).body.errors).toEqual({
    guest: ['The guest’s address is blocked: nothing is sent to it.'],
  });
  expect(await inn.read('/mails')).toEqual([]);
});

it('twenty messages an hour are written for a booking, also at once, and then one as soon as the first is an hour old', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const { id } = await inn.book({ guest: BEA });
  const other = await inn.book({ guest: BEA });
  expect((await write(inn, id)).status).toBe(202);
  world.clock.set('2031-05-05T10:30:00Z');
  const answers = await Promise.all(times(23, () => write(inn, id)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...times(19, () => 202), ...times(4, () => 429)]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers['retry-after']).toBe('1800');
  expect(refused?.body).toEqual({ message: expect.stringContaining('At most 20 messages an hour') });
  expect((await write(inn, other.id)).status).toBe(202);
  world.clock.set('2031-05-05T11:00:00Z');
  expect((await write(inn, id)).status).toBe(202);
  expect((await write(inn, id)).status).toBe(429);
});
