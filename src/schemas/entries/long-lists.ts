/**
 * Lists so long that the problems of all their items would not fit into memory. Reading stops after `MAX_PROBLEMS_OF_LIST`.
 */
import { z } from 'zod';
import { finishWithoutPauses, finishWithPauses, type PausableWork } from '../../pauses.ts';
import { listOf } from './lists.ts';

/** The most problems that are reported of one long list. */
export const MAX_PROBLEMS_OF_LIST = 1_000;

type ListIssues = z.core.$ZodRawIssue[];

export const longList = <Item extends z.ZodType>(item: Item, max: number) =>
  createSizedList(item, max, (items, issues) => finishWithoutPauses(parseItems(item, items, issues)));

/** A long list that lets other requests run while it is parsed. Its schema is asynchronous. */
export const listWithPauses = <Item extends z.ZodType>(item: Item, max: number) =>
  createSizedList(item, max, (items, issues) => finishWithPauses(parseItems(item, items, issues)));

/** The same for items that contain such lists themselves. */
export const nestedListWithPauses = <Item extends z.ZodType>(item: Item, max: number) =>
  createSizedList(item, max, async (items, issues) => {
    const parsedItems: z.output<Item>[] = [];
    for (const [index, value] of items.entries()) {
      addParsedItem(await item.safeParseAsync(value, { reportInput: true }), index, parsedItems, issues);
      if (issues.length >= MAX_PROBLEMS_OF_LIST) break;
    }
    return parsedItems;
  });

const createSizedList = <Item extends z.ZodType, Read>(
  item: Item,
  max: number,
  read: (items: readonly unknown[], issues: ListIssues) => Read,
) =>
  listOf(z.any(), max)
    .transform((items, { issues }) => read(items, issues))
    .meta({ maxItems: max, type: 'array', items: omitSchemaKeyword(z.toJSONSchema(item, { io: 'input' })) });

function* parseItems<Item extends z.ZodType>(
  item: Item,
  items: readonly unknown[],
  issues: ListIssues,
): PausableWork<z.output<Item>[]> {
  const parsedItems: z.output<Item>[] = [];
  for (const [index, value] of items.entries()) {
    addParsedItem(item.safeParse(value, { reportInput: true }), index, parsedItems, issues);
    if (issues.length >= MAX_PROBLEMS_OF_LIST) break;
    yield;
  }
  return parsedItems;
}

function addParsedItem<Value>(
  result: z.ZodSafeParseResult<Value>,
  index: number,
  values: Value[],
  issues: ListIssues,
) {
  if (result.success) values.push(result.data);
  else for (const issue of result.error.issues) issues.push(prefixIssueWithIndex(index, issue));
}

const omitSchemaKeyword = ({ $schema: _, ...schema }: object & { $schema?: string }): object => schema;

const prefixIssueWithIndex = (index: number, issue: z.core.$ZodIssue) =>
  ({ ...issue, path: [index, ...issue.path] }) as z.core.$ZodRawIssue;
