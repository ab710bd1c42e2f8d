import { z } from 'zod';
import { type CsvCell, toCsvAmount } from '../../domain/csv.ts';
import { presentCustomFields } from '../../domain/custom-fields.ts';
import { toInstantText, toInstantTextOrNull } from '../../domain/formats.ts';
import type { ListedBooking } from '../../services/bookings/csv-list.ts';
import { presentAgreedPrice } from '../bookings/agreed-price.ts';
import { presentStoredParty } from '../bookings/party.ts';

type Columns<Row> = Record<string, (row: Row) => CsvCell>;

export const listColumnNames = <Row>(columns: Columns<Row>): string[] => Object.keys(columns);
export const toCells = <Row>(columns: Columns<Row>, row: Row): CsvCell[] =>
  Object.values(columns).map((read) => read(row));

type AmountName = Extract<keyof ListedBooking, `${string}TotalCents`> | 'balanceDueCents';

const amountOf = (name: AmountName) => (booking: ListedBooking) => {
  const cents = booking[name];
  return cents === null ? null : toCsvAmount(cents, booking.currency);
};

export const BOOKING_COLUMNS = {
  id: ({ id }) => id,
  confirmation_code: ({ confirmationCode }) => confirmationCode,
  status: ({ status }) => status,
  source: ({ source }) => source,
  external_reference: ({ externalReference }) => externalReference,
  listing_id: ({ listingId }) => listingId,
  listing_slug: ({ listingSlug }) => listingSlug,
  listing_title: ({ listingTitle }) => listingTitle,
  unit_name: ({ unitName }) => unitName,
  guest_id: ({ guestId }) => guestId,
  guest_name: ({ guestName }) => guestName,
  guest_email: ({ guestEmail }) => guestEmail,
  guest_phone: ({ guestPhone }) => guestPhone,
  check_in: ({ checkIn }) => checkIn,
  check_out: ({ checkOut }) => checkOut,
  nights: ({ nights }) => nights,
  number_of_guests: ({ numberOfGuests }) => numberOfGuests,
  currency: ({ currency }) => currency,
  accommodation_total: amountOf('accommodationTotalCents'),
  discount_total: amountOf('discountTotalCents'),
  fees_total: amountOf('feesTotalCents'),
  taxes_total: amountOf('taxesTotalCents'),
  grand_total: amountOf('grandTotalCents'),
  paid_total: amountOf('paidTotalCents'),
  balance_due: amountOf('balanceDueCents'),
  coupon_code: ({ couponCode }) => couponCode,
  notes: ({ notes }) => notes,
  special_requests: ({ specialRequests }) => specialRequests,
  created_at: ({ createdAt }) => toInstantText(createdAt),
  updated_at: ({ updatedAt }) => toInstantText(updatedAt),
  cancelled_at: ({ cancelledAt }) => toInstantTextOrNull(cancelledAt),
  confirmed_at: ({ confirmedAt }) => toInstantTextOrNull(confirmedAt),
  unit_id: ({ unitId }) => unitId,
  custom_fields: ({ customFields }) => presentCustomFields(customFields),
  party: presentStoredParty,
  adjustment: (booking) => presentAgreedPrice(booking).adjustment,
  cancellation_fee: ({ cancellationFeeCents: cents, currency }) =>
    cents === null ? null : toCsvAmount(cents, currency),
  whole_building: ({ wholeBuilding }) => wholeBuilding,
} satisfies Columns<ListedBooking>;

/** A copy has these from the lists of listings, units and guests. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'listing_slug',
  'listing_title',
  'unit_name',
  'guest_name',
  'guest_email',
  'guest_phone',
]);

export const COPIED_BOOKING_COLUMNS: Columns<ListedBooking> = Object.fromEntries(
  Object.entries(BOOKING_COLUMNS).filter(([name]) => !OF_OTHERS.has(name)),
);

/** Their fields become separate columns. Any other object or list becomes one cell with JSON. */
const SPREAD_FIELDS: ReadonlySet<string> = new Set(['party', 'booking', 'block', 'actor', 'target']);

type AnswerColumn = { name: string; path: readonly string[] };

/** In the order of the schema's fields. */
export function listAnswerColumns(schema: z.ZodObject, path: readonly string[] = []): AnswerColumn[] {
  return Object.entries(schema.shape).flatMap(([field, type]) => {
    const own = [...path, field];
    const inner = type instanceof z.ZodNullable ? type.unwrap() : type;
    if (SPREAD_FIELDS.has(field) && inner instanceof z.ZodObject) return listAnswerColumns(inner, own);
    return [{ name: own.join('_'), path: own }];
  });
}

export const toAnswerCells = (columns: readonly AnswerColumn[], answer: object): CsvCell[] =>
  columns.map(({ path }) => {
    let value: unknown = answer;
    for (const field of path) value = (value as Record<string, unknown> | null | undefined)?.[field];
    return (value ?? null) as CsvCell;
  });

const AMOUNT_NAME_PATTERN = /(^|_)(amount|total|nightly)$/;

/** Amounts have the decimals of the answer's currency. */
export const toMoneyCells = (
  columns: readonly AnswerColumn[],
  answer: { readonly currency: string },
): CsvCell[] =>
  toAnswerCells(columns, answer).map((cell, index) =>
    typeof cell === 'number' && AMOUNT_NAME_PATTERN.test(columns[index]?.name ?? '')
      ? toCsvAmount(cell, answer.currency)
      : cell,
  );
