/**
 * A list's length is checked before its items, because a body has room for millions of wrong items, whose
 * error messages would fill the memory.
 */
import { z } from 'zod';
import { type MessageText, wordMessageText } from '../../domain/text/message-text.ts';
import type { ErrorCode } from '../../domain/vocabulary.ts';

/** The error message is "must be" and `predicate`. */
export const mustBe = (predicate: string) => ({ error: `must be ${predicate}` });

/**
 * The error code of a check of ours (docs/rules.md, 3.4). Without it, the check is about the form of its
 * value: `invalid`.
 */
export const refuseAs = (code: ErrorCode, error: string) => ({ error, params: { code } });

/** The message continues the field's name. Its numbers are kept, so that a page can word it differently. */
export const buildIssue = (code: ErrorCode, predicate: MessageText) => ({
  code: 'custom' as const,
  message: wordMessageText(predicate),
  params: { code, predicate },
});

/**
 * Also runs if items are wrong, but not on values that are no lists, on which zod's own length check may
 * throw.
 */
const onlyForLists = (options: ReturnType<typeof refuseAs>) => ({
  ...options,
  when: ({ value }: { value: unknown }) => Array.isArray(value),
});

/** The report of a team file does not add the refused value to the message. */
export const buildClearIssue = (code: ErrorCode, predicate: MessageText) => ({
  ...buildIssue(code, predicate),
  params: { code, predicate, isClear: true },
});

export const listOf = <Item extends z.ZodType>(
  item: Item,
  max: number,
  /** Runs before the items are read. Returns what the list must be, or null if it is not too long. */
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
    // Zod counts a field as optional if it is transformed before its type is checked.
    .nonoptional()
    .meta({ maxItems: max });

export const nonEmptyListOf = <Item extends z.ZodType>(item: Item, max: number, ifEmpty: { error: string }) =>
  refuseEmpty(listOf(item, max), ifEmpty);

export const refuseEmpty = <List extends z.ZodType<readonly unknown[]>>(
  list: List,
  ifEmpty: { error: string },
) =>
  list
    .refine((items) => items.length > 0, onlyForLists(refuseAs('too_short', ifEmpty.error)))
    .meta({ minItems: 1 });

/**
 * Each value of `field` once, or each item if there is none. Those that `value` does not accept are skipped,
 * because they are refused anyway.
 */
export const distinctListOf = <Item extends z.ZodType>(
  item: Item,
  max: number,
  { field, value, error }: { field?: string; value: z.ZodType; error: string },
) =>
  listOf(item, max).superRefine(
    (items, context) => {
      const found = new Set<unknown>();
      for (const [index, one] of items.entries()) {
        const compared = field === undefined ? one : (one as Record<string, unknown> | null)?.[field];
        const sent = value.safeParse(compared).data;
        const path = field === undefined ? [index] : [index, field];
        if (sent !== undefined && found.has(sent))
          context.addIssue({ ...buildIssue('contradicts', error), path, input: sent });
        found.add(sent);
      }
    },
    { when: (payload) => Array.isArray(payload.value) && payload.value.length <= max },
  );
