/** Copies that other systems keep (docs/rules.md, 3.17). */
import { type ZodType, z } from 'zod';
import { type CopiedKind, type CopyPosition, parseCopyPosition } from '../domain/copy-position.ts';
import { MAX_CHANGES_PER_ANSWER } from '../domain/limits.ts';
import type { Changes, ChangesRequest } from '../services/copies/copies.ts';
import { EVEN_IF_FIELDS_ARE_WRONG } from './fields/checks.ts';
import { buildIssue, mustBe } from './fields/lists.ts';
import { idSchema } from './formats.ts';
import { integerParameter } from './parameters.ts';

/** They go together with `changed_after`. All others filter or sort a list. */
const COPY_PARAMETERS: readonly string[] = ['changed_after', 'limit', 'embed'];

/** A copy holds everything, so no other parameter may be given with these. */
export const buildCopyQuery = <Shape extends z.ZodRawShape>(kind: CopiedKind, shape: Shape) =>
  z
    .object({
      ...(withoutDefaults(shape) as WithoutDefaults<Shape>),
      changed_after: buildPositionParameter(kind).optional(),
      limit: integerParameter({ min: 1, max: MAX_CHANGES_PER_ANSWER })
        .optional()
        .meta({ default: MAX_CHANGES_PER_ANSWER })
        .describe('With `changed_after`: the largest number of things in one answer.'),
    })
    .superRefine(refuseOthersBesideCopy, EVEN_IF_FIELDS_ARE_WRONG);

const buildPositionParameter = (kind: CopiedKind) =>
  z
    .string()
    .refine(
      (text) => parseCopyPosition(kind, text) !== null,
      mustBe('empty, a position of the feed, or the `next` of an earlier answer'),
    )
    .transform((text) => parseCopyPosition(kind, text) as CopyPosition)
    .describe(
      `Keeps a copy of all ${kind}: empty to begin, then the \`next\` of the answer before, or a position of the feed. No filter may be given with it.`,
    );

type WithoutDefaults<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Inner extends z.ZodType>
    ? z.ZodOptional<Inner>
    : Shape[Name];
};

/** A default would hide from the check below that the parameter was not sent. */
const withoutDefaults = (shape: z.ZodRawShape): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) =>
      field instanceof z.ZodDefault
        ? [
            name,
            (field.unwrap() as ZodType).optional().meta({ ...field.meta(), default: field.def.defaultValue }),
          ]
        : [name, field],
    ),
  );

function refuseOthersBesideCopy(query: Record<string, unknown>, { addIssue }: z.core.$RefinementCtx): void {
  const sent = Object.keys(query).filter((name) => query[name] !== undefined);
  const isCopy = sent.includes('changed_after');
  const refused = sent.filter((name) => (isCopy ? !COPY_PARAMETERS.includes(name) : name === 'limit'));
  const message = isCopy
    ? 'must not be given together with changed_after'
    : 'must be given together with changed_after';
  for (const name of refused)
    addIssue({ ...buildIssue('not_allowed', message), path: [name], input: query[name] });
}

export const CSV_COPY_DESCRIPTION =
  'As CSV it is all of it at once; `Changed-After` has the next `changed_after`, and `Changed-Restarted: true` says that it begins anew, as after an import, or because something is gone.';

export const COPY_DESCRIPTION =
  'With `changed_after`, what a copy gets: everything in the order of the ids, and after that what has changed since. Nothing is missed, whatever is written meanwhile; a thing may come twice.';

export const copySchema = <Item extends ZodType>(item: Item) =>
  z.object({
    data: z.array(item).describe('As they are now.'),
    deleted: z.array(idSchema).describe('The ids of those that are gone.'),
    meta: z
      .object({
        next: z
          .string()
          .describe('The `changed_after` of the next request. If nothing is new, it stays the same.'),
        has_more: z
          .boolean()
          .describe('Whether there is more to be told now. An answer may be empty all the same.'),
        restarted: z
          .boolean()
          .describe(
            'Whether the copy begins anew with this answer, such as after an import. What is not told from here until `has_more` is false is gone.',
          ),
      })
      .meta({ id: 'CopyMeta', description: 'How the copy goes on after this answer.' }),
  });

export function presentChanges<Thing, Item>(
  { things, deletedIds, next, hasMore, isRestarted }: Changes<Thing>,
  present: (thing: Thing) => Item,
) {
  return {
    data: things.map(present),
    deleted: deletedIds,
    meta: { next, has_more: hasMore, restarted: isRestarted },
  };
}

type CopyQuery = { changed_after?: CopyPosition | undefined; limit?: number | undefined };

/** Null if the request asks for a list. */
export const toChangesRequest = ({
  changed_after,
  limit = MAX_CHANGES_PER_ANSWER,
}: CopyQuery): ChangesRequest | null =>
  changed_after === undefined ? null : { position: changed_after, limit };
