import type { FastifySerializerCompiler } from 'fastify';
import { type ZodType, z } from 'zod';

/** Refuses to write an answer that is not, to the letter, what its schema says: nothing missing, of another type, or undeclared. */
export const strictAnswers: FastifySerializerCompiler<ZodType> =
  ({ schema, method, url, httpStatus }) =>
  (data) => {
    const text = JSON.stringify(data);
    const declared = JSON.stringify(z.encode(schema, data));
    if (declared !== text)
      throw new Error(`${method} ${url} answers ${httpStatus} with ${text}, and declares ${declared}.`);
    return text;
  };
