import type { ReasonSentence } from '../domain/availability/reason-words.ts';
import { type MessageText, type WordPart, wordMessageText } from '../domain/text/message-text.ts';
import type { ErrorCode } from '../domain/vocabulary.ts';

/**
 * The error code (docs/rules.md, 3.4). `existing` is the thing that has the value, or null if it has no id or
 * is not known.
 */
export type Fault = { code: Exclude<ErrorCode, 'taken'> } | { code: 'taken'; existing: string | null };
/**
 * A sentence, or the end of one that begins with the field's name: the API names it as in a body, and a page
 * by its label.
 */
export type FieldMessage = Fault &
  ({ sentence: MessageText } | { predicate: MessageText }) & {
    /** What says the same in another language. */
    reason?: { sentence: ReasonSentence };
  };
/** Nested fields are named like `guest.email`. */
export type FieldMessages = Record<string, FieldMessage[]>;

export const hasMessages = (messages: FieldMessages): boolean => Object.keys(messages).length > 0;

export function mergeMessages(...all: readonly FieldMessages[]): FieldMessages {
  const byField = Map.groupBy(all.flatMap(Object.entries<FieldMessage[]>), ([field]) => field);
  return Object.fromEntries(
    [...byField].map(([field, entries]) => [field, entries.flatMap(([, messages]) => messages)]),
  );
}

/** Whole sentences, as the API answers them. */
export const wordFieldMessages = (messages: FieldMessages): Record<string, string[]> =>
  mapFields(messages, (message, field) => wordFieldMessage(field, message));

/** In the order of the messages. */
export const listErrorCodes = (messages: FieldMessages): Record<string, ErrorCode[]> =>
  mapFields(messages, ({ code }) => code);

/** The things whose values are taken, by field. */
export const listExistingIds = (messages: FieldMessages): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([field, all]) =>
      all.flatMap((message) =>
        message.code === 'taken' && message.existing !== null ? [[field, message.existing]] : [],
      ),
    ),
  );

const mapFields = <Value>(
  messages: FieldMessages,
  toValue: (message: FieldMessage, field: string) => Value,
): Record<string, Value[]> =>
  Object.fromEntries(
    Object.entries(messages).map(([field, all]) => [field, all.map((one) => toValue(one, field))]),
  );

/** Worded for the API unless a page passes its own wording. */
export const wordFieldMessage = (field: string, message: FieldMessage, wordPart?: WordPart): string =>
  'predicate' in message
    ? `The ${field.replaceAll(/[._]/g, ' ')} field ${wordMessageText(message.predicate, wordPart)}`
    : wordMessageText(message.sentence, wordPart);
