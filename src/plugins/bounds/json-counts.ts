/** Counts what a JSON body contains, before it is parsed. */
import type { PausableWork } from '../../pauses.ts';

/** Counting in so many bytes takes about a millisecond. */
const JSON_BYTES_PER_STEP = 65_536;

const COMMA_BYTE = 0x2c;
const LIST_START_BYTE = 0x5b;
const OBJECT_START_BYTE = 0x7b;
const QUOTE_BYTE = 0x22;
const COLON_BYTE = 0x3a;
const BACKSLASH_BYTE = 0x5c;
const OPENING_BYTES: ReadonlySet<number | undefined> = new Set([LIST_START_BYTE, OBJECT_START_BYTE]);
const CLOSING_BYTES: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d]);

/** An upper bound of the number of values in a body, because commas in texts count as well. */
export function* countJsonValues(body: Buffer): PausableWork<number> {
  let valueCount = 1;
  for (let from = 0; from < body.length; from += JSON_BYTES_PER_STEP) {
    const end = Math.min(body.length, from + JSON_BYTES_PER_STEP);
    // By index, because `for … of` over bytes is slower.
    for (let at = from; at < end; at += 1) {
      const byte = body[at];
      if (byte === COMMA_BYTE || byte === LIST_START_BYTE || byte === OBJECT_START_BYTE) valueCount += 1;
    }
    yield;
  }
  return valueCount;
}

/** The number of names in the object that has most of them. */
export function* countNamesOfLargestObject(body: Buffer): PausableWork<number> {
  const outerNameCounts: number[] = [];
  let nameCount = 0;
  let mostNames = 0;
  let pauseAt = JSON_BYTES_PER_STEP;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE_BYTE) at = findEndOfJsonText(body, at);
    else if (byte === COLON_BYTE) mostNames = Math.max(mostNames, ++nameCount);
    else if (OPENING_BYTES.has(byte)) {
      outerNameCounts.push(nameCount);
      nameCount = 0;
    } else if (CLOSING_BYTES.has(byte)) nameCount = outerNameCounts.pop() ?? 0;
    if (at < pauseAt) continue;
    pauseAt = at + JSON_BYTES_PER_STEP;
    yield;
  }
  return mostNames;
}

function findEndOfJsonText(body: Buffer, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = body.indexOf(QUOTE_BYTE, from);
    if (quote === -1) return body.length;
    let before = quote - 1;
    while (body[before] === BACKSLASH_BYTE) before -= 1;
    // After an even number of them, the quote is not escaped.
    if ((quote - before) % 2 === 1) return quote;
    from = quote + 1;
  }
}
