/**
 * Lists of limited length. The length is checked before any item is read, because a body has room for millions of items,
 * and what is wrong with each of them would fill the memory.
 */
import { z } from 'zod';
import { must, ofList } from './must.ts';

export const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .preprocess(
      (sent, { issues }) => {
        if (Array.isArray(sent) && sent.length > max)
          issues.push({ code: 'custom', message: must(`a list of at most ${max}`).error, input: sent });
        return sent;
      },
      z.array(item, must('a list')),
    )
    // Zod takes what is read before its type is checked for optional.
    .nonoptional()
    .meta({ maxItems: max });

/** A list that is not empty. */
export const filledList = <Item extends z.ZodType>(item: Item, max: number, ifEmpty: { error: string }) =>
  list(item, max)
    .refine((items) => items.length > 0, ofList(ifEmpty))
    .meta({ minItems: 1 });
