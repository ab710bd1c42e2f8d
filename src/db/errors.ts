/** The one place that knows what PostgreSQL's and the driver's errors mean. */

export type DatabaseTrouble =
  /** The database cannot be reached, is shutting down, overloaded, or too slow: try again later. */
  | 'unavailable'
  /** A deadlock or a serialization failure: the same transaction may well succeed when run again. */
  | 'conflict'
  /** An exclusion constraint: the nights are taken. */
  | 'overlap'
  /** A unique key is taken. */
  | 'duplicate'
  | 'other';

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
]);
/** What node-postgres says without a code when a connection or an answer is missing. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;
const UNAVAILABLE_STATES = /^(08|53|57P0|57014|55P03|25P03)/;
/** After these PostgreSQL has ended the connection, or may no longer understand it. */
const ENDED_STATES = /^(08|57P0|25P03)/;

/** The SQLSTATE and constraint behind an error, however drizzle has wrapped it; null if there is none. */
export function sqlErrorOf(error: unknown): { sqlState: string; constraint: string | null } | null {
  const cause = sqlCauseOf(error);
  return cause && { sqlState: cause.code, constraint: cause.constraint ?? constraintOnWorker(cause) };
}

/**
 * Citus passes on what a worker says without the name of the constraint, which then stands in the message alone, with the
 * number of the shard behind it.
 */
const constraintOnWorker = ({ code, message }: SqlCause): string | null =>
  code.startsWith('23') ? (/constraint "([^"]+?)(?:_\d{6,})?"/.exec(message)?.[1] ?? null) : null;

/** What node-postgres says of an error that PostgreSQL, or a pooler, sent. */
type SqlCause = { code: string; message: string; constraint?: string; severity?: string };

const sqlCauseOf = (error: unknown) =>
  causesOf(error).find(
    (cause): cause is Error & SqlCause =>
      'code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code),
  ) ?? null;

/**
 * PostgreSQL answers 08P01 to a statement that we sent wrongly, such as one with more than 65,535 parameters, and goes
 * on. A pooler sends the same code when it ends the connection, and then calls it fatal.
 */
const isOurProtocolViolation = ({ code, severity }: SqlCause) => code === '08P01' && severity !== 'FATAL';

export function databaseTroubleOf(error: unknown): DatabaseTrouble {
  const cause = sqlCauseOf(error);
  if (cause) {
    const sqlState = cause.code;
    if (isOurProtocolViolation(cause)) return 'other';
    if (UNAVAILABLE_STATES.test(sqlState)) return 'unavailable';
    if (sqlState === '40001' || sqlState === '40P01') return 'conflict';
    if (sqlState === '23P01') return 'overlap';
    if (sqlState === '23505') return 'duplicate';
    return 'other';
  }
  for (const cause of causesOf(error)) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && CONNECTION_CODES.has(code)) return 'unavailable';
    if (CONNECTION_MESSAGES.test(cause.message)) return 'unavailable';
  }
  return 'other';
}

/** Whether the connection that a statement failed on is of no more use: it has ended, or gives no answer. */
export function isConnectionLost(error: unknown): boolean {
  const cause = sqlCauseOf(error);
  if (!cause) return databaseTroubleOf(error) === 'unavailable';
  // If it is the connection to a worker that is lost, Citus says so in a mere error, and its own connection goes on.
  const isOfWorker = cause.severity === 'ERROR' && cause.code !== '08P01';
  return ENDED_STATES.test(cause.code) && !isOfWorker;
}

/** Whether a pooler refuses a setting with which a connection is to start. */
export const isStartupParameterRefusal = (error: unknown): boolean =>
  causesOf(error).some(({ message }) => message.startsWith('unsupported startup parameter'));

/**
 * What of a database error may be logged. Drizzle's own message holds the statement's parameters, guests' emails among
 * them, PostgreSQL's detail holds the values of a violated key, and what it says of malformed data quotes it: none is kept.
 */
export function describeError(error: unknown): {
  type: string;
  message: string;
  code?: string;
  stack?: string;
} {
  const causes = causesOf(error);
  const innermost = causes.at(-1);
  if (!innermost) return { type: typeof error, message: 'something that is no Error was thrown' };
  const code = (innermost as { code?: unknown }).code;
  const stack = causes
    .map((cause) => framesOf(cause).filter((line) => /^\s+at /.test(line)))
    .find((frames) => frames.length > 0);
  return {
    type: innermost.name,
    message: messageOf(innermost, code),
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack ? { stack: stack.join('\n') } : {}),
  };
}

/** Errors of class 22 are about data, and quote it: `invalid input syntax for type uuid: "…"`. */
const messageOf = ({ message }: Error, code: unknown): string =>
  typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
    ? (message.split(/[:"]/)[0] ?? '').trim()
    : message;

/** A stack without the message at its head, lines of which may look like anything. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  return (start < 0 ? stack : stack.slice(start + message.length)).split('\n');
}

/** An error and its causes, outermost first; aggregated ones (a connection tried on several addresses) included. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let current: unknown = error;
  // Bounded, as a cause may in theory lead back to itself.
  while (current instanceof Error && causes.length < 10) {
    causes.push(current);
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return causes;
}
