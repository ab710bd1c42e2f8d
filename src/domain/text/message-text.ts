/** Messages of which some parts are data, so that the API and a page can each word them in their own way. */

/** A part of an error message that is data and not text, such as a limit. */
type MessagePart =
  /** The name of another field, which an error message mentions and a page replaces by the field's label. */
  | { kind: 'field'; name: string }
  /**
   * A number in an error message, such as a limit. If the field is an amount of money, the number is written as
   * an amount too.
   */
  | { kind: 'number'; value: number }
  /** The kind of value that a field requires: a whole number, without decimals. */
  | { kind: 'integer' }
  /**
   * Another season of the listing that an error message mentions: by name on a page, and by its position in the
   * sent list in the API.
   */
  | { kind: 'season'; name: string; inList: string };

/** The text of an error message: a sentence, or the end of one that begins with the field's name. */
export type MessageText = string | readonly (string | MessagePart)[];

/** How the API or a page writes the data in a message. */
export type WordPart = (part: MessagePart) => string;

/** The text of an error message, worded for the API unless a page passes its own wording. */
export const wordMessageText = (text: MessageText, wordPart: WordPart = wordPartForApi): string =>
  typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : wordPart(part))).join('');

/** An error message's text, with a full stop added if it has none. */
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

/** The end of the error message about a date that must not be before another date. */
export const notBefore = (first: string): MessageText => ['must not be before ', namedField(first)];
