/**
 * Lists of limited length. The length is checked before any item is read, because a body has room for millions of items,
 * and what is wrong with each of them would fill the memory.
 */
import { z } from 'zod';
import { mustBe, onlyForLists } from './must.ts';

export const listOf = <Item extends z.ZodType>(
  item: Item,
  max: number,
  /** Another limit of the list as it was sent: what it must be, if it is not that. */
  findProblem: (sent: readonly unknown[]) => string | null = () => null,
) =>
  z
    .preprocess(
      (sent, { issues }) => {
        if (!Array.isArray(sent)) return sent;
        const problem = sent.length > max ? `a list of at most ${max}` : findProblem(sent);
        if (problem !== null) issues.push({ code: 'custom', message: mustBe(problem).error, input: sent });
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
