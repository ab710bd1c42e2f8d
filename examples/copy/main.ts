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

async function ask(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${INNKEEP_TOKEN}` };
  const response = await fetch(`${INNKEEP_URL}/v1/${path}`, { headers });
  if (response.status !== 429 && response.status !== 503) return response;
  await new Promise((resolve) =>
    setTimeout(resolve, 1_000 * Number(response.headers.get('retry-after') ?? 1)),
  );
  return ask(path);
}

async function read<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Body>;
}

/** Returns the permission that the token lacks, or null when the copy is up to date. */
async function follow(kind: string, kept: Kept): Promise<string | null> {
  for (;;) {
    const response = await ask(`${kind}?changed_after=${encodeURIComponent(kept.next)}`);
    if (response.status === 403) return ((await response.json()) as { permission: string }).permission;
    if (response.status === 422 && kept.next !== '') {
      // The database was replaced by an older one, so what the new walk does not tell is gone.
      kept.next = '';
      kept.walked = [];
      continue;
    }
    const answer = await read<Answer>(response);
    take(kept, answer);
    if (!answer.meta.has_more) return null;
  }
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

async function check(kind: string, kept: Kept): Promise<void> {
  const ids = new Set(Object.keys(kept.things));
  for (let page = 1, last = 1; page <= last; page += 1) {
    const embed = kind === 'bookings' ? '&embed=' : '';
    const { data, meta } = await read<Page>(await ask(`${kind}?page=${page}&per_page=100${embed}`));
    last = meta.last_page;
    for (const thing of data) {
      const isSame = isDeepStrictEqual(ownFields(thing), ownFields(kept.things[thing.id] ?? { id: '' }));
      if (!isSame) throw new Error(`The copy of ${kind} is wrong about ${thing.id}.`);
      ids.delete(thing.id);
    }
  }
  if (ids.size > 0) throw new Error(`The copy of ${kind} has ${ids.size} that are gone.`);
}

for (const kind of KINDS) {
  copy[kind] ??= { next: '', things: {}, walked: null };
  const kept = copy[kind];
  const missing = await follow(kind, kept);
  if (missing !== null) {
    process.stdout.write(`${kind}: not copied, because the token lacks ${missing}\n`);
    continue;
  }
  process.stdout.write(`${kind}: ${Object.keys(kept.things).length}\n`);
  if (process.argv[2] === 'check') await check(kind, kept);
}
