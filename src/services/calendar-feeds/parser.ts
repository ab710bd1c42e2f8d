import { Worker } from 'node:worker_threads';
import { inPieces } from '../../db/in-pieces.ts';
import type { FeedEvent } from '../../domain/calendar-event.ts';
import type { ParsedCalendar, ReadAt } from './parsing.ts';
import type { Parsed, SentCalendar, ToParse } from './parsing-thread.ts';

/** A calendar that takes longer is refused. */
const WITHIN_MS = 10_000;
const MAX_HEAP_MB = 512;

const TOO_HARD: Extract<ParsedCalendar, { kind: 'refused' }> = {
  kind: 'refused',
  problem: 'The calendar takes too long to read.',
};

export type Parser = ReturnType<typeof createParser>;

/** Reads calendars one after the other, in a thread that begins with the first one. */
export function createParser({ withinMs = WITHIN_MS } = {}) {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let number = 0;

  function open(): Worker {
    if (worker) return worker;
    const opened = new Worker(new URL('./parsing-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    opened.unref();
    opened.on('exit', () => {
      if (worker === opened) worker = null;
    });
    // Each reading listens for its own.
    opened.on('error', () => {});
    worker = opened;
    return opened;
  }

  async function parseNow(bytes: Uint8Array, at: ReadAt): Promise<ParsedCalendar> {
    const thread = open();
    number += 1;
    const own = number;
    const { promise, resolve } = Promise.withResolvers<SentCalendar>();
    const onMessage = ({ number: answered, calendar }: Parsed) => answered === own && resolve(calendar);
    const onEnd = () => resolve(TOO_HARD);
    const timer = setTimeout(() => {
      void thread.terminate();
      if (worker === thread) worker = null;
      resolve(TOO_HARD);
    }, withinMs);
    thread.on('message', onMessage).once('exit', onEnd);
    // Copied, so that the thread can take the bytes over.
    const copy = new Uint8Array(bytes);
    thread.ref();
    thread.postMessage({ number: own, bytes: copy, at } satisfies ToParse, [copy.buffer]);
    try {
      return await received(await promise);
    } finally {
      clearTimeout(timer);
      thread.off('message', onMessage).off('exit', onEnd);
      thread.unref();
    }
  }

  async function received(calendar: SentCalendar): Promise<ParsedCalendar> {
    if (calendar.kind === 'refused') return calendar;
    const events: FeedEvent[] = [];
    await inPieces(calendar.parts, (part) => {
      for (const event of JSON.parse(new TextDecoder().decode(part)) as FeedEvent[]) events.push(event);
    });
    return { kind: 'read', events, unreadable: calendar.unreadable };
  }

  return {
    parse(bytes: Uint8Array, at: ReadAt): Promise<ParsedCalendar> {
      const parsed = last.then(() => parseNow(bytes, at));
      last = parsed.catch(() => {});
      return parsed;
    },
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
}
