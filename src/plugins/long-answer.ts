/** Answers that may be too long for memory: their text is made while it is sent. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { NIGHTS_AT_ONCE } from './cost.ts';

/** Up to this length, an answer is sent as one text, compressed if the caller accepts that. */
const AS_ONE_TEXT_LENGTH = 262_144;

/** The body of an answer, from the parts of its text: one text if it is short, else a stream. */
export async function bodyOfParts(parts: AsyncGenerator<string>): Promise<string | Readable> {
  let text = '';
  while (text.length <= AS_ONE_TEXT_LENGTH) {
    const { done, value } = await parts.next();
    if (done) return text;
    text += value;
  }
  // The caller's connection asks for further parts. They still belong to this request and its team.
  const asThisRequest = AsyncLocalStorage.snapshot();
  const rest: AsyncIterator<string> = {
    next: () => asThisRequest(() => parts.next()),
    return: () => parts.return(undefined),
  };
  return Readable.from(continued(text, rest), { objectMode: false });
}

/** Sends the text of a JSON answer that is made part by part. */
export async function sendParts(reply: FastifyReply, parts: AsyncGenerator<string>): Promise<void> {
  // Until its caller has read it, it takes about as much memory as an answer about so many nights.
  reply.request.cost.hold(NIGHTS_AT_ONCE);
  await reply.header('content-type', 'application/json; charset=utf-8').send(await bodyOfParts(parts));
}

async function* continued(text: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  yield* { [Symbol.asyncIterator]: () => rest };
}
