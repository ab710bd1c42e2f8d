/** Each part of a long answer is built when the caller has read the parts before. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A shorter answer is one text, which can be compressed. */
const MAX_UNSTREAMED_LENGTH = 262_144;

export async function toTextOrStream(parts: AsyncGenerator<string>): Promise<string | Readable> {
  let bufferedText = '';
  while (bufferedText.length <= MAX_UNSTREAMED_LENGTH) {
    const { done, value } = await parts.next();
    if (done) return bufferedText;
    bufferedText += value;
  }
  // Restores the async context (the request and team) for parts that are built after the handler has ended.
  const asThisRequest = AsyncLocalStorage.snapshot();
  const rest: AsyncIterator<string> = {
    next: () => asThisRequest(() => parts.next()),
    return: () => parts.return(undefined),
  };
  return Readable.from(prependText(bufferedText, rest), { objectMode: false });
}

export async function sendJsonParts(reply: FastifyReply, parts: AsyncGenerator<string>): Promise<void> {
  await reply.header('content-type', 'application/json; charset=utf-8').send(await toTextOrStream(parts));
}

async function* prependText(text: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  yield* { [Symbol.asyncIterator]: () => rest };
}
