/** See docs/rules.md, 25.9. */
import { createTransport } from 'nodemailer';
import type { CalendarMethod } from '../../domain/kinds.ts';
import { judgeRefusal, type RefusalMeaning } from '../../domain/refusals.ts';
import { createAnswerWatch, type WatchTimes } from './answer-watch.ts';

/** `password` and keys are never logged. */
export type SmtpSettings = {
  url: string;
  from: string;
  /** Connections then need no encryption, and certificates are not verified. */
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
  calendar: { method: CalendarMethod; filename: string; content: string } | null;
};

/**
 * `refused` is a 5xx to the address or the message. `unknown` means that the message may have arrived. `cut_off`
 * means that this process stopped before the whole message was sent.
 */
export type SendOutcome =
  | { result: 'sent' }
  | { result: 'refused'; error: string; meaning: RefusalMeaning }
  | { result: 'unknown'; error: string }
  | { result: 'retry'; error: string }
  | { result: 'cut_off' };

export type MailTransport = {
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** Cuts off the messages that are being sent. */
  close(): void;
};

/** `endMs` is for the answer to the end of the message. */
const TIMES: WatchTimes = { answerMs: 30_000, endMs: 120_000 };
/** Connecting, the greeting and the beginning of TLS. Each may take as long as one answer. */
const SETUP_STEPS = 3;
const MAX_ERROR_LENGTH = 1_000;

type SmtpError = Error & {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  rejectedErrors?: SmtpError[];
};

/** One connection for each message, so that a mail server that hangs holds up nothing else. */
export function createMailTransport(
  { url, isInsecure, dkim }: SmtpSettings,
  times: WatchTimes = TIMES,
): MailTransport {
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
    connectionTimeout: SETUP_STEPS * times.answerMs,
    greetingTimeout: times.answerMs,
    socketTimeout: times.answerMs + times.endMs,
    transactionLog: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim } : {}),
  };
  const closing = new AbortController();

  return {
    close: () => closing.abort(),
    async send(mail) {
      const watch = createAnswerWatch(times, closing.signal);
      const transport = createTransport({ ...options, logger: watch.logger });
      try {
        await transport.sendMail({ ...buildMessage(mail), signal: watch.signal });
        return { result: 'sent' };
      } catch (error) {
        if (closing.signal.aborted && !watch.isMessageWritten()) return { result: 'cut_off' };
        return judge(watch.findProblem() ?? (error as SmtpError), watch.isMessageWritten());
      } finally {
        watch.end();
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
  // An alternative of the text, by which a calendar program knows it, and a file.
  ...(mail.calendar === null ? {} : { icalEvent: mail.calendar }),
});

/** A 5xx to a command before the recipient is a problem of the installation, so it is only tried again. */
function judge(error: SmtpError, isWritten: boolean): SendOutcome {
  const cause = error.rejectedErrors?.[0] ?? error;
  const text = toOneErrorLine(cause);
  const status = cause.responseCode ?? 0;
  const isToRecipient = cause.command === 'RCPT TO';
  if (status >= 500 && (isToRecipient || cause.command === 'DATA'))
    return {
      result: 'refused',
      error: text,
      meaning: judgeRefusal({ status, text: cause.response ?? '', isToRecipient }),
    };
  if (isWritten && status === 0)
    return {
      result: 'unknown',
      error: `The connection broke after the message's end, so it may have arrived: ${text}`,
    };
  return { result: 'retry', error: text };
}

const toOneErrorLine = ({ message }: Error): string =>
  message.replace(/\s+/g, ' ').trim().slice(0, MAX_ERROR_LENGTH);
