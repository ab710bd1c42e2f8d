/**
 * Schemas of lists with a maximum length. A list's length is checked before its items, because a body has
 * room for millions of wrong items, whose error messages would fill the memory.
 */
import { z } from 'zod';
import { type MessageText, wordMessageText } from '../../domain/text/message-text.ts';
import type { ErrorCode } from '../../domain/vocabulary.ts';

/** Options of a zod schema whose error message is "must be" and a given text. */
export const mustBe = (predicate: string) => ({ error: `must be ${predicate}` });

/**
 * Options of a check of ours, with the error code of what it refuses (docs/rules.md, 3.4). A check without a code is
 * about the form of its value, which is then `invalid`.
 */
export const refuseAs = (code: ErrorCode, error: string) => ({ error, params: { code } });

/**
 * Builds a zod issue whose message continues the field's name. The zod issue keeps the numbers in its
 * message, so that a web page can word the message differently.
 */
export const buildIssue = (code: ErrorCode, predicate: MessageText) => ({
  code: 'custom' as const,
  message: wordMessageText(predicate),
  params: { code, predicate },
});

/**
 * Zod options for a check of a list's length that also runs if items are wrong, but not on other values, on
 * which zod's own length check may throw.
 */
const onlyForLists = (options: ReturnType<typeof refuseAs>) => ({
  ...options,
  when: ({ value }: { value: unknown }) => Array.isArray(value),
});

/**
 * Builds a zod issue whose message is clear without the refused value, so that the report of a team file does not add
 * it.
 */
export const buildClearIssue = (code: ErrorCode, predicate: MessageText) => ({
  ...buildIssue(code, predicate),
  params: { code, predicate, isClear: true },
});

export const listOf = <Item extends z.ZodType>(
  item: Item,
  max: number,
  /**
   * An additional check of the list's length, which runs before its items are read. The function returns what the
   * list must be, or null if the list is not too long.
   */
  findProblem: (sent: readonly unknown[]) => string | null = () => null,
) =>
  z
    .preprocess(
      (sent, { issues }) => {
        if (!Array.isArray(sent)) return sent;
        const problem = sent.length > max ? `a list of at most ${max}` : findProblem(sent);
        if (problem !== null) issues.push({ ...buildIssue('too_long', mustBe(problem).error), input: sent });
        return sent;
      },
      z.array(item, mustBe('a list')),
    )
    // The field is marked as required again, because zod counts a field as optional if it is transformed
    // before its type is checked.
    .nonoptional()
    .meta({ maxItems: max });

/** The schema of a list that must not be empty. */
export const nonEmptyListOf = <Item extends z.ZodType>(item: Item, max: number, ifEmpty: { error: string }) =>
  listOf(item, max)
    .refine((items) => items.length > 0, onlyForLists(refuseAs('too_short', ifEmpty.error)))
    .meta({ minItems: 1 });

/**
 * A list in which no item has the value of an item before it in one field. Items whose field `value` does not accept are
 * skipped, because they are refused anyway.
 */
export const distinctListOf = <Item extends z.ZodType>(
  item: Item,
  max: number,
  { field, value, error }: { field: string; value: z.ZodType; error: string },
) =>
  listOf(item, max).superRefine(
    (items, context) => {
      const found = new Set<unknown>();
      for (const [index, one] of items.entries()) {
        const sent = value.safeParse((one as Record<string, unknown> | null)?.[field]).data;
        if (sent !== undefined && found.has(sent))
          context.addIssue({ ...buildIssue('contradicts', error), path: [index, field], input: sent });
        found.add(sent);
      }
    },
    { when: (payload) => Array.isArray(payload.value) && payload.value.length <= max },
  );
