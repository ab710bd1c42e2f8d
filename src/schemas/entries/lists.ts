/**
 * Lists of limited length. The length is checked before any item is read, because a body has room for millions of items,
 * and what is wrong with each of them would fill the memory.
 */
import { z } from 'zod';
import { mustBe, onlyForLists } from './must.ts';

export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .preprocess(
      (sent, { issues }) => {
        if (Array.isArray(sent) && sent.length > max)
          issues.push({ code: 'custom', message: mustBe(`a list of at most ${max}`).error, input: sent });
        return sent;
      },
      z.array(item, mustBe('a list')),
    )
    // Zod takes what is read before its type is checked for optional.
    .nonoptional()
    .meta({ maxItems: max });

/** A list that is not empty. */
export const nonEmptyListOf = <Item extends z.ZodType>(item: Item, max: number, ifEmpty: { error: string }) =>
  listOf(item, max)
    .refine((items) => items.length > 0, onlyForLists(ifEmpty))
    .meta({ minItems: 1 });
