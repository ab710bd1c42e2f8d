/** Keeps a copy of all that a team has in a file, and with `check` compares it with the lists: docs/copies.md. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

type Thing = { id: string; unit?: { id: string } | null };
type Kept = { next: string; things: Record<string, Thing>; walked: string[] | null };
type Page = { data: Thing[]; meta: { last_page: number } };
type Answer = {
  data: Thing[];
  deleted: string[];
  meta: { next: string; has_more: boolean; restarted: boolean };
};

const KINDS = ['listings', 'units', 'guests', 'bookings', 'blocks'];
const { INNKEEP_URL = 'http://127.0.0.1:3000', INNKEEP_TOKEN = '', COPY_FILE = 'copy.json' } = process.env;
const copy: Record<string, Kept> = existsSync(COPY_FILE) ? JSON.parse(readFileSync(COPY_FILE, 'utf8')) : {};

async function get<Body>(path: string): Promise<Body> {
  const headers = { authorization: `Bearer ${INNKEEP_TOKEN}` };
  const response = await fetch(`${INNKEEP_URL}/v1/${path}`, { headers });
  if (response.status === 429 || response.status === 503) {
    await new Promise((resolve) =>
      setTimeout(resolve, 1_000 * Number(response.headers.get('retry-after') ?? 1)),
    );
    return get(path);
  }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Body>;
}

/** Takes what one answer tells. The file is replaced as a whole, so the position and the things always fit. */
function take(kept: Kept, { data, deleted, meta }: Answer): void {
  if (meta.restarted) kept.walked = [];
  for (const thing of data) kept.things[thing.id] = thing;
  for (const id of deleted) delete kept.things[id];
  kept.walked?.push(...data.map(({ id }) => id));
  if (!meta.has_more && kept.walked) {
    // What a walk that began anew has not told is gone.
    const walked = new Set(kept.walked);
    for (const id of Object.keys(kept.things)) if (!walked.has(id)) delete kept.things[id];
    kept.walked = null;
  }
  kept.next = meta.next;
  writeFileSync(`${COPY_FILE}.new`, JSON.stringify(copy));
  renameSync(`${COPY_FILE}.new`, COPY_FILE);
}

/** The name of a booking's unit is in the copy of the units. */
const ownFields = (thing: Thing) => (thing.unit ? { ...thing, unit: thing.unit.id } : thing);

for (const kind of KINDS) {
  copy[kind] ??= { next: '', things: {}, walked: null };
  const kept = copy[kind];
  for (let more = true; more; ) {
    const answer = await get<Answer>(`${kind}?changed_after=${encodeURIComponent(kept.next)}`);
    take(kept, answer);
    more = answer.meta.has_more;
  }
  process.stdout.write(`${kind}: ${Object.keys(kept.things).length}\n`);
  if (process.argv[2] !== 'check') continue;
  const ids = new Set(Object.keys(kept.things));
  for (let page = 1, last = 1; page <= last; page += 1) {
    const embed = kind === 'bookings' ? '&embed=' : '';
    const { data, meta } = await get<Page>(`${kind}?page=${page}&per_page=100${embed}`);
    last = meta.last_page;
    for (const thing of data) {
      const isSame = isDeepStrictEqual(ownFields(thing), ownFields(kept.things[thing.id] ?? { id: '' }));
      if (!isSame) throw new Error(`The copy of ${kind} is wrong about ${thing.id}.`);
      ids.delete(thing.id);
    }
  }
  if (ids.size > 0) throw new Error(`The copy of ${kind} has ${ids.size} that are gone.`);
}
