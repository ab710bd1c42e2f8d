/** Some parts of a message are data, so that the API and a page can each word them in their own way. */

type MessagePart =
  /** A page writes the field's label. */
  | { kind: 'field'; name: string }
  /** Such as a limit. Written as an amount if the field is one. */
  | { kind: 'number'; value: number }
  /** The field requires a whole number. */
  | { kind: 'integer' }
  /** A page writes the name, the API the position in the sent list. */
  | { kind: 'season'; name: string; inList: string };

/** A sentence, or the end of one that begins with the field's name. */
export type MessageText = string | readonly (string | MessagePart)[];

export type WordPart = (part: MessagePart) => string;

/** For the API, unless a page passes its own wording. */
export const wordMessageText = (text: MessageText, wordPart: WordPart = wordPartForApi): string =>
  typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : wordPart(part))).join('');

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

/** The end of the message about a date. */
export const notBefore = (first: string): MessageText => ['must not be before ', namedField(first)];
