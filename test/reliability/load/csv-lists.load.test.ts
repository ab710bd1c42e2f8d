/** A list of very many bookings as CSV is written in constant memory (docs/rules.md, 24.12). */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestApp, TEST_APP_KEY } from '../../helpers/app.ts';
import { withClient } from '../../helpers/database.ts';
import { buildBooking, buildListing, buildTeam, buildToken, buildUnit } from '../../helpers/factories.ts';
import { openSharedFolder, run, untilSaid } from '../../helpers/process.ts';
import { reportFigures } from '../figures.ts';

/** A list has at most a million rows. `CSV_ROWS` says how many are tried. */
const ROWS = Number(process.env.CSV_ROWS ?? 40_000);
/** A million bookings are stored and read within half an hour, on a busy machine too. */
const TIMEOUT_MS = 600_000 + ROWS * 1.2;
/** Where the list is left, to be opened by another program. */
const { CSV_FILE } = process.env;
/** A heap in which a list that is kept would not fit, so that what is garbage is collected early. */
const SMALL_HEAP = ['--max-old-space-size=160'];
/** By how much the server may grow: for the batches under way and what is not collected yet. */
const MAX_GROWTH_MB = 120;

const folder = await openSharedFolder('innkeep-csv-');

/** Texts of which a spreadsheet makes something else if they are not written carefully. */
const TEXTS = `array['=1+1', '+49 30', '-5', '@SUM(A1)', 'a "b", c', E'two\\nlines', E'\\tTab', '007', '1e5', '5/6', 'Ünïcödé 🏠', '']`;

/** Many bookings like one that is stored, each with a payment, and with all texts in turn. */
const COPY = `
  with copied as (
    insert into bookings
    select copy.*
    from bookings b, generate_series(1, $1::int) n, jsonb_populate_record(b, jsonb_build_object(
      'id', gen_random_uuid(), 'confirmation_code', 'N' || n,
      'created_at', b.created_at + n * interval '1 second',
      'notes', (${TEXTS})[1 + n % 12])) copy
    where b.team_id = $2
    returning team_id, id)
  insert into payments (team_id, id, booking_id, amount_cents, status, position, refunded_cents)
  select team_id, gen_random_uuid(), id, 12345, 'paid', 0, 0 from copied`;

const rssOf = async (pid: number): Promise<number> =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

test(
  'lists of very many bookings as CSV are complete, in constant memory, two at once and no third',
  async () => {
    const world = await openTestApp();
    const openTeam = async () => {
      const { id: teamId } = await buildTeam(world);
      const listing = await buildListing(world, { teamId });
      const unit = await buildUnit(world, { teamId, listingId: listing.id, name: 'A' });
      await buildBooking(world, { teamId, listingId: listing.id, unitId: unit.id });
      await withClient(world.url, async (client) => {
        await client.query(COPY, [ROWS - 1, teamId]);
        await client.query('analyze bookings, payments');
      });
      return buildToken(world, { teamId });
    };
    // A team has one list at a time.
    const tokens = [await openTeam(), await openTeam()] as const;
    const env = { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64'), PORT: '0' };
    const running = run('server', { env, cwd: folder, nodeArgs: SMALL_HEAP });
    let isDone = false;
    try {
      const [, address] = await untilSaid(running, /listening at (http:[^"]+)"/);
      const ask = (token: string) =>
        fetch(`${address}/v1/bookings`, {
          headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
        });
      const pid = running.child.pid ?? 0;
      const before = await rssOf(pid);
      const startedAt = Date.now();
      const samples: string[] = [];
      let highest = 0;
      const watching = (async () => {
        for (; !isDone; await sleep(1_000)) {
          const rss = await rssOf(pid);
          highest = Math.max(highest, rss);
          samples.push(`${Math.round((Date.now() - startedAt) / 1_000)}s:${rss}`);
        }
      })();
      const count = async (token: string, file: string | undefined) => {
        const answer = await ask(token);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
        const read = { bytes: 0, rows: 0 };
        const sink = file
          ? createWriteStream(file)
          : new Writable({ write: (_chunk, _encoding, done) => done() });
        const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            read.bytes += chunk.length;
            // A row ends with CRLF, and a line within a cell with LF alone.
            for (const byte of chunk) if (byte === 13) read.rows += 1;
            yield chunk;
          }
        };
        await pipeline(answer.body as unknown as AsyncIterable<Uint8Array>, counted, sink);
        return read;
      };
      const lists = [count(tokens[0], CSV_FILE), count(tokens[1], undefined)];
      await sleep(2_000);
      const third = await ask(await buildToken(world));
      expect(third.status).toBe(503);
      const [one, two] = await Promise.all(lists);
      isDone = true;
      await watching;
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      expect([one?.rows, two?.rows]).toEqual([ROWS + 1, ROWS + 1]);
      expect(highest - before).toBeLessThan(MAX_GROWTH_MB);
      reportFigures('csv-lists', {
        load: `${ROWS} bookings as CSV, twice at once, and a third time beside them`,
        refused: 1,
        seen: `Both lists whole after ${seconds} s, ${one?.bytes} bytes each. The process had ${before} MB before and ${highest} MB at most: ${samples.join(' ')}.`,
      });
    } finally {
      isDone = true;
      running.child.kill();
      await running.finished;
      await world.close();
    }
  },
  TIMEOUT_MS,
);
