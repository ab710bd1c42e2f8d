import { type Logger, pino } from 'pino';

const SECRETS = ['authorization', 'cookie', 'token', 'password'];
/** No line should contain any of these. If one does, its value is removed. */
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
/** Lines are written together: so many bytes at once, and ten times a second. */
const WRITE_BYTES = 4_096;
const WRITE_EVERY_MS = 100;

/**
 * The log on standard output, a line of JSON each. No request waits for its line to be written, and pino writes the last
 * lines when the process ends.
 */
export const openLog = (level: string): Logger =>
  pino(
    { level, base: null, redact: REDACTED, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ sync: false, minLength: WRITE_BYTES, periodicFlush: WRITE_EVERY_MS }),
  );
