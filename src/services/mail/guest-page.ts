/**
 * The address of the guest's own page of a booking. With the booking's key it opens the booking. The key is put in only
 * while a message is sent.
 */
export function buildGuestPageUrl(
  publicUrl: string | null,
  teamSlug: string,
  { confirmationCode }: { confirmationCode: string },
  key: string | null = null,
): string | null {
  if (publicUrl === null) return null;
  const address = `${publicUrl}/site/${teamSlug}?booking=${encodeURIComponent(confirmationCode)}`;
  return key === null ? address : `${address}#key=${key}`;
}
