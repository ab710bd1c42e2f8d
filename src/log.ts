import { type Logger, pino } from 'pino';

const SECRET_FIELD_NAMES = ['authorization', 'cookie', 'token', 'password'];
/** Their values are secrets. */
const REDACTED_PATHS = SECRET_FIELD_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
/** Lines are written in batches: at this many bytes, or after a tenth of a second. */
const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_INTERVAL_MS = 100;

/**
 * One JSON object a line on standard output. Requests do not wait for it. When the process ends, pino writes
 * the last lines.
 */
export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, redact: REDACTED_PATHS, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ sync: false, minLength: LOG_BUFFER_BYTES, periodicFlush: LOG_FLUSH_INTERVAL_MS }),
  );
