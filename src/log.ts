import { type Logger, pino } from 'pino';

const SECRETS = ['authorization', 'cookie', 'token', 'password'];
/** No line is meant to hold any of these. If one does, it says so without the value. */
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
/** Lines go out together, ten times a second, or sooner where there are many. */
const WRITE_EVERY_MS = 100;
const WRITE_BEYOND_CHARACTERS = 65_536;

/**
 * The log on standard output: a line of JSON each. No request waits for its line to be written, and the last ones are
 * written as the process ends. Lines are gathered here and not by pino's destination, which would measure all that it
 * has gathered anew with every line.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ sync: false });
  // A write that does not wait would be given up by a process that ends.
  const atTheEnd = pino.destination({ sync: true });
  let lines: string[] = [];
  let characters = 0;
  const passTo = (to: typeof destination) => {
    if (lines.length > 0) to.write(lines.join(''));
    lines = [];
    characters = 0;
  };
  const pass = () => passTo(destination);
  setInterval(pass, WRITE_EVERY_MS).unref();
  const flush = () => {
    destination.flushSync();
    passTo(atTheEnd);
  };
  process.once('exit', flush);
  const settings = { level, base: null, redact: REDACTED, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(settings, {
    write(line) {
      lines.push(line);
      characters += line.length;
      if (characters >= WRITE_BEYOND_CHARACTERS) pass();
    },
    // As pino asks before it ends a process for a fatal error.
    flushSync: flush,
  } as pino.DestinationStream);
}
