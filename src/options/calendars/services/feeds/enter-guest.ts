import { deleteBlock, findBlock, lockBlock } from '../../../../db/queries/bookings/blocks.ts';
import {
  deleteOccupanciesOfBlocks,
  lockUnitsOfListing,
} from '../../../../db/queries/bookings/occupancies.ts';
import { findListingRecord } from '../../../../db/queries/listings/rates.ts';
import { countDaysBetween, type StayDate, todayInZone } from '../../../../domain/dates/dates.ts';
import { MAX_STAY_NIGHTS } from '../../../../domain/limits.ts';
import type { AgreedPrice } from '../../../../domain/pricing/agreed-price.ts';
import { buildBlockEvent } from '../../../../services/blocks.ts';
import { createBookingInWrite, type NewBooking } from '../../../../services/bookings/create.ts';
import { reportBookingOutcome } from '../../../../services/bookings/outcomes.ts';
import type { Booking } from '../../../../services/bookings/read.ts';
import { ChangedMeanwhile, Invalid, NotFound } from '../../../../services/errors.ts';
import type { FieldMessages } from '../../../../services/field-messages.ts';
import { recordTeamEvent } from '../../../../services/team-events.ts';
import type { TeamScope, WriteScope } from '../../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../../services/write.ts';
import { NIGHTS_TAKEN_MESSAGES } from '../../../../services/writing/constraint-messages.ts';
import { countBookingsOfEvent } from '../../db/queries/booked-stays.ts';
import { findCalendarFeedRecord } from '../../db/queries/calendar-feeds.ts';
import { mayBecomeBooking } from '../../domain/booked-events.ts';

/** A channel's stay whose guest is entered. */
export type EnteredStay = Pick<NewBooking, 'party' | 'guest' | 'language' | 'notes' | 'agreed'>;

const buildRefusal = (sentence: string): FieldMessages => ({ block: [{ code: 'state', sentence }] });
const NOT_OF_FEED = buildRefusal('This block is not of a calendar feed, so no booking can be made of it.');
const NOT_WHOLE = buildRefusal(
  'This block does not have exactly the nights of its event from today on. Wait for the next reading, or settle the conflict first.',
);
const IS_OTHER = buildRefusal(
  'The calendar now has other dates for this event, or a booking is this event already. Change that booking.',
);
const TOO_LONG = buildRefusal(`A booking has at most ${MAX_STAY_NIGHTS} nights.`);

const FREE: AgreedPrice = {
  form: 'total',
  containedTaxes: 'none',
  accommodationTotalCents: 0,
  discountTotalCents: 0,
  feesTotalCents: 0,
  taxesTotalCents: 0,
};

/**
 * Of its dates and unit, from the feed's source, and confirmed. No rule applies to it, and it has no plan of
 * payments, no invoice and no deposit (docs/rules.md, 18.13).
 */
export const createBookingOfBlock = (
  scope: TeamScope,
  blockId: string,
  input: EnteredStay,
  options: WriteOptions<Booking> = {},
): Promise<Booking> =>
  reportBookingOutcome(
    scope,
    'created',
    write(scope, options, (scope) => create(scope, blockId, input), NIGHTS_TAKEN_MESSAGES),
    options,
  );

async function create(scope: WriteScope, blockId: string, input: EnteredStay): Promise<Booking> {
  const { tx, teamId, now } = scope;
  const read = await findBlock(tx, teamId, blockId);
  if (!read) throw new NotFound();
  await lockUnitsOfListing(tx, teamId, read.listingId, [read.unitId]);
  const locked = await lockBlock(tx, teamId, blockId);
  const block = await findBlock(tx, teamId, blockId);
  if (!locked || !block) throw new NotFound();
  if (block.unitId !== read.unitId || block.listingId !== read.listingId) throw new ChangedMeanwhile();
  const feed = block.feedId === null ? null : await findCalendarFeedRecord(tx, teamId, block.feedId);
  const listing = await findListingRecord(tx, teamId, block.listingId);
  if (!feed || !listing || block.uid === null) throw new Invalid(NOT_OF_FEED);
  const today = todayInZone(listing.timezone, now);
  if (!hasNightsOfEvent(block, today)) throw new Invalid(NOT_WHOLE);
  const event = { uid: block.uid, startDate: block.eventStartDate, endDate: block.eventEndDate };
  const bookings = await countBookingsOfEvent(tx, feed, event.uid, { today, now });
  if (!mayBecomeBooking(event, { events: feed.reported, differs: feed.differs, bookings }))
    throw new Invalid(IS_OTHER);
  const { listingId, unitId, startDate: checkIn, endDate: checkOut } = block;
  if (countDaysBetween(checkIn, checkOut) > MAX_STAY_NIGHTS) throw new Invalid(TOO_LONG);
  await deleteOccupanciesOfBlocks(tx, teamId, [blockId]);
  await deleteBlock(tx, teamId, blockId);
  await recordTeamEvent(scope, buildBlockEvent('block.deleted', block));
  return createBookingInWrite(scope, {
    ...input,
    agreed: input.agreed ?? FREE,
    listingId,
    unitId,
    stay: { checkIn, checkOut },
    extras: [],
    couponCode: null,
    specialRequests: null,
    source: feed.source,
    status: 'confirmed',
    overrideRules: true,
    unitPinned: false,
    expiresIn: null,
    expectedTotalCents: null,
    feedEvent: { feedId: feed.id, uid: block.uid },
  });
}

type EventBlock = {
  startDate: StayDate;
  endDate: StayDate;
  eventStartDate: StayDate | null;
  eventEndDate: StayDate | null;
};

/** From today on. */
function hasNightsOfEvent<Block extends EventBlock>(
  block: Block,
  today: StayDate,
): block is Block & { eventStartDate: StayDate; eventEndDate: StayDate } {
  const { startDate, endDate, eventStartDate, eventEndDate } = block;
  if (eventStartDate === null || eventEndDate === null) return false;
  const fromToday = (date: StayDate) => (date < today ? today : date);
  return fromToday(startDate) === fromToday(eventStartDate) && endDate === eventEndDate;
}
