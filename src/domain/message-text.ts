/** Messages of which some parts are data, so that the API and a page can each word them in their own way. */

/** What a message names beside its words. */
export type MessagePart =
  /** Another field beside the one that the message is about. */
  | { kind: 'field'; name: string }
  /** A bound, or another number. In a field for an amount, it is an amount as well. */
  | { kind: 'number'; value: number }
  /** The form of a number without decimals. */
  | { kind: 'integer' }
  /** Another season of the listing, and how a caller finds it, who sees no more than the list that was sent. */
  | { kind: 'season'; name: string; inList: string };

/** A sentence, or the end of one. */
export type MessageText = string | readonly (string | MessagePart)[];

/** How somebody words the data in a message. */
export type WordPart = (part: MessagePart) => string;

/** The text in somebody's words. By default they are the API's. */
export const wordMessageText = (text: MessageText, wordPart: WordPart = wordPartForApi): string =>
  typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : wordPart(part))).join('');

/** The text with a full stop at its end, if it has none. */
export const endWithStop = (text: MessageText): MessageText =>
  typeof text === 'string' ? text.replace(/\.?$/, '.') : [...text, '.'];

function wordPartForApi(part: MessagePart): string {
  switch (part.kind) {
    case 'field':
      return part.name;
    case 'number':
      return String(part.value);
    case 'integer':
      return 'an integer';
    case 'season':
      return part.inList;
  }
}

export const namedField = (name: string): MessagePart => ({ kind: 'field', name });
export const namedNumber = (value: number): MessagePart => ({ kind: 'number', value });
export const INTEGER: MessagePart = { kind: 'integer' };

/** The end of the sentence about the second of two dates. */
export const notBefore = (first: string): MessageText => ['must not be before ', namedField(first)];
