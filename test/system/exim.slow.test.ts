/** Messages that a server sends to Debian's exim4, read where they were delivered (docs/rules.md, 25.12). */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { simpleParser } from 'mailparser';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { type Inn, openInn } from '../helpers/bookings.ts';
import { hasExim, startExim } from '../helpers/exim.ts';
import { openSharedServers } from '../reliability/servers.ts';

const PUBLIC_URL = 'https://stay.example';
const NAME = 'Béa "the guest" <Lind>, עם שם';

describe.runIf(hasExim)('messages to a real mail server', async () => {
  if (!hasExim) return;
  // Who reads a message first renders it, so both processes know the same address.
  const world = await openSharedApp({ publicUrl: PUBLIC_URL });
  const servers = await openSharedServers(world.url);

  const openMailing = async (): Promise<Inn> => {
    const inn = await openInn(world, {
      team: { siteBookings: 'request', slug: 'exim-team', mailFromName: 'Ana, "Harbour" – Lisboa' },
      units: ['A', 'B', 'C', 'D', 'E', 'F', 'G'],
    });
    const rules = [{ kind: 'booking_confirmed', active: true, sources: null }];
    await inn.data(inn.send('PUT', '/mail-rules', { rules }));
    return inn;
  };

  it('arrive over TLS, signed, as they were written; only an address that does not exist is given up at the first refusal', {
    timeout: 180_000,
  }, async () => {
    const exim = await startExim();
    const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-dkim-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const keyFile = path.join(folder, 'dkim.pem');
    await writeFile(keyFile, privateKey);
    const settings = {
      SMTP_URL: exim.url,
      MAIL_FROM: 'mail@stay.example',
      PUBLIC_URL,
      MAIL_DKIM_KEY_FILE: keyFile,
      MAIL_DKIM_DOMAIN: 'stay.example',
      MAIL_DKIM_SELECTOR: 'inn',
    };
    const inn = await openMailing();
    const statusOf = async (booking: { id: string }) =>
      (await inn.read(`/mails?booking_id=${booking.id}`))[0] as Record<string, unknown>;

    // A certificate that nobody has signed is not believed, and the message waits.
    const first = await servers.start(settings);
    const api = async (port: number, body: object) => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/bookings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${inn.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { data: { id: string; confirmation_code: string } }).data;
    };
    let days = 0;
    const book = (port: number, email: string, name = 'Bea') => {
      days += 10;
      const day = (offset: number) =>
        new Date(Date.now() + (days + offset) * 86_400_000).toISOString().slice(0, 10);
      return api(port, { ...inn.newBooking(), check_in: day(3), check_out: day(5), guest: { name, email } });
    };
    const waiting = await book(first.port, 'bea-1@example.com');
    await expect.poll(() => statusOf(waiting)).toMatchObject({ status: 'pending', attempts: 1 });
    expect((await statusOf(waiting)).error).toMatch(/certificate/i);
    expect(await exim.read()).toEqual([]);
    first.child.kill('SIGTERM');
    await first.finished;

    const server = await servers.start({ ...settings, NODE_EXTRA_CA_CERTS: exim.certificate });
    const sent = await book(server.port, 'bea-2@example.com', NAME);
    const nobody = await book(server.port, 'nobody@example.com');
    const policy = await book(server.port, 'policy@example.com');
    const busy = await book(server.port, 'busy@example.com');
    const wide = await book(server.port, 'bea@xn--bcher-kva.example');
    const unwanted = await (async () => {
      await inn.data(inn.send('PUT', '/mail-texts/booking_confirmed/en', { subject: 'unwanted' }));
      return book(server.port, 'bea-3@example.com');
    })();
    for (const [booking, expected] of [
      [sent, { status: 'sent', attempts: 1, error: null }],
      [wide, { status: 'sent' }],
      [nobody, { status: 'failed', attempts: 1, error: expect.stringContaining('No such user here') }],
      [policy, { status: 'pending', attempts: 1, error: expect.stringContaining('Not from you') }],
      [busy, { status: 'pending', attempts: 1, error: expect.stringContaining('Try again later') }],
      [unwanted, { status: 'pending', attempts: 1, error: expect.stringContaining('unwanted') }],
    ] as const)
      await expect.poll(() => statusOf(booking)).toMatchObject(expected);
    expect((await inn.read('/mail-suppressions')).map(({ email }: { email: string }) => email)).toEqual([
      'nobody@example.com',
    ]);

    await expect.poll(async () => (await exim.read()).length).toBe(2);
    const raw = (await exim.read()).find((text) => text.includes('bea-2@example.com')) ?? '';
    const mail = await simpleParser(raw);
    expect(mail.headers.get('envelope-to')).toBe('bea-2@example.com');
    expect(mail.headers.get('return-path')).toMatchObject({ value: [{ address: 'mail@stay.example' }] });
    // Only over TLS does exim write `esmtps`.
    expect(String(mail.headers.get('received'))).toMatch(/with esmtps/);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.from?.value).toEqual([{ name: 'Ana, "Harbour" – Lisboa', address: 'mail@stay.example' }]);
    expect(mail.to).toMatchObject({ value: [{ name: NAME, address: 'bea-2@example.com' }] });
    expect(mail.messageId).toBe((await statusOf(sent)).message_id);
    expect(mail.text).toContain(`Dear ${NAME},`);
    const link = `${PUBLIC_URL}/site/exim-team?booking=${sent.confirmation_code}#key=`;
    expect(mail.html).toContain(link);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([undefined, 'stay.ics']);
    const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
    const { results } = await dkimVerify(raw.replaceAll('\n', '\r\n'), { resolver: async () => [[record]] });
    expect(results[0]?.status).toMatchObject({ result: 'pass' });
    server.child.kill('SIGTERM');
    await server.finished;
    expect(Object.values(server.said).join('')).not.toMatch(/busy@|bea-\d@|nobody@/);
  });
});
