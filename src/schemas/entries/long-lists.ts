/**
 * Lists that may be so long that the problems of all their items would not fit into memory. After `MAX_PROBLEMS`, the
 * rest is not read.
 */
import { z } from 'zod';
import { atOnce, finishWithPauses, type Steps } from '../../pauses.ts';
import { must, ofList } from './must.ts';

/** How many problems of one long list are reported. */
export const MAX_PROBLEMS = 1_000;

type Problems = z.core.$ZodRawIssue[];

export const longList = <Item extends z.ZodType>(item: Item, max: number) =>
  sized(item, max, (items, issues) => atOnce(readItems(item, items, issues)));

/** A long list that is read in pieces, so that other requests are answered meanwhile. Its schema is asynchronous. */
export const listInPieces = <Item extends z.ZodType>(item: Item, max: number) =>
  sized(item, max, (items, issues) => finishWithPauses(readItems(item, items, issues)));

/** A list whose items contain lists that are read in pieces. */
export const listOfListsInPieces = <Item extends z.ZodType>(item: Item, max: number) =>
  sized(item, max, async (items, issues) => {
    const values: z.output<Item>[] = [];
    for (const [place, given] of items.entries()) {
      take(await item.safeParseAsync(given, { reportInput: true }), place, values, issues);
      if (issues.length >= MAX_PROBLEMS) break;
    }
    return values;
  });

const sized = <Item extends z.ZodType, Read>(
  item: Item,
  max: number,
  read: (items: readonly unknown[], issues: Problems) => Read,
) =>
  z
    .array(z.any(), must('a list'))
    .refine((items) => items.length <= max, ofList(must(`a list of at most ${max}`)))
    .transform((items, { issues }) => read(items, issues))
    .meta({ maxItems: max, type: 'array', items: asPart(z.toJSONSchema(item, { io: 'input' })) });

function* readItems<Item extends z.ZodType>(
  item: Item,
  items: readonly unknown[],
  issues: Problems,
): Steps<z.output<Item>[]> {
  const values: z.output<Item>[] = [];
  for (const [place, given] of items.entries()) {
    take(item.safeParse(given, { reportInput: true }), place, values, issues);
    if (issues.length >= MAX_PROBLEMS) break;
    yield;
  }
  return values;
}

function take<Value>(result: z.ZodSafeParseResult<Value>, place: number, values: Value[], issues: Problems) {
  if (result.success) values.push(result.data);
  else for (const issue of result.error.issues) issues.push(placedAt(place, issue));
}

const asPart = ({ $schema: _, ...schema }: object & { $schema?: string }): object => schema;

const placedAt = (place: number, issue: z.core.$ZodIssue) =>
  ({ ...issue, path: [place, ...issue.path] }) as z.core.$ZodRawIssue;
