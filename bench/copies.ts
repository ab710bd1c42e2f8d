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

/** The median, its ratio to that of the list, and the ratio of the least of each. Other work on the machine moves the last one least. */
const compare = (times: readonly number[], ofList: readonly number[]): string[] => [
  median(times).toFixed(2),
  (median(times) / median(ofList)).toFixed(2),
  (Math.min(...times) / Math.min(...ofList)).toFixed(2),
];

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
      'of the least',
      'after events, ms',
      'ratio',
      'of the least',
    ];
    printRow([...heads, 'processor ms']);
    printRow([...heads, ''].map(() => '---'));
    for (const kind of KINDS) {
      const { meta } = await read(`${kind}?changed_after=`);
      // The list shows bookings as the copy does: without listing and guest.
      const embed = kind === 'bookings' ? '&embed=' : '';
      const list = `${kind}?per_page=100&page=${meta.has_more ? 2 : 1}${embed}`;
      const walk = `${kind}?changed_after=${meta.has_more ? meta.next : ''}`;
      const [ofList, ofWalk, ofEvents] = await measure([list, walk, `${kind}?changed_after=0`]);
      if (!ofList || !ofWalk || !ofEvents) throw new Error('Nothing was measured.');
      printRow([
        kind,
        median(ofList.ms).toFixed(2),
        ...compare(ofWalk.ms, ofList.ms),
        ...compare(ofEvents.ms, ofList.ms),
        [ofList, ofWalk, ofEvents].map((one) => one.processorMs.toFixed(2)).join(', '),
      ]);
    }
  } finally {
    await service.stop();
  }
} finally {
  await databases.close();
}
