/** The only file that knows the meaning of PostgreSQL's and the driver's errors. */

type DatabaseErrorClass =
  /** The database cannot be reached, is shutting down, overloaded or too slow: try again later. */
  | 'unavailable'
  /** A deadlock or a serialization failure: the same transaction may succeed if it runs again. */
  | 'conflict'
  /** An exclusion constraint: the nights are already taken. */
  | 'overlap'
  | 'duplicate'
  | 'other';

const CONNECTION_CODES =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT)$/;
/** node-postgres's messages, which have no code. */
const CONNECTION_ERROR_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;
const UNAVAILABLE_SQL_STATES = /^(08|53|57P0|57014|55P03|25P03|25006)/;
/**
 * The server is a standby, or an operator allows only reading, for example because the disk is nearly full.
 */
const READ_ONLY_SQL_STATE = '25006';
/**
 * What a Citus coordinator reports when it loses a worker during a statement or a COMMIT: internal errors
 * without a useful SQLSTATE, some with an empty message.
 */
const WORKER_LOST_PATTERN =
  /^$|server closed the connection|connection (error|failed|lost|not open)|connection has been closed|no connection to the server|could not (receive|send) data|could not establish|SSL (SYSCALL|error)|lost synchronization with server|failed to (commit|prepare) transaction|failed to COPY to shard|failed to complete COPY on|could not commit transaction for shard|connection marked as essential|could not connect to any active placements|could not find an available connection|multiple connection failures|inconsistent state in the connection state machine/;
/** Internal errors, and input/output errors when the worker is lost while rows are copied to it. */
const WORKER_LOST_SQL_STATES = ['XX000', '58030'];
/**
 * The coordinator stores lists of rows by COPY, and repeats a worker's refusal as an internal error with this
 * message.
 */
const SQL_STATES_OF_MESSAGES: readonly [RegExp, string][] = [
  [/ violates unique constraint "/, '23505'],
  [/ violates exclusion constraint "/, '23P01'],
  [/ violates foreign key constraint "/, '23503'],
  [/ violates check constraint "/, '23514'],
  [/^deadlock detected/, '40P01'],
  [/^could not serialize access/, '40001'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling statement due to /, '57014'],
  [/^terminating connection |^the database system is /, '57P01'],
  [/: No space left on device$|^could not extend file .*: wrote only /, '53100'],
];
const CONNECTION_ENDED_SQL_STATES = /^(08|57P0|25P03)/;

/** Looks through drizzle's wrappers. Returns null if the error has no SQLSTATE. */
export function findSqlError(error: unknown): { sqlState: string; constraint: string | null } | null {
  const cause = findSqlCause(error);
  return (
    cause && { sqlState: sqlStateOf(cause), constraint: cause.constraint ?? findConstraintOfWorker(cause) }
  );
}

const sqlStateOf = ({ code, message }: SqlCause): string =>
  (code === 'XX000' ? SQL_STATES_OF_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] : null) ?? code;

export const isLockTimeout = (error: unknown): boolean => findSqlError(error)?.sqlState === '55P03';

/** Citus names a worker's constraint only in the message, followed by the shard's number. */
const findConstraintOfWorker = (cause: SqlCause): string | null =>
  sqlStateOf(cause).startsWith('23')
    ? (/constraint "([^"]+?)(?:_\d{6,})?"/.exec(cause.message)?.[1] ?? null)
    : null;

type SqlCause = { code: string; message: string; constraint?: string; severity?: string };

const findSqlCause = (error: unknown) =>
  listErrorCauses(error).find(
    (cause): cause is Error & SqlCause =>
      'code' in cause && typeof cause.code === 'string' && isSqlState(cause.code),
  ) ?? null;

/** EPIPE has five letters too. */
const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && !CONNECTION_CODES.test(code);

/** For example because the database does not accept connections or the password has changed. */
const hasEndedConnection = ({ severity }: SqlCause): boolean => severity === 'FATAL' || severity === 'PANIC';

/**
 * With 08P01, PostgreSQL refuses a statement that breaks the protocol, such as one with more than 65,535
 * parameters, and keeps the connection. A pooler ends the connection with 08P01, with severity FATAL.
 */
const isOurProtocolViolation = (cause: SqlCause) => cause.code === '08P01' && !hasEndedConnection(cause);

export function classifyDatabaseError(error: unknown): DatabaseErrorClass {
  const cause = findSqlCause(error);
  if (cause) {
    const sqlState = sqlStateOf(cause);
    if (isOurProtocolViolation(cause)) return 'other';
    if (hasEndedConnection(cause) || UNAVAILABLE_SQL_STATES.test(sqlState)) return 'unavailable';
    if (WORKER_LOST_SQL_STATES.includes(sqlState) && WORKER_LOST_PATTERN.test(cause.message))
      return 'unavailable';
    if (sqlState === '40001' || sqlState === '40P01') return 'conflict';
    if (sqlState === '23P01') return 'overlap';
    if (sqlState === '23505') return 'duplicate';
    return 'other';
  }
  for (const cause of listErrorCauses(error)) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && CONNECTION_CODES.test(code)) return 'unavailable';
    if (CONNECTION_ERROR_MESSAGES.test(cause.message)) return 'unavailable';
  }
  return 'other';
}

/** The pool must not use such a connection again. */
export function isConnectionLost(error: unknown): boolean {
  const cause = findSqlCause(error);
  if (!cause) return classifyDatabaseError(error) === 'unavailable';
  if (hasEndedConnection(cause)) return true;
  // The session stays read-only even when the database takes writes again.
  if (cause.code === READ_ONLY_SQL_STATE) return true;
  // The coordinator's connection survives the loss of a worker.
  const isOfWorker = cause.severity === 'ERROR' && cause.code !== '08P01';
  return CONNECTION_ENDED_SQL_STATES.test(cause.code) && !isOfWorker;
}

export const isStartupParameterRefusal = (error: unknown): boolean =>
  listErrorCauses(error).some(({ message }) => message.startsWith('unsupported startup parameter'));

/**
 * What may be logged of a database error. Messages, parameters and details quote values, such as guests'
 * emails.
 */
export function describeErrorForLog(error: unknown) {
  const causes = listErrorCauses(error);
  const innermost = causes.at(-1);
  if (!innermost) return { type: typeof error, message: 'something that is not an Error was thrown' };
  const code = (innermost as { code?: unknown }).code;
  const stack = causes
    .map((cause) => listStackFrames(cause).filter((line) => /^\s+at /.test(line)))
    .find((frames) => frames.length > 0);
  return {
    type: innermost.name,
    message: removeQuotedData(innermost, code),
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack ? { stack: stack.join('\n') } : {}),
  };
}

/** Messages of class 22 end with the malformed data. */
const removeQuotedData = ({ message }: Error, code: unknown): string =>
  typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
    ? (message.split(/[:"]/)[0] ?? '').trim()
    : message;

/** The message is left out: it may have several lines and contain data. */
function listStackFrames({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  return (start < 0 ? stack : stack.slice(start + message.length)).split('\n');
}

/** Outermost first. Of an `AggregateError` (a connection tried on several addresses), the first error. */
function listErrorCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  let current: unknown = error;
  // A cause could lead back to itself.
  while (current instanceof Error && causes.length < 10) {
    causes.push(current);
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return causes;
}
