/** Long answers. Their text is built in parts, so that other requests run in between. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PausableWork } from '../pauses.ts';
import { NIGHTS_PER_RATE_LIMIT_COUNT } from './bounds/cost.ts';

/** Up to this length, an answer is sent as one text, compressed if the caller accepts that. */
const MAX_UNSTREAMED_LENGTH = 262_144;

/** The body of an answer from the parts of its text. A short answer is one text, a long one a stream. */
export async function toTextOrStream(parts: AsyncGenerator<string>): Promise<string | Readable> {
  let bufferedText = '';
  while (bufferedText.length <= MAX_UNSTREAMED_LENGTH) {
    const { done, value } = await parts.next();
    if (done) return bufferedText;
    bufferedText += value;
  }
  // The connection asks for further parts later. They still belong to this request and its team.
  const asThisRequest = AsyncLocalStorage.snapshot();
  const rest: AsyncIterator<string> = {
    next: () => asThisRequest(() => parts.next()),
    return: () => parts.return(undefined),
  };
  return Readable.from(prependText(bufferedText, rest), { objectMode: false });
}

/** Sends the text of a JSON answer that is made part by part. */
export async function sendJsonParts(reply: FastifyReply, parts: AsyncGenerator<string>): Promise<void> {
  // Until its caller has read it, such an answer takes about as much memory as one about so many nights.
  reply.request.cost.hold(NIGHTS_PER_RATE_LIMIT_COUNT);
  await reply.header('content-type', 'application/json; charset=utf-8').send(await toTextOrStream(parts));
}

async function* prependText(text: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** Writing so many items takes about a millisecond. */
const ITEMS_WRITTEN_PER_STEP = 500;
const LIST_ANSWER_START = '{"data":[';
const LIST_ANSWER_END = ']}';

/**
 * The text of an answer, as `write` writes it. If it consists of one long list, the list is written a part at a time, so
 * that other requests run in between.
 */
export function* writeAnswerInSteps(
  answer: Record<string, unknown>,
  write: (answer: Record<string, unknown>) => string,
): PausableWork<string> {
  const { data, ...rest } = answer;
  const isLongList =
    Array.isArray(data) && data.length > ITEMS_WRITTEN_PER_STEP && Object.keys(rest).length === 0;
  if (!isLongList) return write(answer);
  const writtenParts: string[] = [];
  for (let from = 0; from < data.length; from += ITEMS_WRITTEN_PER_STEP) {
    const text = write({ data: data.slice(from, from + ITEMS_WRITTEN_PER_STEP) });
    writtenParts.push(text.slice(LIST_ANSWER_START.length, -LIST_ANSWER_END.length));
    yield;
  }
  return LIST_ANSWER_START + writtenParts.join(',') + LIST_ANSWER_END;
}
