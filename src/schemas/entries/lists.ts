/**
 * Schemas for lists of limited length. The length of a list is checked before any item is read, because a
 * body has room for millions of items, and the errors of all of them would fill the memory.
 */
import { z } from 'zod';
import { type MessageText, wordMessageText } from '../../domain/message-text.ts';

/** The options of a zod schema whose errors have a fixed message. */
export const mustBe = (predicate: string) => ({ error: `must be ${predicate}` });

/**
 * An issue whose message is the end of a sentence, with its data, so that a page can word it in its own way.
 */
export const buildIssue = (predicate: MessageText) => ({
  code: 'custom' as const,
  message: wordMessageText(predicate),
  params: { predicate },
});

/**
 * The options of a check of a list's length, which runs even if items are wrong. zod's own checks compare the
 * `length` of anything that has one, and throw if that is no number, so they are for values that are
 * certainly lists.
 */
export const onlyForLists = (options: { error: string }) => ({
  ...options,
  when: ({ value }: { value: unknown }) => Array.isArray(value),
});

export const listOf = <Item extends z.ZodType>(
  item: Item,
  max: number,
  /**
   * A further check of a list as it was sent, which returns what the list must be, or null if the list is
   * valid.
   */
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
    // Fields are checked before they are transformed, because zod counts a field as optional if it is
    // transformed before its type is checked.
    .nonoptional()
    .meta({ maxItems: max });

/** The schema of a list that must not be empty. */
export const nonEmptyListOf = <Item extends z.ZodType>(item: Item, max: number, ifEmpty: { error: string }) =>
  listOf(item, max)
    .refine((items) => items.length > 0, onlyForLists(ifEmpty))
    .meta({ minItems: 1 });
