import { createParserPool } from '../parsing/parser-pool.ts';
import { type ReadingDependencies, readFeed } from './read-feed.ts';
import { createRefreshQueue } from './refreshing.ts';
import type { ReadingResult } from './store-reading.ts';

/** Threads that parse, and a queue for feeds that are to be read at once. All readings of a process share them. */
export function createReadings(onReading: (result: ReadingResult) => void = () => {}) {
  const parser = createParserPool();
  const refresh = createRefreshQueue();
  return {
    parser,
    onReading,

    createRefresh:
      (services: Omit<ReadingDependencies, 'parser' | 'onReading'>) =>
      (teamId: number, id: string): Promise<void> =>
        refresh(teamId, () => readFeed({ ...services, parser, onReading }, teamId, id)),

    close: parser.close,
  };
}
