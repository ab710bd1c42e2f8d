/** A mail server that keeps what arrives, with planted faults. */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export type Arrived = {
  envelope: { from: string; to: string[] };
  raw: string;
  mail: ParsedMail;
  isAnswerLost: boolean;
};
export type FaultName =
  | 'refuse-connection'
  | 'hang-at-greeting'
  | 'refuse-sender'
  | 'refuse-address'
  | 'refuse-by-policy'
  | 'busy'
  | 'hang-at-address'
  | 'break-early'
  | 'refuse-message'
  | 'busy-at-end'
  | 'break'
  | 'hang-at-end';
/** An answer to the address of the reader, such as 550 and '5.1.1 No such user'. */
export type Refusal = { code: number; text: string };
/** What goes wrong, by the address of the reader: an empty one before it is known. */
export type Fault = (to: string) => FaultName | Refusal | null;

/** Listens on a free port of this machine. `fault` decides for each try what goes wrong. */
export async function openMailServer(fault: Fault = () => null) {
  const arrived: Arrived[] = [];
  let current = fault;
  let answersAfterMs = 0;
  const reply = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect(_session, done) {
      const wrong = current('');
      if (wrong === 'hang-at-greeting') return;
      if (wrong === 'refuse-connection') return done(reply(554, '5.3.2 Not today'));
      return done();
    },
    onMailFrom(_from, _session, done) {
      return current('') === 'refuse-sender' ? done(reply(550, '5.7.1 Not you')) : done();
    },
    onRcptTo({ address }, _session, done) {
      const wrong = current(address);
      if (wrong === 'hang-at-address') return;
      if (typeof wrong === 'object' && wrong !== null) return done(reply(wrong.code, wrong.text));
      if (wrong === 'refuse-address') return done(reply(550, '5.1.1 No such user, see 5.7.1'));
      if (wrong === 'refuse-by-policy') return done(reply(550, '5.7.1 Not from you'));
      if (wrong === 'busy') return done(reply(451, '4.3.0 Try later'));
      return done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const [reader] = session.envelope.rcptTo;
      if (current(reader?.address ?? '') === 'break-early') {
        breakOff(session.id);
        return;
      }
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const wrong = current(to[0] ?? '');
        if (wrong === 'refuse-message') return done(reply(554, '5.6.0 No'));
        if (wrong === 'busy-at-end') return done(reply(451, '4.3.0 Try later'));
        arrived.push({
          envelope: { from: mailFrom === false ? '' : mailFrom.address, to },
          raw,
          mail: await simpleParser(raw),
          isAnswerLost: wrong === 'break',
        });
        await sleep(answersAfterMs);
        // The message was taken, but the answer is lost.
        if (wrong === 'break') breakOff(session.id);
        else if (wrong !== 'hang-at-end') done();
      });
    },
  });
  const breakOff = (id: string): void => {
    for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
  };
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    arrived,
    url: `smtp://127.0.0.1:${port}`,
    /** Takes its time for the answer to each message. */
    answerAfter(ms: number): void {
      answersAfterMs = ms;
    },
    /** Breaks off the messages that wait for their answer. */
    breakAll(): void {
      for (const connection of server.connections) connection._socket.destroy();
    },
    plant(next: Fault): void {
      current = next;
    },
    close(): Promise<void> {
      for (const connection of server.connections) connection._socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
