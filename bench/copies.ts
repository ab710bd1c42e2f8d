/**
 * `npm run bench:copies`: a page of what a copy gets, beside the same page of the list, in turn. The service is the one
 * of `npm start`.
 */
import { parseArgs } from 'node:util';
import { median, openDatabases, printRow } from './databases.ts';
import { SIZES, tokenOf } from './dataset.ts';
import { postmasterOf, processorMs, startService } from './processes.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: 'team' },
    rounds: { type: 'string', default: '60' },
    'warm-up': { type: 'string', default: '20' },
  },
});
const size = options.size === 'tiny' ? SIZES.tiny : SIZES.team;
const ROUNDS = Number(options.rounds);
const WARM_UP = Number(options['warm-up']);
const KINDS = ['bookings', 'guests', 'listings', 'units', 'blocks'];

type Figures = { ms: number[]; processorMs: number };

const databases = await openDatabases();
try {
  const databaseUrl = await databases.open(size);
  const postmaster = await postmasterOf(databaseUrl);
  const service = await startService(databaseUrl);
  const countMs = () => processorMs(service.pid) + processorMs(postmaster);
  const read = async (path: string) => {
    const answer = await fetch(`${service.url}/v1/${path}`, {
      headers: { authorization: `Bearer ${tokenOf(1, 0)}` },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  /** Asks for each path once in a round, one after the other, in many rounds. */
  async function measure(paths: readonly string[]): Promise<Figures[]> {
    const figures = paths.map((): Figures => ({ ms: [], processorMs: 0 }));
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [nth, path] of paths.entries()) {
        const before = countMs();
        const startedAt = performance.now();
        await read(path);
        const own = figures[nth];
        if (round < 0 || !own) continue;
        own.ms.push(performance.now() - startedAt);
        own.processorMs += (countMs() - before) / ROUNDS;
      }
    }
    return figures;
  }
  try {
    const heads = [
      '100 a page',
      'list, ms',
      'walk, ms',
      'ratio',
      'after events, ms',
      'ratio',
      'processor ms',
    ];
    printRow(heads);
    printRow(heads.map(() => '---'));
    for (const kind of KINDS) {
      const first = await read(`${kind}?changed_after=`);
      // The list shows bookings as the copy does: without listing and guest.
      const list = `${kind}?per_page=100&page=2${kind === 'bookings' ? '&embed=' : ''}`;
      const after = `changed_after=${first.meta.has_more ? first.meta.next : ''}`;
      const measured = await measure([list, `${kind}?${after}`, `${kind}?changed_after=0`]);
      const [ofList = 0, ofWalk = 0, ofEvents = 0] = measured.map(({ ms }) => median(ms));
      const processor = measured.map((one) => one.processorMs.toFixed(2)).join(', ');
      const times = [ofList.toFixed(2), ofWalk.toFixed(2), (ofWalk / ofList).toFixed(2)];
      printRow([kind, ...times, ofEvents.toFixed(2), (ofEvents / ofList).toFixed(2), processor]);
    }
  } finally {
    await service.stop();
  }
} finally {
  await databases.close();
}
