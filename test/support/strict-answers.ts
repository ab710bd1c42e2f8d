import type { FastifyInstance, FastifySerializerCompiler } from 'fastify';
import { type ZodType, z } from 'zod';
import { type Declared, statusesOf } from '../../src/plugins/openapi-answers.ts';

/** Refuses to write an answer that differs from its schema: nothing may be missing, undeclared or of another type. */
export const strictAnswers: FastifySerializerCompiler<ZodType> =
  ({ schema, method, url, httpStatus }) =>
  (data) => {
    const text = JSON.stringify(data);
    const declared = JSON.stringify(z.encode(schema, data));
    if (declared !== text)
      throw new Error(`${method} ${url} answers ${httpStatus} with ${text}, and declares ${declared}.`);
    return text;
  };

/** Refuses to answer an operation with a status that it does not declare. */
export function refuseUndeclaredStatuses(app: FastifyInstance): void {
  app.addHook('onSend', async ({ routeOptions }, { statusCode }) => {
    const { schema } = routeOptions;
    if (schema?.operationId && !statusesOf(routeOptions as Declared).includes(statusCode))
      throw new Error(`${schema.operationId} answers ${statusCode}, and does not declare it.`);
  });
}
