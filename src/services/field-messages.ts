import { type MessageText, type WordPart, wordMessageText } from '../domain/text/message-text.ts';
import type { ErrorCode } from '../domain/vocabulary.ts';

/**
 * The error code of a message (docs/rules.md, 3.4). If a value is taken, `existing` is the id of the thing that has
 * it, or null if that thing has no id or is not known.
 */
export type Fault = { code: Exclude<ErrorCode, 'taken'> } | { code: 'taken'; existing: string | null };
/**
 * The error message about a field: a sentence, or the end of one that begins with the field's name. In error
 * messages, the API names a field as in a request's body, and a page names it by its label.
 */
export type FieldMessage = Fault & ({ sentence: MessageText } | { predicate: MessageText });
/** Error messages by field, where nested fields are named like `guest.email`. */
export type FieldMessages = Record<string, FieldMessage[]>;

export const hasMessages = (messages: FieldMessages): boolean => Object.keys(messages).length > 0;

export function mergeMessages(...all: readonly FieldMessages[]): FieldMessages {
  const byField = Map.groupBy(all.flatMap(Object.entries<FieldMessage[]>), ([field]) => field);
  return Object.fromEntries(
    [...byField].map(([field, entries]) => [field, entries.flatMap(([, messages]) => messages)]),
  );
}

/** Error messages by field, as the whole sentences that the API answers. */
export const wordFieldMessages = (messages: FieldMessages): Record<string, string[]> =>
  mapFields(messages, (message, field) => wordFieldMessage(field, message));

/** The error codes by field, in the order of the messages. */
export const listErrorCodes = (messages: FieldMessages): Record<string, ErrorCode[]> =>
  mapFields(messages, ({ code }) => code);

/** The ids of the things that have values which are taken, by field. */
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

/** The sentence of an error message, as a page words it or, by default, the API. */
export const wordFieldMessage = (field: string, message: FieldMessage, wordPart?: WordPart): string =>
  'predicate' in message
    ? `The ${field.replaceAll(/[._]/g, ' ')} field ${wordMessageText(message.predicate, wordPart)}`
    : wordMessageText(message.sentence, wordPart);
