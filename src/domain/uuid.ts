/** An id as it is stored, in lower case. Null if the text is not a UUID (any UUID, in either case). */
export function parseUuid(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}

/** The moment at which a UUIDv7 was made. For other ids it is the first moment of all, because they do not say. */
export const readTimeOfUuid = (id: string): Date =>
  new Date(id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : 0);
