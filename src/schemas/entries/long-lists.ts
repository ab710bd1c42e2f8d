/**
 * Lists so long that the problems of all their items would not fit into memory. Reading stops after `MAX_PROBLEMS`.
 */
import { z } from 'zod';
import { atOnce, finishWithPauses, type Steps } from '../../pauses.ts';
import { list } from './lists.ts';

/** The most problems that are reported of one long list. */
export const MAX_PROBLEMS = 1_000;

type Problems = z.core.$ZodRawIssue[];

export const longList = <Item extends z.ZodType>(item: Item, max: number) =>
  sized(item, max, (items, issues) => atOnce(readItems(item, items, issues)));

/** A long list that lets other requests run while it is parsed. Its schema is asynchronous. */
export const listWithPauses = <Item extends z.ZodType>(item: Item, max: number) =>
  sized(item, max, (items, issues) => finishWithPauses(readItems(item, items, issues)));

/** The same for items that contain such lists themselves. */
export const nestedListWithPauses = <Item extends z.ZodType>(item: Item, max: number) =>
  sized(item, max, async (items, issues) => {
    const values: z.output<Item>[] = [];
    for (const [index, value] of items.entries()) {
      addResult(await item.safeParseAsync(value, { reportInput: true }), index, values, issues);
      if (issues.length >= MAX_PROBLEMS) break;
    }
    return values;
  });

const sized = <Item extends z.ZodType, Read>(
  item: Item,
  max: number,
  read: (items: readonly unknown[], issues: Problems) => Read,
) =>
  list(z.any(), max)
    .transform((items, { issues }) => read(items, issues))
    .meta({ maxItems: max, type: 'array', items: asComponent(z.toJSONSchema(item, { io: 'input' })) });

function* readItems<Item extends z.ZodType>(
  item: Item,
  items: readonly unknown[],
  issues: Problems,
): Steps<z.output<Item>[]> {
  const values: z.output<Item>[] = [];
  for (const [index, value] of items.entries()) {
    addResult(item.safeParse(value, { reportInput: true }), index, values, issues);
    if (issues.length >= MAX_PROBLEMS) break;
    yield;
  }
  return values;
}

function addResult<Value>(
  result: z.ZodSafeParseResult<Value>,
  index: number,
  values: Value[],
  issues: Problems,
) {
  if (result.success) values.push(result.data);
  else for (const issue of result.error.issues) issues.push(issueAt(index, issue));
}

const asComponent = ({ $schema: _, ...schema }: object & { $schema?: string }): object => schema;

const issueAt = (index: number, issue: z.core.$ZodIssue) =>
  ({ ...issue, path: [index, ...issue.path] }) as z.core.$ZodRawIssue;
