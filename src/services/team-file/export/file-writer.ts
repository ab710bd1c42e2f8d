import { replaceControlCharacters } from '../../../domain/text.ts';
import { MAX_FILE_BYTES } from '../parse.ts';

/** Where an export goes. */
export type FileOutput = {
  /** Takes the next piece of a file. Its promise resolves when there is room for more. */
  write: (text: string) => Promise<void>;
  /** Ends the file and begins another. Without it, a team that needs several files is refused. */
  next?: (() => Promise<void>) | undefined;
  maxBytes?: number | undefined;
};

/** A team needs several files, and the output is only one. */
export class TeamTooLarge extends Error {
  override name = 'TeamTooLarge';
}

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/** A list ends and a file ends with these. */
const END = '\n]\n}\n';

/** The lists that may continue in a further file. All others are in the first file, because entries refer to them. */
const SPLIT_LISTS = new Set(['guests', 'bookings']);

/**
 * Writes a team as one or more files, with a line for each entity, so that no more than a page is ever in memory. A file
 * after the first has the team's slug and the rest of a list.
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
  const hasRoomFor = (text: string): boolean => size + Buffer.byteLength(text) + END.length <= maxBytes;
  const open = (name: string, value: object) => put(`{\n${JSON.stringify(name)}:${toLine(value)}`);
  const openList = (name: string) => put(`,\n${JSON.stringify(name)}:[`);

  async function continueInNext(name: string): Promise<void> {
    if (!next) throw new TeamTooLarge(`it is larger than ${maxBytes / 1_048_576} MiB`);
    put(END);
    await flush();
    await next();
    size = 0;
    open('team', { slug });
    openList(name);
  }

  return {
    async begin(name: string, value: object): Promise<void> {
      open(name, value);
      await flush();
    },

    async list(name: string, pages: Pages): Promise<void> {
      openList(name);
      let isEmpty = true;
      for await (const entries of pages) {
        for (const entry of entries) {
          const line = `\n${toLine(entry)}`;
          if (!isEmpty && SPLIT_LISTS.has(name) && !hasRoomFor(line)) {
            await continueInNext(name);
            isEmpty = true;
          }
          put(isEmpty ? line : `,${line}`);
          isEmpty = false;
        }
        await flush();
      }
      put(isEmpty ? ']' : '\n]');
    },

    async end(): Promise<void> {
      put('\n}\n');
      await flush();
    },
  };
}

/** Control characters in JSON: those of C0 are escaped, all others are not. */
const MAY_HAVE_CONTROLS = /\\[bfnrtu]|[\u007f-\u009f\p{Bidi_Control}]/u;
/** Texts of several lines, and the data of events, may have them. */
const FREE_KEYS = new Set([
  'description',
  'notes',
  'special_requests',
  'reason',
  'cancellation_reason',
  'data',
]);

/** An entity in one line. A stored name may have a control character from before they were refused. */
function toLine(entity: object): string {
  const line = JSON.stringify(entity);
  return MAY_HAVE_CONTROLS.test(line) ? JSON.stringify(readable(entity)) : line;
}

function readable(value: unknown): unknown {
  if (typeof value === 'string') return replaceControlCharacters(value);
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, FREE_KEYS.has(key) ? part : readable(part)]),
  );
}
