/** Declares operations that write. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isMetBy } from '../plugins/etag.ts';
import type { FieldMessages } from '../services/outcome.ts';
import type { ConditionalCall, WriteResult } from '../services/write.ts';
import { KEY_SPACE_OF, type MayWrite, WRITER_OF } from './callers.ts';
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

/** The read whose `ETag` a write may require: its schema, and how its answer is made from the stored row. */
type ReadBefore<Current> = { schema: z.ZodType; present: (current: Current) => Record<string, unknown> };

/** Whether the stored version is the one that the caller has read. Null if the caller does not require one. */
function currency<Current>(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { schema, present }: ReadBefore<Current>,
): ((current: Current) => boolean) | null {
  const condition = headers['if-match'];
  if (condition === undefined) return null;
  return (current) => isMetBy(condition, String(reply.serializeInput(present(current), schema as never)));
}

/**
 * An operation that writes. The write itself finds its resource after locking it. The declared look-up is only for
 * requests that are refused earlier (contract, section 3: a missing resource comes before invalid fields).
 */
export function write<
  To extends Route,
  Who extends MayWrite,
  Value,
  Answer extends z.ZodType<Record<string, unknown>> = z.ZodNever,
  Params extends Shape = Nothing,
  Body extends z.ZodType = z.ZodObject<Nothing>,
  Current = Value,
>(
  declared: Declared<To, Who, Params, unknown> &
    Accounted<To, Who, Params> & {
      /** The fields of its body. Without a schema it takes none, and any object is accepted. */
      body?: Body;
      isBodyOptional?: boolean;
      bodyLimitMiB?: number;
      /** Whether its schema is asynchronous, because it lets other requests run while it reads a long body. */
      isBodyReadInPieces?: boolean;
      /**
       * Messages about fields that no schema can judge, such as ids that the team does not have. They are added to those of
       * the schema; `run` has to check the same. `idIn` returns the valid id in a field, else null. `sent` is the
       * unchanged body.
       */
      furtherProblems?: (
        asked: Reach<Who> & {
          params: Values<Params>;
          idIn: (field: string) => string | null;
          sent: unknown;
        },
      ) => Promise<FieldMessages>;
      refuses?: readonly OwnRefusal[];
      /** Whether its requests count as new bookings from booking sites. */
      isSiteBooking?: boolean;
      /** Whether it keeps nothing. `run` must roll the write back. */
      isPreview?: boolean;
      /** Checks `If-Match`. `run` must call `whileCurrent`. */
      ifMatch?: ReadBefore<Current>;
      run: (
        asked: Asked<Who, Params, z.infer<Body>>,
        call: ConditionalCall<Value, Current>,
        request: FastifyRequest,
      ) => Promise<WriteResult<Value>>;
    } & (
      | {
          success: Exclude<SuccessStatus, 204>;
          answers: Answer;
          present: (value: Value, request: FastifyRequest) => z.infer<Answer>;
        }
      | { success: 204; answers?: never; present?: never }
    ),
): Operation {
  const {
    body,
    isBodyOptional = false,
    isBodyReadInPieces = false,
    success: status,
    answers = null,
    present = () => null,
  } = declared;
  const { bodyLimitMiB = null, furtherProblems = null, refuses = [] } = declared;
  const { isSiteBooking = false, isPreview = false, asks, resource, ifMatch, run } = declared;
  return {
    ...declaredPart(declared),
    effect: 'write',
    findsItself: true,
    query: null,
    body: body ? { schema: body, isOptional: isBodyOptional, isReadInPieces: isBodyReadInPieces } : null,
    bodyLimitMiB,
    furtherProblems,
    refuses,
    success: { status, schema: answers },
    keeping: null,
    isTagged: false,
    isForWriters: false,
    heedsIfMatch: ifMatch !== undefined,
    isSiteBooking,
    isPreview,
    answer: (asked: Asked<Who, Params, z.infer<Body>>, request, reply) =>
      answerWrite(
        { request, reply, writer: WRITER_OF[asks](request), keySpace: KEY_SPACE_OF[asks] },
        { status, resource: resource?.name, present: (value: Value) => present(value, request) },
        (call) =>
          run(asked, { ...call, isCurrent: ifMatch ? currency(request, reply, ifMatch) : null }, request),
      ),
  };
}
