import type { z } from 'zod';
import { replaceControlCharacters } from '../../../../domain/text/text.ts';
import { teamEntry } from '../../../../schemas/team.ts';
import { COLLECTIONS, type CollectionName } from '../collections.ts';
import { MAX_FILE_BYTES } from '../parse.ts';

export type FileOutput = {
  /** Resolves when there is room for more. */
  write: (text: string) => Promise<void>;
  /** Begins another file. Without it, an export that needs several files is refused. */
  next?: (() => Promise<void>) | undefined;
  maxBytes?: number | undefined;
};

/** Only one file may be written, or a list is too large for one file and must not be divided. */
export class TeamTooLarge extends Error {
  override name = 'TeamTooLarge';
}

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/** For the end of a file, and for empty lists. */
const RESERVED_BYTES = 1_000;

/**
 * Each entry is on a line of its own, and only one page of entries is in memory. Each further file begins
 * with the team's slug and continues with more lists.
 */
export function createFileWriter({ write, next, maxBytes = MAX_FILE_BYTES }: FileOutput, slug: string) {
  let size = 0;
  let pieces: string[] = [];
  const put = (text: string): void => {
    size += Buffer.byteLength(text);
    pieces.push(text);
  };
  const flush = (): Promise<void> => {
    const text = pieces.join('');
    pieces = [];
    return write(text);
  };
  const hasRoomForBytes = (bytes: number): boolean => size + bytes + RESERVED_BYTES <= maxBytes;
  const limit = `${maxBytes / 1_048_576} MiB`;

  async function begin(value: object): Promise<void> {
    put(`{\n"team":${toLine(teamEntry, value)}`);
    await flush();
  }

  async function end(): Promise<void> {
    put('\n}\n');
    await flush();
  }

  async function beginNext(): Promise<void> {
    if (!next) throw new TeamTooLarge(`it is larger than ${limit}`);
    await end();
    await next();
    size = 0;
    await begin({ slug });
  }

  async function hasRoomFor(name: CollectionName, pages: Pages): Promise<boolean> {
    let bytes = 0;
    for await (const entries of pages) {
      for (const entry of entries) bytes += Buffer.byteLength(toLine(COLLECTIONS[name].schema, entry)) + 2;
      if (!hasRoomForBytes(bytes)) return false;
    }
    return true;
  }

  /** Entries for which the file has no room go into further files. */
  async function list(name: CollectionName, pages: Pages): Promise<void> {
    const start = `,\n"${name}":[`;
    let isOpen = false;
    for await (const entries of pages) {
      for (const entry of entries) {
        const line = `\n${toLine(COLLECTIONS[name].schema, entry)}`;
        if (!hasRoomForBytes(Buffer.byteLength(line))) {
          if (isOpen) put('\n]');
          await beginNext();
          isOpen = false;
        }
        put(isOpen ? `,${line}` : start + line);
        isOpen = true;
      }
      await flush();
    }
    put(isOpen ? '\n]' : `${start}]`);
  }

  /** Into the next file if the present one has no room. */
  async function wholeList(name: CollectionName, entries: readonly object[]): Promise<void> {
    if (!(await hasRoomFor(name, [entries]))) {
      await beginNext();
      if (!(await hasRoomFor(name, [entries])))
        throw new TeamTooLarge(`its ${name} are larger than ${limit}`);
    }
    await list(name, [entries]);
  }

  return { begin, end, beginNext, hasRoomFor, list, wholeList };
}

/** `JSON.stringify` escapes only some control characters. */
const MAY_HAVE_CONTROLS = /\\[bfnrtu]|[\u007f-\u009f\p{Bidi_Control}]/u;

/**
 * On one line. Names of earlier versions may contain control characters that an import would refuse: they are
 * replaced.
 */
function toLine(schema: z.ZodType, entity: object): string {
  const line = JSON.stringify(entity);
  return MAY_HAVE_CONTROLS.test(line) ? JSON.stringify(makeReadable(schema, entity)) : line;
}

function makeReadable(schema: z.ZodType, entity: object): object {
  const copy: object = structuredClone(entity);
  for (const { path } of schema.safeParse(copy).error?.issues ?? []) {
    const field = path.at(-1);
    const parent = path.slice(0, -1).reduce((part, key) => Reflect.get(part, key), copy);
    const text: unknown = field === undefined ? null : Reflect.get(parent, field);
    if (field !== undefined && typeof text === 'string')
      Reflect.set(parent, field, replaceControlCharacters(text));
  }
  return copy;
}
