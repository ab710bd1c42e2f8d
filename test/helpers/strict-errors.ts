import type { FastifyInstance } from 'fastify';
import { ERROR_CODES } from '../../src/domain/vocabulary.ts';

type InvalidBody = {
  success?: false;
  message: string;
  errors: Record<string, string[]>;
  codes?: Record<string, string[]>;
  existing?: Record<string, string>;
};

/**
 * Refuses to answer with an error message that is no whole sentence, such as one that lacks the name of its field, and
 * with error codes that are not those of the messages.
 */
export function refuseBrokenErrors(app: FastifyInstance): void {
  app.addHook('onSend', async ({ url }, { statusCode }, payload) => {
    if (statusCode !== 422 || typeof payload !== 'string' || !payload.startsWith('{')) return;
    const body: InvalidBody = JSON.parse(payload);
    const { message, errors } = body;
    const broken = [
      message.replace(/ \(and \d+ more errors?\)$/, ''),
      ...Object.values(errors).flat(),
    ].filter((sentence) => !/^\p{Lu}.*[.?]$/su.test(sentence));
    if (broken.length > 0) throw new Error(`${url} answers what is no sentence: ${broken.join(' | ')}`);
    const problem = findCodesProblem(body);
    if (problem) throw new Error(`${url} answers ${problem}: ${payload}`);
  });
}

/** What is wrong with the error codes of a 422, if anything. A refused cancellation has none (docs/rules.md, 3.4). */
function findCodesProblem({ success, errors, codes, existing = {} }: InvalidBody): string | null {
  if (success === false)
    return Object.keys(errors).length + (codes ? 1 : 0) > 0 ? 'more than a message' : null;
  if (!codes || Object.keys(codes).join() !== Object.keys(errors).join()) return 'codes of other fields';
  for (const [field, words] of Object.entries(codes)) {
    if (words.length !== errors[field]?.length) return `codes of other messages under ${field}`;
    const unknown = words.find((word) => !(ERROR_CODES as readonly string[]).includes(word));
    if (unknown !== undefined) return `the unknown code ${unknown}`;
  }
  const untaken = Object.keys(existing).find((field) => !codes[field]?.includes('taken'));
  return untaken === undefined ? null : `what exists under ${untaken}, which is not taken`;
}
