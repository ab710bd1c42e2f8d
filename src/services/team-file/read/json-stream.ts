import { JSONParser, TokenType } from '@streamparser/json';
import type { Piece } from './pieces.ts';

/**
 * Bytes that are not JSON in UTF-8. The message says where, and quotes nothing, because the file may contain secrets.
 */
export class JsonError extends Error {
  override name = 'JsonError';
}

/** More levels than any file has. Each takes memory until it ends. */
const MAX_LEVELS = 1_000;

/**
 * The pieces of a file that arrives as bytes, a batch for each chunk. Only one chunk and the current entry are in
 * memory.
 */
export async function* piecesOfBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece[]> {
  const pieces: Piece[] = [];
  const parser = createPieceParser((piece) => pieces.push(piece));
  const position = { line: 1, column: 1 };
  for await (const chunk of chunks) {
    // Parses line by line, so that an error can name its line.
    for (const line of linesOf(chunk)) {
      try {
        parser.write(line);
      } catch (cause) {
        throw new JsonError(mistakeAt(position, cause), { cause });
      }
      if (line.at(-1) === NEWLINE) Object.assign(position, { line: position.line + 1, column: 1 });
      else position.column += line.length;
    }
    yield pieces.splice(0);
  }
  try {
    parser.end();
  } catch (cause) {
    throw new JsonError('it ends too early', { cause });
  }
  yield pieces;
}

/**
 * Emits the pieces of a file while its bytes are parsed. Values are built only for the team and for entries of lists.
 */
function createPieceParser(emit: (piece: Piece) => void) {
  const parser = new JSONParser({ paths: ['$.team', '$.*.*'], keepStack: false });
  let depth = 0;
  let isEmpty = true;
  /** The current member of the file's object, and whether its value comes next. */
  let member: { name: string; isNext: boolean; isList: boolean } | null = null;
  parser.onToken = ({ token, value }) => {
    isEmpty = false;
    if (depth === 0 && token !== TokenType.LEFT_BRACE) emit({ is: 'root', value: shapeOf(token, value) });
    if (depth === 1 && token === TokenType.COLON && member) member.isNext = true;
    else if (depth === 1 && member?.isNext) {
      member = { name: member.name, isNext: false, isList: token === TokenType.LEFT_BRACKET };
      if (member.name !== 'team') {
        const { name, isList } = member;
        emit(isList ? { is: 'list', name } : { is: 'member', name, value: shapeOf(token, value) });
      }
    } else if (depth === 1 && token === TokenType.STRING) {
      member = { name: String(value), isNext: false, isList: false };
    }
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (depth > MAX_LEVELS) throw new RangeError('The file has too many levels.');
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
  };
  parser.onValue = ({ value, stack }) => {
    if (!member) return;
    const { name, isList } = member;
    if (name === 'team') {
      if (stack.length === 1) emit({ is: 'member', name, value });
    } else if (isList) emit({ is: 'entry', name, value });
  };
  return {
    write: (bytes: Uint8Array): void => parser.write(bytes),
    end(): void {
      // A file that is only a number ends with it.
      if (!parser.isEnded) parser.end();
      if (isEmpty) throw new Error('The file is empty.');
    },
  };
}

/** A stand-in for a value, from its first token, which is enough to tell its type. */
const shapeOf = (token: TokenType, value: unknown): unknown =>
  token === TokenType.LEFT_BRACE ? {} : token === TokenType.LEFT_BRACKET ? [] : value;

const NEWLINE = 10;

function* linesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < chunk.length; ) {
    const newline = chunk.indexOf(NEWLINE, start);
    const end = newline === -1 ? chunk.length : newline + 1;
    yield chunk.subarray(start, end);
    start = end;
  }
}

function mistakeAt({ line, column }: { line: number; column: number }, cause: unknown): string {
  if (cause instanceof RangeError) return `it has more than ${MAX_LEVELS} levels, line ${line}`;
  // The decoder's own error. All others are the parser's.
  if (cause instanceof TypeError) return `it is not UTF-8, line ${line}`;
  const index = /chunk position "(\d+)"/.exec((cause as Error).message)?.[1];
  return index ? `line ${line} column ${column + Number(index)}` : `line ${line}`;
}
