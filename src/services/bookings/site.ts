import type { Executor } from '../../db/client.ts';
import { type BookingRow, findBookingByCode } from '../../db/queries/bookings/bookings.ts';
import { findConfirmationCodes } from '../../db/queries/bookings/confirmation-codes.ts';
import { loadFolio } from '../../db/queries/bookings/folio.ts';
import { listSiteBookingTimes, noteSiteBooking } from '../../db/queries/bookings/site-booking-counts.ts';
import { countPendingSiteBookings } from '../../db/queries/bookings/site-bookings.ts';
import { findSiteListingWithTerms } from '../../db/queries/offers/offers.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import type { Stay } from '../../domain/dates/dates.ts';
import type { LanguageCode } from '../../domain/languages/languages.ts';
import {
  MAX_SITE_BOOKINGS_OF_ADDRESS_A_DAY,
  MAX_SITE_REQUESTS_OF_ADDRESS,
  MAX_SITE_REQUESTS_OF_GUEST,
  MAX_SITE_REQUESTS_OF_TEAM,
} from '../../domain/limits.ts';
import type { PartyRequest } from '../../domain/party.ts';
import type { ChosenExtra } from '../../domain/pricing/extras.ts';
import { isDnsLabel } from '../../domain/text/slug.ts';
import { foldCase } from '../../domain/text/text.ts';
import type { SiteBookingMode } from '../../domain/vocabulary.ts';
import { truncateToSecond } from '../clock.ts';
import { Invalid, NotFound, TooManyRequests } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import type { Keyring } from '../keys/keyring.ts';
import { findPartyMessagesOfBody } from '../party.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import { NIGHTS_TAKEN_MESSAGES } from '../writing/constraint-messages.ts';
import { cancelBookingAsGuest, type GuestCancellation, previewCancellationAsGuest } from './cancel.ts';
import { createBookingInWrite } from './create.ts';
import { type GuestBooking, loadGuestTerms, toGuestBooking } from './guest-booking.ts';
import { reportBookingOutcome } from './outcomes.ts';
import { type Booking, computeFolio, toBooking } from './read.ts';
import {
  type BookingWithKey,
  computeSiteKey,
  createSiteKeyCodec,
  isSiteKey,
  NO_BOOKING,
} from './site-key.ts';

type SiteSettings = { siteBookings: SiteBookingMode; siteHoldMinutes: number; siteMaxNights: number };

export type NewSiteBooking = {
  slug: string;
  stay: Stay;
  party: PartyRequest;
  extras: readonly ChosenExtra[];
  guest: { name: string; email: string; phone: string | null };
  couponCode: string | null;
  specialRequests: string | null;
  expectedTotalCents: number;
  /** Of the request. A guest who is new gets it, too. */
  language: LanguageCode;
  /** The visitor's IPv4 address or IPv6 network, by which bookings are limited. */
  address: string;
};

export type SiteBookingKey = { code: string; key: string };

export type SiteCancellation = { currency: string; feeCents: number; refundDueCents: number };

/**
 * By the rules of `createBooking`: a hold if the site takes requests, else a confirmed booking. Refused if too
 * many requests wait for an answer. The stored answer has no key.
 */
export function createSiteBooking(
  scope: TeamScope,
  terms: SiteSettings,
  input: NewSiteBooking,
  options: WriteOptions<BookingWithKey> = {},
): Promise<BookingWithKey> {
  const { keyring } = scope;
  const idempotency = options.idempotency ? { ...options.idempotency, ...createSiteKeyCodec(keyring) } : null;
  const work = async (scope: WriteScope) => {
    const created = await createOnSite(scope, keyring, terms, input);
    return { booking: created, key: computeSiteKey(keyring, created.booking.id) };
  };
  return reportBookingOutcome(
    scope,
    'created',
    write(scope, { ...options, idempotency }, work, NIGHTS_TAKEN_MESSAGES),
    options,
  );
}

/** In whichever case and form somebody typed it. */
export async function findBookingByTypedCode(
  db: Executor,
  teamId: number,
  typed: string,
): Promise<BookingRow | null> {
  const [code = typed] = await findConfirmationCodes(db, teamId, typed);
  return findBookingByCode(db, teamId, code);
}

/** A wrong code or key takes the same time as a right one. */
export async function findSiteBooking(
  { db, clock, keyring, teamId }: TeamScope,
  code: string,
  key: string,
): Promise<GuestBooking | null> {
  const found = await findBookingByTypedCode(db, teamId, code);
  const folio = await loadFolio(db, teamId, found?.booking.id ?? NO_BOOKING);
  const reading = { db, teamId, now: clock() };
  const terms = await loadGuestTerms(reading, found?.booking ?? { id: NO_BOOKING, listingId: NO_BOOKING });
  if (!isSiteKey(keyring, found?.booking.id ?? NO_BOOKING, key) || !found) return null;
  return toGuestBooking({ booking: toBooking(found, []), folio: computeFolio(found.booking, folio) }, terms);
}

/** Refused unless the code and the key belong to one booking. */
export async function cancelSiteBooking(
  scope: TeamScope,
  { code, key, ...cancellation }: GuestCancellation & SiteBookingKey,
  options: WriteOptions<GuestBooking> = {},
): Promise<GuestBooking> {
  return cancelBookingAsGuest(scope, await findSiteBookingId(scope, { code, key }), cancellation, options);
}

/** Amounts are in cents. Refused for the same reasons as the cancellation. */
export async function previewSiteCancellation(
  scope: TeamScope,
  { code, key, mode }: Pick<GuestCancellation, 'mode'> & SiteBookingKey,
): Promise<SiteCancellation> {
  const { folio } = await previewCancellationAsGuest(
    scope,
    await findSiteBookingId(scope, { code, key }),
    mode,
  );
  return {
    currency: folio.currency,
    feeCents: folio.cancellationFeeCents ?? 0,
    refundDueCents: folio.refundDueCents,
  };
}

async function findSiteBookingId(scope: TeamScope, { code, key }: SiteBookingKey): Promise<string> {
  const found = await findSiteBooking(scope, code, key);
  if (!found) throw new NotFound();
  return found.booking.booking.id;
}

const TOO_MANY_WAITING = 'Too many requests wait for an answer already. Please try again later.';
const TOO_MANY_OF_ADDRESS =
  'Too many bookings were made from this internet address in one day. Please try again later.';
/** Nobody knows when the team answers the requests that wait. */
const RETRY_AFTER_SECONDS = 60;
const NO_LISTING: FieldMessages = {
  listing: [{ code: 'unknown', sentence: 'The booking site has no listing with this slug.' }],
};

/**
 * One for every `APP_KEY`, beginning with the current one, and another for every team. The address itself is
 * not stored, so once an `APP_KEY` is removed, its hashes match nothing any more.
 */
const computeIpHashes = (keyring: Keyring, teamId: number, address: string): string[] =>
  keyring.signatures('site address', `${teamId} ${address}`);

const DAY_SECONDS = 86_400;

/** After 50 within a day, the next is refused until the oldest is a day old. */
async function countSiteBooking(
  { tx, teamId, now }: WriteScope,
  [ipHash = '', ...earlierHashes]: readonly string[],
): Promise<void> {
  const noted = await noteSiteBooking(tx, teamId, ipHash, truncateToSecond(now));
  const earlier = await listSiteBookingTimes(tx, teamId, earlierHashes);
  const ages = [...earlier, ...noted].map((at) => Math.floor((now.getTime() - at.getTime()) / 1_000));
  // The ages in seconds of the bookings from the same address within a day, the newest first, the one that is
  // being made included.
  const agesOfDay = ages.filter((seconds) => seconds < DAY_SECONDS).sort((a, b) => a - b);
  const ageBeyond = agesOfDay[MAX_SITE_BOOKINGS_OF_ADDRESS_A_DAY];
  if (ageBeyond !== undefined) throw new TooManyRequests(TOO_MANY_OF_ADDRESS, DAY_SECONDS - ageBeyond);
}

async function createOnSite(
  scope: WriteScope,
  keyring: Keyring,
  { siteBookings, siteHoldMinutes, siteMaxNights }: SiteSettings,
  { slug, address, ...input }: NewSiteBooking,
): Promise<Booking> {
  const { tx, teamId, terms, now } = scope;
  const waits = siteBookings === 'request';
  // Bookings from one booking site are made one after the other, in whichever process, so that the limits on
  // their number hold exactly.
  if (waits) await lockTeam(tx, teamId);
  const listing = isDnsLabel(slug) ? await findSiteListingWithTerms(tx, teamId, slug) : null;
  if (!listing) throw new Invalid({ ...NO_LISTING, ...findPartyMessagesOfBody(input.party, terms, null) });
  const ipHashes = computeIpHashes(keyring, teamId, address);
  if (waits) {
    const emailKey = foldCase(input.guest.email);
    const waiting = await countPendingSiteBookings(tx, teamId, { emailKey, ipHashes, now });
    const isBeyond =
      waiting.ofTeam >= MAX_SITE_REQUESTS_OF_TEAM ||
      waiting.ofGuest >= MAX_SITE_REQUESTS_OF_GUEST ||
      waiting.ofAddress >= MAX_SITE_REQUESTS_OF_ADDRESS;
    if (isBeyond) throw new TooManyRequests(TOO_MANY_WAITING, RETRY_AFTER_SECONDS);
  }
  await countSiteBooking(scope, ipHashes);
  return createBookingInWrite(scope, {
    ...input,
    guest: { ...input.guest, language: input.language },
    listingId: listing.id,
    // The listing may have been deleted since the visitor's request found it.
    unknownListing: NO_LISTING,
    notes: null,
    source: 'booking_site',
    status: waits ? 'pending' : 'confirmed',
    expiresIn: waits ? siteHoldMinutes : null,
    ipHash: waits ? (ipHashes[0] ?? null) : null,
    maxNights: siteMaxNights,
    overrideRules: false,
    unitPinned: false,
    isGuestSecret: true,
  });
}
