import type { TeamScope } from '../team-scope.ts';
import { computeSiteKey } from './site-key.ts';

/** It has the booking's key only while a message is sent, and then opens the page at once. */
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

type GuestBooking = { id: string; confirmationCode: string };

/** With the key. Also for a member who passes it on. */
export const buildGuestLink = (
  { keyring }: Pick<TeamScope, 'keyring'>,
  { baseUrl, slug, booking }: { baseUrl: string; slug: string; booking: GuestBooking },
): string | null => buildGuestPageUrl(baseUrl, slug, booking, computeSiteKey(keyring, booking.id));
