/**
 * Length in characters as a reader counts them. A text of one line (a name, a title, an email, a code) holds no control
 * characters, which would move the cursor of a terminal or turn the direction of the text around it. A text of several
 * lines (notes, descriptions, reasons) may.
 */
export type TextRules = { min?: number; max: number; oneLine?: boolean };

/** C0, DEL, C1, and the characters that set the direction of text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/u;
const EACH_CONTROL = new RegExp(CONTROLS, 'gu');

/**
 * A text for a terminal: what would move its cursor, colour it or turn its direction is written as JSON would escape it.
 * Names that were stored before they were refused may hold such characters, and so may notes.
 */
export const printable = (text: string): string =>
  text.replace(EACH_CONTROL, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The end of a sentence that says what is wrong with a text, or null if it is valid (contract, section 3). No text holds
 * a NUL, which PostgreSQL refuses, or a lone surrogate, which it would silently replace.
 */
export function problemOfText(text: string, { min = 0, max, oneLine = false }: TextRules): string | null {
  if (text.includes('\0') || !text.isWellFormed())
    return 'must not hold a NUL character or a lone surrogate.';
  if (oneLine && CONTROLS.test(text)) return 'must not hold control characters.';
  // Counting characters costs, and no text has more of them than UTF-16 units.
  const length = text.length <= max && min <= 1 ? text.length : [...text].length;
  if (length < min) return min === 1 ? 'is required.' : `must have at least ${min} characters.`;
  return length > max ? `must not have more than ${max} characters.` : null;
}
