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
import { type Changes, type ChangesRequest, type CopyScope, readChanges } from './read-changes.ts';

export type { Changes, ChangesRequest };

/** With what is to be embedded in the answer. */
export const listBookingChanges = (
  scope: CopyScope,
  embed: readonly BookingEmbed[],
  request: ChangesRequest,
): Promise<Changes<EmbeddingBooking>> =>
  readChanges(
    scope,
    {
      things: COPIED_BOOKINGS,
      read: async (tx, teamId, ids) =>
        (await addEmbedded(tx, teamId, await listBookingsByIds(tx, teamId, ids), embed)).map((found) => ({
          id: found.booking.id,
          ...found,
        })),
    },
    request,
  );

export const listGuestChanges = (scope: CopyScope, request: ChangesRequest): Promise<Changes<GuestRow>> =>
  readChanges(scope, { things: COPIED_GUESTS, read: listGuestsByIds }, request);

export const listListingChanges = (scope: CopyScope, request: ChangesRequest): Promise<Changes<Listing>> =>
  readChanges(scope, { things: COPIED_LISTINGS, read: listListingsByIds }, request);

export const listUnitChanges = (scope: CopyScope, request: ChangesRequest): Promise<Changes<UnitRecord>> =>
  readChanges(scope, { things: COPIED_UNITS, read: listUnitsByIds }, request);

export const listBlockChanges = (scope: CopyScope, request: ChangesRequest): Promise<Changes<BlockRow>> =>
  readChanges(scope, { things: COPIED_BLOCKS, read: listBlocksByIds }, request);
