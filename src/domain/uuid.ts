/**
 * An id as it is stored, in lower case. Null if the text is not a UUID (contract, section 2: any UUID, in either case).
 */
export function asUuid(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}
