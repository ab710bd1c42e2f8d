import { chooseLanguage } from '../../domain/languages/choose.ts';
import type { LanguageCode } from '../../domain/languages/languages.ts';
import type { TeamScope } from '../team-scope.ts';
import { computeSiteKey } from './site-key.ts';

export type GuestPageTeam = { slug: string; languages: readonly LanguageCode[] };

/**
 * It has the booking's key only while a message is sent, and then opens the page at once. A language is named
 * only if the team offers several.
 */
export function buildGuestPageUrl(
  publicUrl: string | null,
  { slug, languages }: GuestPageTeam,
  { confirmationCode, language }: { confirmationCode: string; language: LanguageCode | null },
  key: string | null = null,
): string | null {
  if (publicUrl === null) return null;
  const booking = `booking=${encodeURIComponent(confirmationCode)}`;
  const query = languages.length > 1 ? `${booking}&language=${chooseLanguage(languages, language)}` : booking;
  const address = `${publicUrl}/site/${slug}?${query}`;
  return key === null ? address : `${address}#key=${key}`;
}

type GuestBooking = { id: string; confirmationCode: string; language: LanguageCode | null };

/** With the key. Also for a member who passes it on. */
export const buildGuestLink = (
  { keyring }: Pick<TeamScope, 'keyring'>,
  { baseUrl, team, booking }: { baseUrl: string; team: GuestPageTeam; booking: GuestBooking },
): string | null => buildGuestPageUrl(baseUrl, team, booking, computeSiteKey(keyring, booking.id));
