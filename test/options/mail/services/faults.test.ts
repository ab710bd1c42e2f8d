/** What becomes of a message when its mail server fails in any way (docs/rules.md, 25.12 and 25.13). */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { settleMail, withoutAddresses } from '../../../../src/options/mail/services/sending/outcomes.ts';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { type FaultName, openMailServer } from '../../../helpers/mail-server.ts';

const NOW = new Date('2031-05-05T10:00:00Z');
const ANSWER_MS = 600;
const END_MS = 1_200;
const server = await openMailServer();
afterAll(() => server.close());

const settingsFor = (url: string) => ({ url, from: 'mail@stay.example', isInsecure: true, dkim: null });
const openTransport = (url = server.url) =>
  createMailTransport(settingsFor(url), { answerMs: ANSWER_MS, endMs: END_MS });
const openPatientTransport = (url = server.url) => createMailTransport(settingsFor(url));

const mail = {
  messageId: '<1@stay.example>',
  date: NOW,
  from: { name: 'Harbour', address: 'mail@stay.example' },
  to: { name: 'Bea', address: 'bea@example.com' },
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  calendar: null,
};

async function timeSend(transport = openTransport()) {
  const startedAt = performance.now();
  const outcome = await transport.send(mail);
  return { outcome, tookMs: performance.now() - startedAt };
}

describe('a fault', () => {
  it.each<[FaultName, object]>([
    ['refuse-connection', { result: 'retry', error: expect.stringContaining('Not today') }],
    ['refuse-sender', { result: 'retry', error: expect.stringContaining('Not you') }],
    [
      'refuse-address',
      { result: 'refused', meaning: 'no_such_address', error: expect.stringContaining('No such') },
    ],
    ['refuse-by-policy', { result: 'refused', meaning: 'other' }],
    ['busy', { result: 'retry', error: expect.stringContaining('Try later') }],
    ['break-early', { result: expect.stringMatching(/^(retry|unknown)$/) }],
    ['refuse-message', { result: 'refused', meaning: 'other' }],
    ['busy-at-end', { result: 'retry', error: expect.stringContaining('Try later') }],
    ['break', { result: 'unknown', error: expect.stringContaining('may have arrived') }],
  ])('a mail server that does “%s” gives sending the outcome %j', async (fault, expected) => {
    server.plant(() => fault);
    const { outcome } = await timeSend(openPatientTransport());
    expect(outcome).toMatchObject(expected);
  });

  it.each<FaultName>(['hang-at-greeting', 'hang-at-address'])(
    '%s ends after the time of an answer',
    async (fault) => {
      server.plant(() => fault);
      const { outcome, tookMs } = await timeSend();
      expect(outcome).toMatchObject({ result: 'retry', error: 'No answer within 0.6 seconds.' });
      expect(tookMs).toBeGreaterThanOrEqual(ANSWER_MS - 20);
      expect(tookMs).toBeLessThan(END_MS);
    },
  );

  it('hang-at-end has the longer time, and nobody knows whether the message arrived', async () => {
    server.plant(() => 'hang-at-end');
    const { outcome, tookMs } = await timeSend();
    expect(outcome).toMatchObject({
      result: 'unknown',
      error: expect.stringContaining("No answer within 1.2 seconds after the message's end."),
    });
    expect(tookMs).toBeGreaterThanOrEqual(END_MS - 20);
  });
});

/** A server that says what it is told, line by line. */
async function openScript(answer: (line: string, socket: Socket) => string | null) {
  const scripted: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 script\r\n');
    let isMessage = false;
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      const lines = rest.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isMessage && line !== '.') continue;
        const said = answer(line.split(/[ :]/)[0] ?? '', socket);
        isMessage = said?.startsWith('354') ?? false;
        if (said !== null) socket.write(`${said}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(scripted.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => scripted.close(() => resolve())),
  };
}
const say =
  (said: Record<string, string>, pauseMs = 0) =>
  (line: string, socket: Socket): string | null => {
    const text = said[line] ?? '250 ok';
    if (pauseMs === 0) return text;
    setTimeout(() => socket.write(`${text}\r\n`), pauseMs);
    return null;
  };

describe('a server', () => {
  it('that refuses the message before it is sent, once it knows the reader, has refused the message', async () => {
    await using script = await openScript(say({ DATA: '554 5.5.1 No' }));
    const { outcome } = await timeSend(openPatientTransport(script.url));
    expect(outcome).toMatchObject({ result: 'refused', meaning: 'other' });
  });

  it('that closes with 421 after the message has not taken it', async () => {
    await using script = await openScript(say({ DATA: '354 go', '.': '421 4.3.2 Closing' }));
    const { outcome } = await timeSend(openPatientTransport(script.url));
    expect(outcome).toMatchObject({ result: 'retry', error: expect.stringContaining('421') });
  });

  it('may take almost the whole time for each of its answers', async () => {
    const pauseMs = ANSWER_MS - 250;
    await using script = await openScript((line, socket) =>
      line === 'DATA' ? '354 go' : say({}, pauseMs)(line, socket),
    );
    const { outcome, tookMs } = await timeSend(openTransport(script.url));
    expect(outcome).toEqual({ result: 'sent' });
    expect(tookMs).toBeGreaterThan(3 * pauseMs);
  });
});

describe('a process that stops', () => {
  it('cuts off what no server can have taken', async () => {
    const transport = openPatientTransport();
    server.plant((to) => {
      if (to !== '') transport.close();
      return 'hang-at-address';
    });
    const { outcome, tookMs } = await timeSend(transport);
    expect(outcome).toEqual({ result: 'cut_off' });
    expect(tookMs).toBeLessThan(10_000);
  });

  it('does not know of what it has written whether it arrived', async () => {
    const transport = openPatientTransport();
    server.plant(() => 'hang-at-end');
    server.arrived.length = 0;
    const sent = timeSend(transport);
    await vi.waitFor(() => expect(server.arrived).toHaveLength(1), { timeout: 10_000 });
    transport.close();
    expect((await sent).outcome).toMatchObject({ result: 'unknown' });
  });
});

it('what a mail server says is logged without addresses, however the server writes them', () => {
  for (const address of [
    'bea@example.com',
    'BEA@EXAMPLE.COM',
    'bea+x@xn--bcher-kva.example',
    'béa@bücher.example',
  ])
    for (const error of [
      `550 5.1.1 <${address}>: Recipient address rejected`,
      `450 4.2.1 "${address}" is busy`,
      `451 ${address}: try later; not ${address}.`,
    ])
      expect(withoutAddresses(error)).not.toMatch(/b.a|@/i);
  expect(withoutAddresses('450 4.2.1 <bea@example.com>: Busy')).toBe('450 4.2.1 <the address>: Busy');
});

describe('the tries of a message', () => {
  const SECONDS = [60, 300, 1_800, 7_200, 18_000, 43_200, 86_400];
  const retry = { result: 'retry', error: 'No.' } as const;
  const unknown = { result: 'unknown', error: 'Who knows.' } as const;
  const refused = { result: 'refused', error: 'No.', meaning: 'other' } as const;
  const tried = (attempts: number, lastAttempt: number | null = null) => ({ attempts, lastAttempt });
  const waitSeconds = (next: Date | null) => next && (next.getTime() - NOW.getTime()) / 1_000;

  it.each([retry, refused])(
    'follow after the delays of docs/mail.md, each moved by a tenth at most, and end with the eighth: %j',
    (outcome) => {
      for (const [before, seconds] of SECONDS.entries()) {
        const { changes } = settleMail(outcome, tried(before), NOW);
        expect(changes).toMatchObject({ status: 'pending', attempts: before + 1 });
        expect(waitSeconds(changes.nextAttemptAt)).toBeGreaterThanOrEqual(seconds * 0.9);
        expect(waitSeconds(changes.nextAttemptAt)).toBeLessThanOrEqual(seconds * 1.1 + 1);
      }
      const last = settleMail(outcome, tried(SECONDS.length), NOW);
      expect(last.changes).toMatchObject({ status: 'failed', nextAttemptAt: null });
    },
  );

  it('follow after ten minutes where nobody knows, twice at most, and end as well', () => {
    for (const [before] of SECONDS.entries()) {
      const { changes } = settleMail(unknown, tried(before), NOW);
      expect([waitSeconds(changes.nextAttemptAt), changes.lastAttempt]).toEqual([600, before + 3]);
    }
    const second = settleMail(unknown, tried(1, 3), NOW).changes;
    expect([waitSeconds(second.nextAttemptAt), second.lastAttempt]).toEqual([600, 3]);
    for (const outcome of [unknown, retry])
      expect(settleMail(outcome, tried(2, 3), NOW)).toMatchObject({
        result: 'failed',
        changes: { status: 'failed', error: outcome.error, nextAttemptAt: null },
      });
    expect(settleMail(unknown, tried(SECONDS.length), NOW)).toMatchObject({
      result: 'failed',
      changes: { status: 'failed', error: 'Who knows.' },
    });
  });

  it('end at once where the address does not exist', () => {
    expect(settleMail(refused, tried(0), NOW, true).changes).toMatchObject({
      status: 'failed',
      nextAttemptAt: null,
    });
  });
});
