/** Declares operations that write. */
import type { z } from 'zod';
import type { FieldMessages } from '../services/outcome.ts';
import type { WriteCall, WriteResult } from '../services/write.ts';
import { type MayWrite, WRITER_OF } from './callers.ts';
import {
  type Accounted,
  type Declared,
  declaredPart,
  type Nothing,
  type Operation,
  type OwnRefusal,
  type Reach,
  type Route,
  type Shape,
  type SuccessStatus,
  type Values,
} from './operation.ts';
import { answerWrite } from './writes.ts';

type Asked<Who extends MayWrite, Params extends Shape, Body> = Reach<Who> & {
  params: Values<Params>;
  body: Body;
};

/**
 * An operation that writes. The write itself finds its resource behind its locks; the look-up that is declared is only
 * for requests that are refused before (contract, section 3: a missing resource comes before invalid fields).
 */
export function write<
  To extends Route,
  Who extends MayWrite,
  Value,
  Answer extends z.ZodType<Record<string, unknown>> = z.ZodNever,
  Params extends Shape = Nothing,
  Body extends z.ZodType = z.ZodObject<Nothing>,
>(
  declared: Declared<To, Who, Params, unknown> &
    Accounted<To, Who, Params> & {
      /** The fields of its body. Without a schema it takes none, and any object will do. */
      body?: Body;
      isBodyOptional?: boolean;
      bodyLimitMiB?: number;
      /** Messages on ids in the body that the team does not have; `idIn` is the valid id in a field that was sent, else null. */
      unknownIds?: (asked: Reach<Who> & { idIn: (field: string) => string | null }) => Promise<FieldMessages>;
      refuses?: readonly OwnRefusal[];
      run: (asked: Asked<Who, Params, z.infer<Body>>, call: WriteCall<Value>) => Promise<WriteResult<Value>>;
    } & (
      | { success: Exclude<SuccessStatus, 204>; answers: Answer; present: (value: Value) => z.infer<Answer> }
      | { success: 204; answers?: never; present?: never }
    ),
): Operation {
  const { body, isBodyOptional = false, success: status, answers = null, present = () => null } = declared;
  const { bodyLimitMiB = null, unknownIds = null, refuses = [], asks, resource, run } = declared;
  return {
    ...declaredPart(declared),
    effect: 'write',
    query: null,
    body: body ? { schema: body, isOptional: isBodyOptional } : null,
    bodyLimitMiB,
    unknownIds,
    refuses,
    success: { status, schema: answers },
    keeping: null,
    answer: (asked: Asked<Who, Params, z.infer<Body>>, request, reply) =>
      answerWrite(
        { request, reply, writer: WRITER_OF[asks](request) },
        { status, resource: resource?.name, present },
        (call) => run(asked, call),
      ),
  };
}
