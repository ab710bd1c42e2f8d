import { withoutControls } from '../../../domain/text.ts';

/** Takes the next piece of a file. Its promise resolves when there is room for more. */
export type Write = (text: string) => Promise<void>;

type Pages = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

export type FileWriter = ReturnType<typeof createFileWriter>;

/** Writes a file piece by piece, with a line for each entity, so that no more than a page is ever in memory. */
export function createFileWriter(write: Write) {
  return {
    begin: (name: string, value: object) => write(`{\n${JSON.stringify(name)}:${lineOf(value)}`),

    async list(name: string, pages: Pages): Promise<void> {
      await write(`,\n${JSON.stringify(name)}:[`);
      let isEmpty = true;
      for await (const entries of pages) {
        if (entries.length === 0) continue;
        const lines = entries.map((entry) => `\n${lineOf(entry)}`);
        await write(`${isEmpty ? '' : ','}${lines.join(',')}`);
        isEmpty = false;
      }
      await write(isEmpty ? ']' : '\n]');
    },

    end: () => write('\n}\n'),
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
function lineOf(entity: object): string {
  const line = JSON.stringify(entity);
  return MAY_HAVE_CONTROLS.test(line) ? JSON.stringify(readable(entity)) : line;
}

function readable(value: unknown): unknown {
  if (typeof value === 'string') return withoutControls(value);
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, FREE_KEYS.has(key) ? part : readable(part)]),
  );
}
