import { Piscina } from 'piscina';
import type { ParsedCalendar, ReadingOptions } from './parse-calendar.ts';
import { createParserTurns, MAX_CONCURRENT_PARSES } from './parser-turns.ts';
import type { CalendarToParse } from './parser-worker.ts';

/**
 * How long the parsing of one calendar may take, without the wait for its turn. The largest calendars take less
 * than one second to parse.
 */
const WITHIN_MS = 5_000;
/** How long a team shares its turns with other slow teams after one of its calendars took too long to parse. */
const SLOW_FOR_MS = 60 * 60_000;
/** A parsing thread without work ends after this time, and gives its memory back. */
const IDLE_MS = 5_000;
/**
 * The memory that a parsing thread may use. The largest calendars need a third of the memory limit. V8 ignores
 * the limit of a thread's memory if the process itself has --max-old-space-size.
 */
const MAX_HEAP_MB = 128;

/** `isTooHard` says that parsing was cut off, so the next reading of the feed should wait longer. */
export type ParseResult = ParsedCalendar | { kind: 'refused'; problem: string; isTooHard?: boolean };

const TOO_HARD: ParseResult = {
  kind: 'refused',
  problem: 'The calendar takes too long to read.',
  isTooHard: true,
};
const STOPPED: ParseResult = { kind: 'refused', problem: 'The server stopped before the calendar was read.' };

export type ParserPool = ReturnType<typeof createParserPool>;

/**
 * Parses calendars in threads, which are started with the first calendar. Teams take fair turns at parsing, and
 * parsing a calendar has a time limit.
 */
export function createParserPool({ withinMs = WITHIN_MS } = {}) {
  let pool: Piscina<CalendarToParse, ParsedCalendar> | null = null;
  const slowUntil = new Map<number, number>();
  const turns = createParserTurns((teamId) => (slowUntil.get(teamId) ?? 0) > performance.now());

  async function parseNow(teamId: number, bytes: Uint8Array, at: ReadingOptions): Promise<ParseResult> {
    pool ??= openPool();
    const used = pool;
    const signal = AbortSignal.timeout(withinMs);
    try {
      return await used.run({ bytes, at }, { signal });
    } catch (error) {
      if (pool !== used) return STOPPED;
      if (!signal.aborted && !isOutOfMemory(error)) throw error;
      slowUntil.set(teamId, performance.now() + SLOW_FOR_MS);
      return TOO_HARD;
    }
  }

  return {
    parse: (teamId: number, bytes: Uint8Array, at: ReadingOptions): Promise<ParseResult> =>
      turns.run(teamId, () => parseNow(teamId, bytes, at)),

    /** Calendars that are being parsed are refused. */
    async close(): Promise<void> {
      const closed = pool;
      pool = null;
      await closed?.destroy();
    },
  };
}

const openPool = () =>
  new Piscina<CalendarToParse, ParsedCalendar>({
    filename: new URL('./parser-worker.ts', import.meta.url).href,
    name: 'parseCalendarBytes',
    minThreads: 0,
    maxThreads: MAX_CONCURRENT_PARSES,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });

/** Whether a thread was ended because its work took more memory than the thread may use. */
const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
