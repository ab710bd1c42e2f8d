import { type MessageText, type WordPart, wordMessageText } from '../domain/text/message-text.ts';

/**
 * The error message about a field: a sentence, or the end of one that begins with the field's name. In error
 * messages, the API names a field as in a request's body, and a page names it by its label.
 */
export type FieldMessage = MessageText | { predicate: MessageText };
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
  Object.fromEntries(
    Object.entries(messages).map(([field, all]) => [field, all.map((one) => wordFieldMessage(field, one))]),
  );

/** The sentence of an error message, as a page words it or, by default, the API. */
export const wordFieldMessage = (field: string, message: FieldMessage, wordPart?: WordPart): string =>
  isPredicate(message)
    ? `The ${field.replaceAll(/[._]/g, ' ')} field ${wordMessageText(message.predicate, wordPart)}`
    : wordMessageText(message, wordPart);

export const isPredicate = (message: FieldMessage): message is { predicate: MessageText } =>
  typeof message === 'object' && 'predicate' in message;
