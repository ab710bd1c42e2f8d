/** How messages leave: over one mail server, with nodemailer (docs/rules.md, 25.9). */
import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';

/** How an installation sends. `password` and keys stay here and are never logged. */
export type SmtpSettings = {
  url: string;
  from: string;
  /** Whether connections need no encryption, and certificates are not verified. */
  isInsecure: boolean;
  dkim: { domainName: string; keySelector: string; privateKey: string } | null;
};

export type OutgoingMail = {
  messageId: string;
  date: Date;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  calendar: { filename: string; contentType: string; content: string } | null;
};

/** What came of a try. `refused` will never be taken; `unknown` may have arrived. */
export type SendOutcome =
  | { result: 'sent' }
  | { result: 'refused'; error: string; isAddressGone: boolean }
  | { result: 'unknown'; error: string }
  | { result: 'retry'; error: string };

export type MailTransport = { send(mail: OutgoingMail): Promise<SendOutcome>; close(): void };

/** The time limit for the connection, and for each of the server's answers. */
const ANSWER_MS = 30_000;
/** The time limit for the answer after the end of the message. */
const END_MS = 120_000;
const MAX_ERROR_LENGTH = 1_000;

type SmtpError = Error & {
  code?: string;
  command?: string;
  responseCode?: number;
  rejectedErrors?: SmtpError[];
};

/** Opens a connection for each message, so that a server that hangs holds up nothing else. */
export function createMailTransport({ url, isInsecure, dkim }: SmtpSettings): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    requireTLS: !isTls && !isInsecure,
    tls: { rejectUnauthorized: !isInsecure },
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: END_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim } : {}),
  };
  return {
    close: () => {},
    async send(mail) {
      const transport = createTransport(options);
      let isWritten = false;
      // Whether all of the message was given to the connection: whoever breaks off later may have taken it.
      transport.use('stream', (sending, done) => {
        sending.message.transform(() => {
          const passing = new PassThrough();
          passing.on('end', () => {
            isWritten = true;
          });
          return passing;
        });
        done();
      });
      try {
        await transport.sendMail(buildMessage(mail));
        return { result: 'sent' };
      } catch (error) {
        return judge(error as SmtpError, isWritten);
      } finally {
        transport.close();
      }
    },
  };
}

const buildMessage = (mail: OutgoingMail) => ({
  messageId: mail.messageId,
  date: mail.date,
  from: mail.from,
  to: mail.to,
  ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
  envelope: { from: mail.from.address, to: mail.to.address },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  headers: { 'Auto-Submitted': 'auto-generated' },
  ...(mail.calendar === null ? {} : { attachments: [mail.calendar] }),
});

/** A 5xx status for the recipient or the message is final. An earlier one is a problem of the installation. */
function judge(error: SmtpError, isWritten: boolean): SendOutcome {
  const cause = error.rejectedErrors?.[0] ?? error;
  const text = toOneErrorLine(cause);
  const status = cause.responseCode ?? 0;
  const isFinal = status >= 500 && status < 600;
  if (cause.command === 'RCPT TO' && isFinal)
    return { result: 'refused', error: text, isAddressGone: !/\b5\.7\.\d/.test(cause.message) };
  if (cause.code === 'EMESSAGE')
    return isFinal
      ? { result: 'refused', error: text, isAddressGone: false }
      : { result: 'retry', error: text };
  if (isWritten && status === 0)
    return {
      result: 'unknown',
      error: `The connection broke after the message's end, so it may have arrived: ${text}`,
    };
  return { result: 'retry', error: text };
}

const toOneErrorLine = ({ message }: Error): string =>
  message.replace(/\s+/g, ' ').trim().slice(0, MAX_ERROR_LENGTH);
