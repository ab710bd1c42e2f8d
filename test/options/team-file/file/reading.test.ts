/** How a file is read: as a whole, up to a size. */
import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, parseBytes } from '../../../../src/options/team-file/file/parse.ts';

/** The bytes in chunks that end anywhere, even within a character. */
async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

test.each([1, 1_000])(
  'a team file is read in chunks of %d bytes, with or without a byte order mark',
  async (size) => {
    const file = { team: { name: 'Ünique €' }, guests: [1, [2]], more: null };
    for (const mark of ['', '\uFEFF']) {
      const bytes = new TextEncoder().encode(`${mark}${JSON.stringify(file)}\n`);
      expect(await parseBytes(chunksOf(bytes, size))).toEqual(file);
    }
  },
);

const NOT_UTF8 = Buffer.from('{"team":{\n"name":"\xff\xfe"}}', 'latin1');
test.each([
  ['', 'it ends too early'],
  [' \n', 'it ends too early'],
  ['{"team": {"password": "hunter2"', 'it ends too early'],
  ['{"team": {"password": "hunter2', 'it ends too early'],
  ['{"team": {"password": "hunter2" x}}', 'line 1 column 33'],
  ['{\n "team": {\n  "password": "hunter2" "x"}}', 'line 3 column 25'],
  ['{"team": {}}\n{}', 'line 2 column 1'],
  ['{"team": {"name": "a\nb"}}', 'line 1 column 21'],
  ['{"password": hunter2}', 'something stands where no value can'],
  [NOT_UTF8, 'it is not UTF-8, line 2'],
])('the broken JSON %j is refused with its place, and nothing of it is quoted', async (text, why) => {
  const message = `is not valid JSON (${why})`;
  await expect(parseBytes(chunksOf(Buffer.from(text), 1_000))).rejects.toThrow(
    expect.objectContaining({ message }),
  );
});

test('a team file beyond the size limit is refused before it is read to its end', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (const chunk = new Uint8Array(1_048_576); ; read += chunk.length) yield chunk;
  }
  await expect(parseBytes(endless())).rejects.toThrow(/^is larger than 128 MiB: /);
  expect(read).toBe(MAX_FILE_BYTES);
});
