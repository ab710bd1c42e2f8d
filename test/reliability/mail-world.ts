/** Servers that send messages to a mail server of this machine, for tests that load or break the sending. */
import { afterAll } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import type { Inn } from '../helpers/bookings.ts';
import { openMailServer } from '../helpers/mail-server.ts';
import { openSharedServers } from './servers.ts';

const PUBLIC_URL = 'https://stay.example';

export async function openMailWorld() {
  // Who reads a message first renders it, so the app and the servers know the same address.
  const world = await openSharedApp({
    publicUrl: PUBLIC_URL,
    sendsMail: true,
  });
  const servers = await openSharedServers(world.url);
  const mailServer = await openMailServer();
  afterAll(() => mailServer.close());
  const environment = {
    SMTP_URL: mailServer.url,
    SMTP_INSECURE: 'true',
    MAIL_FROM: 'mail@stay.example',
    PUBLIC_URL,
  };
  return { world, servers, mailServer, environment };
}

/** Sends these kinds of messages about all bookings of an inn, or none of them. */
export async function setMailRules(inn: Inn, kinds: readonly string[], active = true): Promise<void> {
  const rules = kinds.map((kind) => ({ kind, active, sources: null }));
  await inn.data(inn.send('PUT', '/mail-rules', { rules }));
}
