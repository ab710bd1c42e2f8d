/** Many write to one team over two processes while readers poll its feed: every reader sees each event once, in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, times } from '../../helpers/bookings.ts';
import { type Caller, callerOf } from '../caller.ts';
import { isFull, reportFigures, sized } from '../figures.ts';
import { openPlaces } from '../places.ts';
import { openSharedServers } from '../servers.ts';

const WRITERS = 16;
const READERS = 3;
const FOR_MS = sized(30_000, 1_500);
const POLLED_EVERY_MS = 50;
/** The least share of the writes without readers that is left with them. */
const LEAST_SHARE = 0.6;

const world = await openSharedApp();
const servers = await openSharedServers(world.url);

type Position = { position: number };

/** Reads the feed from its beginning until everything that was written before `isDone` is read. */
async function pollFeed(caller: Caller, token: string, isDone: () => boolean): Promise<number[]> {
  const positions: number[] = [];
  for (let isLast = false; !isLast; ) {
    isLast = isDone();
    for (let more = true; more; ) {
      const path = `/v1/events?limit=500&after=${positions.at(-1) ?? 0}`;
      const { status, body } = await caller.ask({ method: 'GET', path, token });
      if (status !== 200) continue; // The process is busy: the next request asks for the same.
      positions.push(...body.data.map(({ position }: Position) => position));
      more = body.meta.has_more;
    }
    if (!isLast) await sleep(POLLED_EVERY_MS);
  }
  return positions;
}

test('three readers of the event feed see each event once and without a gap, while 16 writers write in two processes', {
  timeout: 600_000,
}, async () => {
  const both = [await servers.start(), await servers.start()];
  const ports = both.map(({ port }) => port);

  let refused = 0;
  /** Adds guests as fast as they are answered. Returns how many were added. */
  async function writeFor(ms: number, token: string): Promise<number> {
    const endsAt = performance.now() + ms;
    const counts = times(WRITERS, async (writer) => {
      const caller = callerOf(at(ports, writer % ports.length));
      let written = 0;
      // Each writes at least once, however busy the machine is.
      while (written === 0 || performance.now() < endsAt) {
        const body = { name: `Guest ${writer}` };
        const { status } = await caller.ask({ method: 'POST', path: '/v1/guests', token, body });
        if (status === 201) written += 1;
        else {
          expect(status).toBe(503);
          refused += 1;
        }
      }
      caller.close();
      return written;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  const [alone, read] = await openPlaces(world, { teams: 2, units: 1 });
  const unread = isFull ? await writeFor(FOR_MS, alone?.token ?? '') : 0;
  refused = 0;
  let isWritten = false;
  const token = read?.token ?? '';
  const readers = times(READERS, async (reader) => {
    const caller = callerOf(at(ports, reader % ports.length));
    const positions = await pollFeed(caller, token, () => isWritten);
    caller.close();
    return positions;
  });
  const written = await writeFor(FOR_MS, token).finally(() => {
    isWritten = true;
  });
  const seen = await Promise.all(readers);
  // The team's token is the first event.
  const all = Array.from({ length: written + 1 }, (_, n) => n + 1);
  for (const positions of seen) expect(positions).toEqual(all);
  if (isFull) expect(written / unread).toBeGreaterThan(LEAST_SHARE);
  reportFigures('event-feed', {
    load: `${WRITERS} clients of one team over two processes, ${READERS} readers that poll 20 times a second, ${FOR_MS / 1_000} s`,
    acknowledged: written,
    lost: 0,
    refused,
    seen: `Every reader saw each of ${all.length.toLocaleString('en')} events once, from 1 without a gap. With readers, ${Math.round((100 * written) / (unread || written))} % of the writes were made that were made without them.`,
  });
});
