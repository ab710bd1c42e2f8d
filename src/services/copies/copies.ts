import { type BlockRow, listBlocksByIds } from '../../db/queries/bookings/blocks.ts';
import { listBookingsByIds } from '../../db/queries/bookings/list.ts';
import {
  COPIED_BLOCKS,
  COPIED_BOOKINGS,
  COPIED_GUESTS,
  COPIED_LISTINGS,
  COPIED_UNITS,
} from '../../db/queries/copies/changes.ts';
import { type GuestRow, listGuestsByIds } from '../../db/queries/guests/guests.ts';
import { type Listing, listListingsByIds } from '../../db/queries/listings/listings.ts';
import { listUnitsByIds } from '../../db/queries/listings/unit-list.ts';
import type { UnitRecord } from '../../db/queries/listings/writes.ts';
import type { BookingEmbed } from '../../domain/vocabulary.ts';
import { addEmbedded, type EmbeddingBooking } from '../bookings/read.ts';
import type { FeedScope } from '../team/feed.ts';
import { type Changes, type ChangesRequest, readChanges } from './read-changes.ts';

export type { Changes, ChangesRequest };

/** With what is to be embedded in the answer. */
export const listBookingChanges = (
  scope: FeedScope,
  embed: readonly BookingEmbed[],
  request: ChangesRequest,
): Promise<Changes<EmbeddingBooking>> =>
  readChanges(
    scope,
    {
      kind: 'bookings',
      things: COPIED_BOOKINGS,
      read: async (tx, teamId, ids) =>
        (await addEmbedded(tx, teamId, await listBookingsByIds(tx, teamId, ids), embed)).map((found) => ({
          id: found.booking.id,
          ...found,
        })),
    },
    request,
  );

export const listGuestChanges = (scope: FeedScope, request: ChangesRequest): Promise<Changes<GuestRow>> =>
  readChanges(scope, { kind: 'guests', things: COPIED_GUESTS, read: listGuestsByIds }, request);

export const listListingChanges = (scope: FeedScope, request: ChangesRequest): Promise<Changes<Listing>> =>
  readChanges(scope, { kind: 'listings', things: COPIED_LISTINGS, read: listListingsByIds }, request);

export const listUnitChanges = (scope: FeedScope, request: ChangesRequest): Promise<Changes<UnitRecord>> =>
  readChanges(scope, { kind: 'units', things: COPIED_UNITS, read: listUnitsByIds }, request);

export const listBlockChanges = (scope: FeedScope, request: ChangesRequest): Promise<Changes<BlockRow>> =>
  readChanges(scope, { kind: 'blocks', things: COPIED_BLOCKS, read: listBlocksByIds }, request);
