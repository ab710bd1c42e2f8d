/** Messages by field. Nested fields are named like `guest.email`. */
export type FieldMessages = Record<string, string[]>;

export const hasMessages = (messages: FieldMessages): boolean => Object.keys(messages).length > 0;

export function mergeMessages(...all: readonly FieldMessages[]): FieldMessages {
  const byField = Map.groupBy(all.flatMap(Object.entries<string[]>), ([field]) => field);
  return Object.fromEntries(
    [...byField].map(([field, entries]) => [field, entries.flatMap(([, messages]) => messages)]),
  );
}
