import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** The entries read from one list. They can be iterated several times, with one page in memory at a time. */
export type Shelf<Item> = {
  readonly count: number;
  add(item: Item): void;
  pages(): Iterable<Item[]>;
  [Symbol.iterator](): Iterator<Item>;
};

/** Stores full pages outside memory. */
export type Drawer = {
  put(bytes: Uint8Array): number;
  get(start: number, length: number): Uint8Array;
  close(): void;
};

export function createShelf<Item>(drawer: Drawer, perPage: number): Shelf<Item> {
  const full: { start: number; length: number }[] = [];
  let last: Item[] = [];
  function* pages(): Generator<Item[]> {
    for (const { start, length } of full) yield deserialize(drawer.get(start, length));
    if (last.length > 0) yield last;
  }
  return {
    get count() {
      return full.length * perPage + last.length;
    },
    add(item) {
      last.push(item);
      if (last.length < perPage) return;
      const bytes = serialize(last);
      full.push({ start: drawer.put(bytes), length: bytes.length });
      last = [];
    },
    pages,
    *[Symbol.iterator]() {
      for (const page of pages()) yield* page;
    },
  };
}

/**
 * Stores pages in a temporary file, which is created with the first page. A small team file never needs one. Only the
 * owner can read the file, and its name is removed at once, so nothing remains however the process ends.
 */
export function createDrawer(): Drawer {
  let opened: { file: number; directory: string } | null = null;
  let size = 0;
  return {
    put(bytes) {
      opened ??= openNameless();
      for (let written = 0; written < bytes.length; )
        written += writeSync(opened.file, bytes, written, bytes.length - written, size + written);
      size += bytes.length;
      return size - bytes.length;
    },
    get(start, length) {
      const bytes = Buffer.alloc(length);
      for (let read = 0; opened && read < length; ) {
        const more = readSync(opened.file, bytes, read, length - read, start + read);
        if (more === 0) throw new Error('A temporary file has become shorter.');
        read += more;
      }
      return bytes;
    },
    close() {
      if (!opened) return;
      closeSync(opened.file);
      rmSync(opened.directory, { recursive: true, force: true });
      opened = null;
    },
  };
}

function openNameless() {
  const directory = mkdtempSync(path.join(tmpdir(), 'innkeep-import-'));
  const name = path.join(directory, 'pages');
  const file = openSync(name, 'wx+', 0o600);
  try {
    rmSync(directory, { recursive: true });
  } catch {
    // Windows does not remove an open file, so there it is removed when it is closed.
  }
  return { file, directory };
}
