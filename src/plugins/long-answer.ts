/** Long answers. Their text is built in parts, so that other requests run in between. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Steps } from '../pauses.ts';
import { NIGHTS_PER_COUNT } from './bounds/cost.ts';

/** Up to this length, an answer is sent as one text, compressed if the caller accepts that. */
const AS_ONE_TEXT_LENGTH = 262_144;

/** The body of an answer from the parts of its text. A short answer is one text, a long one a stream. */
export async function toAnswerBody(parts: AsyncGenerator<string>): Promise<string | Readable> {
  let text = '';
  while (text.length <= AS_ONE_TEXT_LENGTH) {
    const { done, value } = await parts.next();
    if (done) return text;
    text += value;
  }
  // The connection asks for further parts later. They still belong to this request and its team.
  const asThisRequest = AsyncLocalStorage.snapshot();
  const rest: AsyncIterator<string> = {
    next: () => asThisRequest(() => parts.next()),
    return: () => parts.return(undefined),
  };
  return Readable.from(prependText(text, rest), { objectMode: false });
}

/** Sends the text of a JSON answer that is made part by part. */
export async function sendParts(reply: FastifyReply, parts: AsyncGenerator<string>): Promise<void> {
  // Until its caller has read it, such an answer takes about as much memory as one about so many nights.
  reply.request.cost.hold(NIGHTS_PER_COUNT);
  await reply.header('content-type', 'application/json; charset=utf-8').send(await toAnswerBody(parts));
}

async function* prependText(text: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** Writing so many items takes about a millisecond. */
const ITEMS_PER_STEP = 500;
const HEAD = '{"data":[';
const TAIL = ']}';

/**
 * The text of an answer, as `write` writes it. If it consists of one long list, the list is written a part at a time, so
 * that other requests run in between.
 */
export function* buildAnswerText(
  answer: Record<string, unknown>,
  write: (answer: Record<string, unknown>) => string,
): Steps<string> {
  const { data, ...rest } = answer;
  const isLongList = Array.isArray(data) && data.length > ITEMS_PER_STEP && Object.keys(rest).length === 0;
  if (!isLongList) return write(answer);
  const parts: string[] = [];
  for (let from = 0; from < data.length; from += ITEMS_PER_STEP) {
    const text = write({ data: data.slice(from, from + ITEMS_PER_STEP) });
    parts.push(text.slice(HEAD.length, -TAIL.length));
    yield;
  }
  return HEAD + parts.join(',') + TAIL;
}
