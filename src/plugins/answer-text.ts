import type { Steps } from '../domain/steps.ts';

/** Writing so many items takes about a millisecond. */
const ITEMS_AT_ONCE = 500;
const HEAD = '{"data":[';
const TAIL = ']}';

/**
 * The text of an answer, as `write` writes it. If it consists of one long list, the list is written a part at a time, so
 * that other requests run in between.
 */
export function* answerText(
  answer: Record<string, unknown>,
  write: (answer: Record<string, unknown>) => string,
): Steps<string> {
  const { data, ...rest } = answer;
  const isLongList = Array.isArray(data) && data.length > ITEMS_AT_ONCE && Object.keys(rest).length === 0;
  if (!isLongList) return write(answer);
  const parts: string[] = [];
  for (let from = 0; from < data.length; from += ITEMS_AT_ONCE) {
    const text = write({ data: data.slice(from, from + ITEMS_AT_ONCE) });
    parts.push(text.slice(HEAD.length, -TAIL.length));
    yield;
  }
  return HEAD + parts.join(',') + TAIL;
}
