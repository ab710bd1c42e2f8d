import { isUtf8 } from 'node:buffer';

/** Parsing a team file takes several times its size in memory. */
export const MAX_FILE_BYTES = 128 * 1_048_576;

/** The message quotes nothing of the file, which may contain secrets. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** UTF-8. */
export async function parseBytes(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES)
      throw new UnreadableFile(
        `is larger than ${MAX_FILE_BYTES / 1_048_576} MiB: split it, and import its parts`,
      );
    read.push(chunk);
  }
  const bytes = Buffer.concat(read);
  read.length = 0;
  if (!isUtf8(bytes)) throw notJson(`it is not UTF-8, line ${lineWithOtherBytes(bytes)}`);
  const text = withoutMark(bytes.toString());
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(describeSyntaxError(cause as Error, text.trimEnd().length), cause);
  }
}

const notJson = (why: string, cause?: unknown) => new UnreadableFile(`is not valid JSON (${why})`, { cause });

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

function lineWithOtherBytes(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const newline = bytes.indexOf('\n', start);
    const end = newline === -1 ? bytes.length : newline;
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
  return line;
}

/** The position follows a quotation from the file in the parser's message. */
function describeSyntaxError({ message }: Error, length: number): string {
  const [, position, place] = /at position (\d+) \((line \d+ column \d+)\)$/.exec(message) ?? [];
  if (message.startsWith('Unexpected end') || Number(position) >= length) return 'it ends too early';
  return place ?? 'something stands where no value can';
}
