import { findBookingByCode } from '../../db/queries/bookings/bookings.ts';
import { countWaitingSiteBookings } from '../../db/queries/bookings/site-bookings.ts';
import { findOfferedSiteListing } from '../../db/queries/offers/offers.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import type { Stay } from '../../domain/dates.ts';
import { MAX_WAITING_OF_ADDRESS, MAX_WAITING_OF_GUEST, MAX_WAITING_OF_SITE } from '../../domain/limits.ts';
import { isDnsLabel } from '../../domain/slug.ts';
import { foldCase } from '../../domain/text.ts';
import type { SiteBookings } from '../../domain/vocabulary.ts';
import { nightsTaken } from '../constraint-refusals.ts';
import type { Keyring } from '../keyring.ts';
import { done, type FieldMessages, invalid, type Outcome, refused } from '../outcome.ts';
import {
  type Idempotency,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  write,
} from '../write.ts';
import { withdrawBooking } from './cancel.ts';
import { create } from './create.ts';
import { ipHashesOf } from './ip-hash.ts';
import { asBooking, type Booking } from './read.ts';
import { isSiteKey, siteKeyOf, withoutSiteKey } from './site-key.ts';

/** A booking and the key with which its guest finds it again. */
export type KeyedBooking = { booking: Booking; key: string };

/** The settings of a team that decide what a visitor's wish becomes. */
export type SiteTerms = { siteBookings: SiteBookings; siteHoldMinutes: number; siteMaxNights: number };

export type NewSiteBooking = {
  slug: string;
  stay: Stay;
  numberOfGuests: number;
  guest: { name: string; email: string; phone: string | null };
  couponCode: string | null;
  specialRequests: string | null;
  expectedTotalCents: number;
  /** The visitor's IPv4 address or IPv6 network. */
  address: string;
};

type Dependencies = WriteDependencies & { keyring: Keyring };

/** Bookings that visitors make on a team's booking site. */
export function createSiteBookings(dependencies: Dependencies) {
  const { db, keyring } = dependencies;
  const findWithKey = async (teamId: number, code: string, key: string): Promise<Booking | null> => {
    const found = await findBookingByCode(db, teamId, code);
    return isSiteKey(keyring, found?.booking.id ?? null, key) ? found && asBooking(found, []) : null;
  };
  return {
    /**
     * Makes a booking by the rules of `createBooking`: a hold if the site takes requests, else a confirmed one. Too many
     * waiting requests refuse it.
     */
    createSiteBooking(
      call: WriteCall<KeyedBooking>,
      terms: SiteTerms,
      input: NewSiteBooking,
    ): Promise<WriteResult<KeyedBooking>> {
      const work = async (context: WriteContext): Promise<Outcome<KeyedBooking>> => {
        // One after the other, in any process, so that the limits hold exactly.
        if (terms.siteBookings === 'request') await lockTeam(context.tx, context.writer.teamId);
        const booking = await createOnSite(context, keyring, terms, input);
        if (!booking.ok) return booking;
        return done({ booking: booking.value, key: siteKeyOf(keyring, booking.value.booking.id) });
      };
      return write(dependencies, keepingKeySecret(keyring, call), work, nightsTaken);
    },

    /** The booking with this code, if the key is its key. Both are checked in the same time as anything else. */
    findSiteBooking: findWithKey,

    /** Pending → cancelled, by the guest. Null if the key is not the key of a booking with that code. */
    async withdrawSiteBooking(
      call: WriteCall<Booking>,
      code: string,
      key: string,
    ): Promise<WriteResult<Booking>> {
      const found = await findWithKey(call.writer.teamId, code, key);
      if (!found) return { kind: 'refused', refusal: { reason: 'not_found' } };
      return withdrawBooking(dependencies, call, found.booking.id);
    },
  };
}

const NO_LISTING: FieldMessages = { listing: ['The booking site has no listing with this slug.'] };

async function createOnSite(
  context: WriteContext,
  keyring: Keyring,
  { siteBookings, siteHoldMinutes, siteMaxNights }: SiteTerms,
  { slug, address, ...input }: NewSiteBooking,
): Promise<Outcome<Booking>> {
  const { tx, writer, now } = context;
  const listingId = await findShownListingId(tx, writer.teamId, slug);
  if (listingId === null) return invalid(NO_LISTING);
  const waits = siteBookings === 'request';
  const ipHashes = ipHashesOf(keyring, writer.teamId, address);
  if (waits) {
    const emailKey = foldCase(input.guest.email);
    const waiting = await countWaitingSiteBookings(tx, writer.teamId, { emailKey, ipHashes, now });
    const isBeyond =
      waiting.ofTeam >= MAX_WAITING_OF_SITE ||
      waiting.ofGuest >= MAX_WAITING_OF_GUEST ||
      waiting.ofAddress >= MAX_WAITING_OF_ADDRESS;
    if (isBeyond) return refused({ reason: 'too_many_waiting' });
  }
  const created = await create(context, {
    ...input,
    listingId,
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
  // The listing may have been deleted since it was found.
  const isGone =
    !created.ok && created.refusal.reason === 'invalid' && 'listing_id' in created.refusal.errors;
  return isGone ? invalid(NO_LISTING) : created;
}

async function findShownListingId(
  db: Parameters<typeof findOfferedSiteListing>[0],
  teamId: number,
  slug: string,
): Promise<string | null> {
  const listing = isDnsLabel(slug) ? await findOfferedSiteListing(db, teamId, slug) : null;
  return listing?.id ?? null;
}

/** The call with an answer that is stored without the booking's key. */
function keepingKeySecret(keyring: Keyring, call: WriteCall<KeyedBooking>): WriteCall<KeyedBooking> {
  const { idempotency } = call;
  if (idempotency === null) return call;
  let bookingId = '';
  const render: Idempotency<KeyedBooking>['render'] = (value) => {
    bookingId = value.booking.booking.id;
    return idempotency.render(value);
  };
  return { ...call, idempotency: { ...idempotency, render, ...withoutSiteKey(keyring, () => bookingId) } };
}
