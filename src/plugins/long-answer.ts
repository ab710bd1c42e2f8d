/** Sends long answers part by part: each part is built when the caller has read the parts before. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The length up to which an answer is sent as one text, which can be compressed. */
const MAX_UNSTREAMED_LENGTH = 262_144;

/** Makes an answer's body from parts: one text if it is short, or a stream if it is long. */
export async function toTextOrStream(parts: AsyncGenerator<string>): Promise<string | Readable> {
  let bufferedText = '';
  while (bufferedText.length <= MAX_UNSTREAMED_LENGTH) {
    const { done, value } = await parts.next();
    if (done) return bufferedText;
    bufferedText += value;
  }
  // The async context, which says for which request and team work is done, is restored for parts of a long
  // answer that are built after the handler has ended.
  const asThisRequest = AsyncLocalStorage.snapshot();
  const rest: AsyncIterator<string> = {
    next: () => asThisRequest(() => parts.next()),
    return: () => parts.return(undefined),
  };
  return Readable.from(prependText(bufferedText, rest), { objectMode: false });
}

/** Sends a JSON answer whose text is built part by part. */
export async function sendJsonParts(reply: FastifyReply, parts: AsyncGenerator<string>): Promise<void> {
  await reply.header('content-type', 'application/json; charset=utf-8').send(await toTextOrStream(parts));
}

async function* prependText(text: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  yield* { [Symbol.asyncIterator]: () => rest };
}
