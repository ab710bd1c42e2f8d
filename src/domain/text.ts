/**
 * What is wrong with a text, as the end of a sentence; null where nothing is. Lengths are in characters as a reader
 * counts them, and no text holds what PostgreSQL refuses or silently replaces (contract, section 3).
 */
export function problemOfText(text: string, { min = 0, max }: { min?: number; max: number }): string | null {
  if (text.includes('\0') || !text.isWellFormed())
    return 'must not hold a NUL character or a lone surrogate.';
  // Counting characters costs, and no text has more of them than UTF-16 units.
  const length = text.length <= max && min <= 1 ? text.length : [...text].length;
  if (length < min) return min === 1 ? 'is required.' : `must have at least ${min} characters.`;
  return length > max ? `must not have more than ${max} characters.` : null;
}
