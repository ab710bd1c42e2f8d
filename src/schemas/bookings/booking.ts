import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../../domain/formats.ts';
import { MAX_CODE_LENGTH, MAX_SEARCH_TEXT_LENGTH, MIN_SEARCH_TEXT_LENGTH } from '../../domain/limits.ts';
import {
  BALANCE_STATES,
  BOOKING_EMBEDS,
  BOOKING_SORTS,
  BOOKING_STATUSES,
  type BookingEmbed,
} from '../../domain/vocabulary.ts';
import type {
  Booking,
  BookingListRequest,
  BookingRecord,
  BookingWithFolio,
  EmbeddingBooking,
} from '../../services/bookings/read.ts';
import { buildCopyQuery, copySchema } from '../copy.ts';
import { dateField, instantParameter } from '../fields/dates.ts';
import { idField, textField, typedTextField } from '../fields/fields.ts';
import { referenceParameter } from '../fields/own-fields.ts';
import {
  amountSchema,
  confirmationCodeSchema,
  createdAtSchema,
  idOf,
  idSchema,
  instantSchema,
  nullableText,
  stayFields,
  updatedAtSchema,
  wordSchema,
} from '../formats.ts';
import { guestSchema, presentGuest } from '../guest.ts';
import { bookedListingSchema, presentBookedListing } from '../listings/listing.ts';
import { bookedUnitSchema, presentBookedUnit } from '../listings/unit.ts';
import { pageParameters, pageSchema } from '../page.ts';
import { wordListParameter, wordsOrNoneParameter } from '../parameters.ts';
import {
  bookingPriceFields,
  cancellationSchema,
  presentBookingPrice,
  presentCancellation,
} from '../price.ts';
import { agreedPriceFields, presentAgreedPrice } from './agreed-price.ts';
import { bookingRow, endRow } from './fields.ts';
import { folioSchema, presentFolio } from './folio.ts';
import {
  extrasSchema,
  numberOfGuestsSchema,
  partySchema,
  presentExtras,
  presentStoredParty,
} from './party.ts';
import { bookingSourceSchema, bookingSourcesParameter } from './source.ts';

/** Without what can be embedded. The `ETag` is about these fields alone. */
const bareBookingSchema = z.object({
  id: idSchema,
  confirmation_code: confirmationCodeSchema,
  listing_id: idOf('the listing: a building if all of it is booked'),
  unit: bookedUnitSchema.nullable().describe('Null if the whole building is booked.'),
  whole_building: z.boolean().describe('Whether it takes all units of a building.'),
  unit_pinned: z.boolean().describe('Whether it keeps its unit when bookings are moved to make room.'),
  guest_id: idOf('the guest who booked'),
  status: wordSchema(BOOKING_STATUSES).describe(
    'All except `cancelled` keep their nights. A confirmed booking completes by itself at its check-out.',
  ),
  source: bookingSourceSchema,
  ...stayFields,
  nights: z.int().describe('How many nights the stay has.'),
  number_of_guests: numberOfGuestsSchema,
  party: partySchema,
  extras: extrasSchema,
  ...bookingPriceFields,
  ...agreedPriceFields,
  coupon_code: nullableText.describe('As the team wrote it. Null without a coupon.'),
  ...bookingRow.shown,
  feed_id: idSchema
    .nullable()
    .describe('The calendar feed of which it is an event. Null if it is none, or the feed was deleted.'),
  feed_uid: nullableText.describe('The UID of that event. Null if it is none.'),
  cancellation: cancellationSchema
    .nullable()
    .describe('The cancellation terms at the time of booking. Null if it has none.'),
  ...endRow.shown,
  cancellation_fee: amountSchema
    .nullable()
    .describe('Null if it is not cancelled, or was cancelled without terms and without a given fee.'),
  expires_at: instantSchema
    .nullable()
    .describe('When a pending booking frees its nights by itself; null if it keeps them.'),
  confirmed_at: instantSchema.nullable().describe('When it was confirmed. Null if it never was.'),
  cancelled_at: instantSchema.nullable().describe('When it was cancelled or lapsed. Null if it was not.'),
  completed_at: instantSchema
    .nullable()
    .describe('When the stay was over. Null before, or if it was cancelled.'),
  created_at: createdAtSchema,
  updated_at: updatedAtSchema.describe(
    'When it was last changed. Payments, the guest’s name and the listing’s title do not count.',
  ),
});

export const bookingSchema = bareBookingSchema
  .extend({ listing: bookedListingSchema, guest: guestSchema })
  .meta({ id: 'Booking', description: 'A stay, with its place and its guest.' });

/** For requests that say by `embed` what else the answer shows. */
const embeddingBookingSchema = bareBookingSchema
  .extend({
    listing: bookedListingSchema.optional().describe('Only if `embed` names it.'),
    guest: guestSchema.optional().describe('Only if `embed` names it.'),
    folio: folioSchema.optional().describe('Only if `embed` names it.'),
  })
  .meta({ id: 'EmbeddingBooking', description: 'A stay, with what `embed` names.' });

export function presentBareBooking(row: Booking): z.infer<typeof bareBookingSchema> {
  const { booking, nights, unit, cancellation } = row;
  return {
    id: booking.id,
    confirmation_code: booking.confirmationCode,
    listing_id: booking.listingId,
    unit: unit && presentBookedUnit(unit),
    whole_building: booking.wholeBuilding,
    unit_pinned: booking.unitPinned,
    guest_id: booking.guestId,
    status: booking.status,
    source: booking.source,
    check_in: booking.checkIn,
    check_out: booking.checkOut,
    nights,
    number_of_guests: booking.numberOfGuests,
    party: presentStoredParty(booking),
    extras: presentExtras(booking.extras),
    ...presentBookingPrice(booking),
    ...presentAgreedPrice(booking),
    coupon_code: booking.couponCode,
    ...bookingRow.present(booking),
    feed_id: booking.feedId,
    feed_uid: booking.feedUid,
    cancellation: presentCancellation(cancellation),
    ...presentBookingLifecycle(booking),
  };
}

export const presentBooking = (booking: Booking, baseUrl: string): z.infer<typeof bookingSchema> => ({
  ...presentBareBooking(booking),
  listing: presentListingOfBooking(booking, baseUrl),
  guest: presentGuest(booking.guest),
});

/** With the things that `embed` names, and no others. */
export const createBookingPresenter =
  (embed: readonly BookingEmbed[]) =>
  ({ booking, folio }: EmbeddingBooking, baseUrl: string): z.infer<typeof embeddingBookingSchema> => ({
    ...presentBareBooking(booking),
    ...(embed.includes('listing') ? { listing: presentListingOfBooking(booking, baseUrl) } : {}),
    ...(embed.includes('guest') ? { guest: presentGuest(booking.guest) } : {}),
    ...(folio ? { folio: presentFolio(folio) } : {}),
  });

/** What the `ETag` is made of, as an `If-Match` compares it. */
export const presentBookingVersion = ({ booking }: BookingWithFolio) => ({
  data: presentBareBooking(booking),
});

/** Takes the embedded things out of an answer. */
export const toBookingVersion = ({ data }: Record<string, unknown>) => ({
  data: Object.fromEntries(Object.entries(data as object).filter(([name]) => !isEmbeddable(name))),
});

const isEmbeddable = (name: string): boolean => (BOOKING_EMBEDS as readonly string[]).includes(name);

const presentListingOfBooking = ({ listing, photos }: Booking, baseUrl: string) =>
  presentBookedListing({ ...listing, photos }, baseUrl);

/** For an answer and a team file. */
export const presentBookingLifecycle = (booking: Booking['booking'] | BookingRecord) => ({
  ...endRow.present(booking),
  cancellation_fee: booking.cancellationFeeCents,
  expires_at: toInstantTextOrNull(booking.expiresAt),
  confirmed_at: toInstantTextOrNull(booking.confirmedAt),
  cancelled_at: toInstantTextOrNull(booking.cancelledAt),
  completed_at: toInstantTextOrNull(booking.completedAt),
  created_at: toInstantText(booking.createdAt),
  updated_at: toInstantText(booking.updatedAt),
});

export const bookingPathParams = z.object({ booking: idField.describe('The booking’s id.') });

export const bookingAnswer = z.object({ data: bookingSchema });
export const embeddingBookingAnswer = z.object({ data: embeddingBookingSchema });
export const bookingListAnswer = z.union([
  pageSchema(embeddingBookingSchema),
  copySchema(embeddingBookingSchema),
]);

export const DEFAULT_EMBED: readonly BookingEmbed[] = ['listing', 'guest'];

const embedParameter = wordsOrNoneParameter(BOOKING_EMBEDS, DEFAULT_EMBED).describe(
  'What the answer shows of each booking beside its own fields, separated by commas or in repeated parameters. Empty, and by default with `changed_after`: nothing.',
);

export const embedQuery = z.object({ embed: embedParameter });

export const bookingQuery = buildCopyQuery('bookings', {
  ...pageParameters,
  embed: embedParameter,
  status: wordListParameter(BOOKING_STATUSES),
  source: bookingSourcesParameter,
  listing_id: idField.optional().describe('Only bookings of this listing.'),
  guest_id: idField.optional().describe('Only bookings of this guest.'),
  confirmation_code: typedTextField({ min: 1, max: MAX_CODE_LENGTH }).optional(),
  external_reference: referenceParameter.describe(
    'Those with this reference, one at most of each source. Case matters.',
  ),
  check_in_from: dateField.optional().describe('Arriving on this day or later.'),
  check_in_to: dateField.optional().describe('Arriving on this day or earlier.'),
  updated_since: instantParameter
    .optional()
    .describe(
      'Changed at this moment or later, or up to 15 seconds before, so it may return again what you have. It is no way to keep a copy: payments, a guest’s name and a listing’s title are not what `updated_at` follows. Use `changed_after`.',
    ),
  arriving_on: dateField.optional().describe('Arriving on this day.'),
  departing_on: dateField.optional().describe('Leaving on this day.'),
  in_house_on: dateField.optional().describe('Staying in the night of this date.'),
  balance: z
    .enum(BALANCE_STATES)
    .optional()
    .describe(
      '`due`: with something still to be paid. `settled`: all others. Needs the permission `money:read`.',
    ),
  search: textField({ min: MIN_SEARCH_TEXT_LENGTH, max: MAX_SEARCH_TEXT_LENGTH })
    .optional()
    .describe(
      'Part of the code, of the guest’s name or email, or of the listing’s title, at least four digits in a row of the guest’s phone, or the whole external reference. Case does not matter.',
    ),
  sort: z
    .enum(BOOKING_SORTS)
    .default('-created_at')
    .describe('By this field, rising, or with `-` falling. Ties are newest first.'),
});

export const toBookingListRequest = (query: z.output<typeof bookingQuery>): BookingListRequest => ({
  statuses: query.status,
  sources: query.source,
  listingId: query.listing_id,
  guestId: query.guest_id,
  confirmationCode: query.confirmation_code,
  externalReference: query.external_reference,
  checkInFrom: query.check_in_from,
  checkInTo: query.check_in_to,
  updatedSince: query.updated_since,
  arrivingOn: query.arriving_on,
  departingOn: query.departing_on,
  inHouseOn: query.in_house_on,
  balance: query.balance,
  text: query.search,
  sort: query.sort,
});
