import type { FastifyInstance } from 'fastify';
import { toErrorAnswer } from '../../../plugins/errors.ts';
import { PageError } from '../../../web/page-error.ts';

/** For a page's script, which reads JSON. */
export function answerUploadErrors(scope: Pick<FastifyInstance, 'setErrorHandler'>): void {
  scope.setErrorHandler((error, request, reply) => {
    const {
      status,
      body,
      headers = {},
    } = error instanceof PageError
      ? { status: error.status, body: { message: error.message } }
      : toErrorAnswer(error, request);
    return reply.code(status).headers(headers).send(body);
  });
}
