/**
 * Checks whether the service may call the address in a body, together with the body's other fields
 * (docs/rules.md, 17.6).
 */
import type { FastifyRequest } from 'fastify';
import { MAX_URL_LENGTH } from '../../domain/limits.ts';
import { urlField } from '../../schemas/fields.ts';
import type { FieldMessages } from '../../services/field-messages.ts';
import type { OutboundGuard } from '../../services/outbound/guard.ts';

const calledUrlField = urlField(MAX_URL_LENGTH);

/**
 * The `preValidation` hook of a route whose body has a `url` that the service will call. The address's host
 * name is looked up before the transaction, so that no row is locked while a name server answers.
 */
export const checkUrlOfBody =
  (dependencies: { outbound: OutboundGuard }, toCalledUrl = (url: string) => url) =>
  async (request: FastifyRequest): Promise<void> => {
    request.urlMessages = await findUrlMessagesOfBody(dependencies, request.body, toCalledUrl);
  };

/**
 * Messages under `url` if the service must not call that address. A text that is no web address is refused by
 * the schema of the body.
 */
export async function findUrlMessagesOfBody(
  { outbound }: { outbound: OutboundGuard },
  body: unknown,
  toCalledUrl = (url: string) => url,
): Promise<FieldMessages> {
  const url = calledUrlField.safeParse((body as { url?: unknown } | undefined)?.url);
  if (!url.success) return {};
  const problem = await outbound.findProblem(toCalledUrl(url.data));
  return problem === null ? {} : { url: [{ predicate: problem }] };
}
