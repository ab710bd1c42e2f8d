import { type Logger, pino } from 'pino';

const SECRET_FIELD_NAMES = ['authorization', 'cookie', 'token', 'password'];
/** The names of fields that no log line should contain, and whose values are removed if one does. */
const REDACTED_PATHS = SECRET_FIELD_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
/** Log lines are written in batches: at this many bytes, and ten times a second. */
const LOG_BUFFER_BYTES = 4_096;
const LOG_FLUSH_INTERVAL_MS = 100;

/**
 * The log on standard output, a line of JSON each. No request waits for its log line to be written, and pino
 * writes the last lines when the process ends.
 */
export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, redact: REDACTED_PATHS, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ sync: false, minLength: LOG_BUFFER_BYTES, periodicFlush: LOG_FLUSH_INTERVAL_MS }),
  );
