import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/client.ts';
import type { OnBookingOutcome } from './bookings/outcomes.ts';
import { createParserPool } from './calendar-feeds/parser-pool.ts';
import { type ReadingResult, readFeed } from './calendar-feeds/read-feed.ts';
import { createRefreshes } from './calendar-feeds/refreshing.ts';
import type { Clock } from './clock.ts';
import { createHealthService } from './health.ts';
import type { Keyring } from './keys/keyring.ts';
import { createCaller } from './outbound/caller.ts';
import { createOutboundGuard } from './outbound/guard.ts';
import { createTeamFileService } from './team-file/service.ts';
import { createCallerService } from './tokens/authenticate.ts';
import { createTokenUses } from './tokens/uses.ts';
import { verifyDatabase } from './verify.ts';
import { createAnswerLimit } from './writing/stored-answers.ts';

export type ServiceDependencies = {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  /** Called with errors that concern no request. */
  onBackgroundError: (error: unknown) => void;
  /** The hosts and networks that may be called although they are not public. */
  outbound?: Parameters<typeof createOutboundGuard>[0];
  /** Called with every booking made, refused or cancelled. */
  onBookingOutcome?: OnBookingOutcome;
  /** Called with what came of every reading of a calendar feed. */
  onReading?: (result: ReadingResult) => void;
  /** Delays an answer while somebody guesses passwords. By default it simply waits. */
  pause?: (ms: number) => Promise<unknown>;
};

export type Services = ReturnType<typeof createServices>;

/** Every service over one database. `close` finishes their background work. */
export function createServices(dependencies: ServiceDependencies) {
  const tokenUses = createTokenUses(dependencies.db, dependencies.onBackgroundError);
  const answers = createAnswerLimit(dependencies.db);
  const writing = { ...dependencies, answers };
  const outbound = createOutboundGuard(dependencies.outbound);
  const caller = createCaller(outbound);
  const parser = createParserPool();
  const onReading = dependencies.onReading ?? (() => {});
  const reading = { ...writing, outbound, caller, parser, onReading };
  return {
    db: dependencies.db,
    clock: dependencies.clock,
    keyring: dependencies.keyring,
    answers,
    pause: dependencies.pause ?? sleep,
    account: createCallerService({ ...dependencies, tokenUses }),
    onBookingOutcome: dependencies.onBookingOutcome ?? (() => {}),
    outbound,
    caller,
    parser,
    onReading,
    readOnRequest: createRefreshes((teamId, id) => readFeed(reading, teamId, id)),
    health: createHealthService(dependencies.db),
    teamFiles: createTeamFileService(dependencies),
    /** Checks what must hold for every row, over all teams. */
    verify: () => verifyDatabase(dependencies.db),
    async close(): Promise<void> {
      await tokenUses.flush();
      await caller.close();
      await parser.close();
    },
  };
}
