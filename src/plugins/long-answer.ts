/** Long answers, whose text is built in parts, as the caller reads it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The length up to which an answer is sent as one text, compressed if the caller accepts that. */
const MAX_UNSTREAMED_LENGTH = 262_144;

/** The body of an answer from the parts of its text: one text if it is short, and a stream if it is long. */
export async function toTextOrStream(parts: AsyncGenerator<string>): Promise<string | Readable> {
  let bufferedText = '';
  while (bufferedText.length <= MAX_UNSTREAMED_LENGTH) {
    const { done, value } = await parts.next();
    if (done) return bufferedText;
    bufferedText += value;
  }
  // The connection asks for further parts of an answer later. Parts of an answer that are built later still
  // run in the context of its request and team.
  const asThisRequest = AsyncLocalStorage.snapshot();
  const rest: AsyncIterator<string> = {
    next: () => asThisRequest(() => parts.next()),
    return: () => parts.return(undefined),
  };
  return Readable.from(prependText(bufferedText, rest), { objectMode: false });
}

/** Sends the text of a JSON answer that is made part by part. */
export async function sendJsonParts(reply: FastifyReply, parts: AsyncGenerator<string>): Promise<void> {
  await reply.header('content-type', 'application/json; charset=utf-8').send(await toTextOrStream(parts));
}

async function* prependText(text: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  yield* { [Symbol.asyncIterator]: () => rest };
}
