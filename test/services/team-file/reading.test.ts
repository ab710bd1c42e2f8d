/** How a file is read: as a stream, with a page in memory at a time. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdMap } from '../../../src/services/team-file/read/id-map.ts';
import { piecesOfBytes } from '../../../src/services/team-file/read/json-stream.ts';
import { type Piece, piecesOf } from '../../../src/services/team-file/read/pieces.ts';
import { createDrawer, createShelf } from '../../../src/services/team-file/read/shelf.ts';
import { readTeamFile } from '../../../src/services/team-file/read/team-file.ts';

/** The bytes in chunks that end anywhere, even within a character. */
async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let start = 0, index = 0; start < bytes.length; index += 1) {
    const end = start + (sizes[index % sizes.length] ?? bytes.length);
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function streamed(bytes: Uint8Array, sizes: readonly number[]): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const batch of piecesOfBytes(chunksOf(bytes, sizes))) pieces.push(...batch);
  return pieces;
}

/** For members other than the team, the stream only gives the type. */
const outlineOf = (piece: Piece) =>
  piece.is === 'member' && piece.name !== 'team' && typeof piece.value === 'object' && piece.value !== null
    ? { ...piece, value: {} }
    : piece;

const BYTE_ORDER_MARK = '\uFEFF';
const anyFile = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      team: fc.jsonValue(),
      guests: fc.array(fc.jsonValue()),
      bookings: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
      __proto__: fc.jsonValue(),
      'ünknown "key"': fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
);

test('a stream has the pieces that the whole text has, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyFile,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.constantFrom(undefined, 1),
      fc.constantFrom('', BYTE_ORDER_MARK),
      async (file, sizes, indent, mark) => {
        const text = JSON.stringify(file, null, indent);
        const expected = [...piecesOf(JSON.parse(text))].map(outlineOf);
        const read = await streamed(new TextEncoder().encode(`${mark}${text}\n`), sizes);
        if (expected[0]?.is === 'root') expect(read[0]?.is).toBe('root');
        else expect(read).toEqual(expected);
      },
    ),
  );
});

const NOT_UTF8 = Buffer.from('{"team":{\n"name":"\xff\xfe"}}', 'latin1');
test.each([
  ['', 'it ends too early'],
  [' \n', 'it ends too early'],
  ['{"team": {"password": "hunter2"', 'it ends too early'],
  ['{"team": {"password": "hunter2" x}}', 'line 1 column 33'],
  ['{\n "team": {\n  "password": "hunter2" "x"}}', 'line 3'],
  ['{"team": {}}\n{}', 'line 2 column 1'],
  ['{"team": {"name": "a\nb"}}', 'line 1 column 21'],
  [NOT_UTF8, 'it is not UTF-8, line 2'],
])('%j is refused with its place, and nothing of it is quoted', async (text, message) => {
  for (const sizes of [[1], [1_000]])
    await expect(streamed(Buffer.from(text), sizes)).rejects.toThrow(expect.objectContaining({ message }));
});

test.each(['more', 'team', 'bookings'])('levels without end are refused, in %s', async (name) => {
  const text = (levels: number) => Buffer.from(`{\n"${name}": ${'['.repeat(levels)}${']'.repeat(levels)}}`);
  const message = 'it has more than 1000 levels, line 2';
  await expect(streamed(text(1_000), [4_096])).rejects.toThrow(expect.objectContaining({ message }));
  expect(await streamed(text(999), [4_096])).not.toEqual([]);
});

test('what is given twice is refused, so that nobody reads another team than the one that is imported', async () => {
  const twice = '{"team": {"slug": "seen"}, "guests": [], "team": {"slug": "meant"}, "guests": []}';
  const file = await readTeamFile(piecesOfBytes(chunksOf(Buffer.from(twice), [7])));
  file.close();
  expect(file.problems).toEqual(
    expect.arrayContaining(['team: must be given only once.', 'guests: must be given only once.']),
  );
});

test('pages come back as they were put away, and the file that they were in is gone', async () => {
  const leftovers = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('innkeep-import-'));
  const before = await leftovers();
  const drawer = createDrawer();
  const items = Array.from({ length: 25 }, (_, index) => ({
    index,
    at: new Date(index * 1_000),
    faulty: new Set(['a', 'ü']),
    nothing: undefined,
  }));
  const shelves = [createShelf<object>(drawer, 10), createShelf<object>(drawer, 4)];
  for (const item of items) for (const shelf of shelves) shelf.add(item);
  expect(await leftovers()).toEqual(before);
  for (const shelf of shelves) {
    expect(shelf.count).toBe(25);
    expect([...shelf]).toEqual(items);
    expect([...shelf.pages()].flat()).toEqual(items);
  }
  drawer.close();
});

test('an id map is a map of ids', () => {
  const ids = Array.from({ length: 2_000 }, () => randomUUID());
  // Ids of one moment differ only in their last digits.
  const alike = Array.from(
    { length: 2_000 },
    (_, n) => `01970000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
  );
  const map = createIdMap();
  for (const [index, id] of [...ids, ...alike].entries()) {
    expect(map.get(id)).toBeUndefined();
    map.set(id, index);
  }
  map.set('ffffffff-ffff-ffff-ffff-ffffffffffff', 0);
  map.set('00000000-0000-0000-0000-000000000000', 7);
  expect([...ids, ...alike].map((id) => map.get(id))).toEqual([...ids, ...alike].keys().toArray());
  expect(map.get('00000000-0000-0000-0000-000000000000')).toBe(7);
  expect([...map.keys()].toSorted()).toEqual(
    [
      ...ids,
      ...alike,
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '00000000-0000-0000-0000-000000000000',
    ].toSorted(),
  );
});
