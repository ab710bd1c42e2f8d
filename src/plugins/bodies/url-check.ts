/**
 * Checks a URL that the service will call later, such as a webhook's, and reports its errors together with
 * those of other fields (docs/rules.md, 17.6).
 */
import type { FastifyRequest } from 'fastify';
import { MAX_URL_LENGTH } from '../../domain/limits.ts';
import { urlField } from '../../schemas/fields/fields.ts';
import type { FieldMessages } from '../../services/field-messages.ts';
import type { OutboundGuard } from '../../services/outbound/guard.ts';

const calledUrlField = urlField(MAX_URL_LENGTH);

/**
 * A `preValidation` hook for bodies with a `url`. The host name is looked up before the transaction starts,
 * so that no row stays locked while a name server answers.
 */
export const checkUrlOfBody =
  (dependencies: { outbound: OutboundGuard }, toCalledUrl = (url: string) => url) =>
  async (request: FastifyRequest): Promise<void> => {
    request.urlMessages = await findUrlMessagesOfBody(dependencies, request.body, toCalledUrl);
  };

/**
 * The address is forbidden, for example because it is in a private network. A text that is no URL gets no
 * message here, because the body's schema refuses it.
 */
export async function findUrlMessagesOfBody(
  { outbound }: { outbound: OutboundGuard },
  body: unknown,
  toCalledUrl = (url: string) => url,
): Promise<FieldMessages> {
  const url = calledUrlField.safeParse((body as { url?: unknown } | undefined)?.url);
  if (!url.success) return {};
  const problem = await outbound.findProblem(toCalledUrl(url.data));
  return problem === null ? {} : { url: [{ code: 'not_allowed', predicate: problem }] };
}
