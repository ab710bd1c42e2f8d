/** The options of a schema with its message. */
export const mustBe = (predicate: string) => ({ error: `must be ${predicate}` });

/**
 * The options of a check of a list's length, which is made although items are wrong. zod's own checks compare the
 * `length` of anything that has one, and throw if that is no number, so they are for values that are certainly lists.
 */
export const onlyForLists = (options: { error: string }) => ({
  ...options,
  when: ({ value }: { value: unknown }) => Array.isArray(value),
});
