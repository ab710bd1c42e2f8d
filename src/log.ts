import { type Logger, pino } from 'pino';

const SECRETS = ['authorization', 'cookie', 'token', 'password'];
/** No line should contain any of these. If one does, its value is removed. */
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
/** Lines are written together, ten times a second, or sooner if there are many. */
const WRITE_EVERY_MS = 100;
const WRITE_BEYOND_CHARACTERS = 65_536;

/**
 * The log on standard output, a line of JSON each. No request waits for its line to be written, and the last lines are
 * written when the process ends. Lines are collected here and not by pino's destination, which would measure everything
 * it has collected again with every line.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ sync: false });
  // An asynchronous write would be lost when the process ends.
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
    // pino calls this before it ends a process because of a fatal error.
    flushSync: flush,
  } as pino.DestinationStream);
}
