/** Builds the values of a booking that a message can show. The values of a booking are stored with the message. */
import type { BookingRow } from '../../db/queries/bookings/bookings.ts';
import type { FolioRows } from '../../db/queries/bookings/folio.ts';
import type { TeamRecord } from '../../db/queries/teams/teams.ts';
import { completeContact } from '../../domain/contact.ts';
import { countDaysBetween, type StayDate } from '../../domain/dates/dates.ts';
import { toInstantTextOrNull } from '../../domain/formats.ts';
import type { MailValues } from '../../domain/mail/values.ts';
import { isShownPriceLine } from '../../domain/pricing/lines.ts';
import { computeFolio } from '../bookings/read.ts';

export type MailedBooking = { row: BookingRow; folio: FolioRows; team: TeamRecord };

/** The values that only some kinds of messages show besides the booking, such as a payment that is due. */
export type MailExtras = Pick<MailValues, 'payment'> & Pick<MailValues['booking'], 'was' | 'was_by_guest'>;

export function buildMailValues(
  { row: { booking, listing, guest }, folio, team }: MailedBooking,
  { payment, ...extras }: MailExtras = {},
): MailValues {
  const { balanceDueCents } = computeFolio(booking, folio);
  return {
    guest: { name: guest.name, email: guest.email },
    team: presentMailTeam(team),
    listing: {
      id: booking.listingId,
      title: listing.publicTitle,
      address: presentMailAddress(listing),
      check_in_time: listing.checkInTime,
      check_out_time: listing.checkOutTime,
    },
    booking: {
      confirmation_code: booking.confirmationCode,
      status: booking.status,
      check_in: booking.checkIn,
      check_out: booking.checkOut,
      nights: countDaysBetween(booking.checkIn, booking.checkOut),
      number_of_guests: booking.numberOfGuests,
      grand_total: booking.grandTotalCents,
      balance_due: balanceDueCents,
      expires_at: toInstantTextOrNull(booking.expiresAt),
      special_requests: booking.specialRequests,
      lines: booking.priceLines
        .filter(isShownPriceLine)
        .map(({ name, amountCents }) => ({ name, amount: amountCents })),
      ...extras,
    },
    ...(payment ? { payment } : {}),
    currency: booking.currency,
    timezone: listing.timezone,
  };
}

/**
 * The sum of the payments that a message asks for and that are still scheduled for its day, or null if there are
 * none. A message of version 2 asks for all payments of the day.
 */
export function sumOpenPayments(
  { payments }: FolioRows,
  { paymentIds, onDate }: { paymentIds: readonly string[] | null; onDate: StayDate | null },
): NonNullable<MailValues['payment']> | null {
  const open = payments.filter(
    ({ id, status, dueOn }) =>
      status === 'scheduled' && dueOn === onDate && (paymentIds === null || paymentIds.includes(id)),
  );
  if (open.length === 0 || onDate === null) return null;
  return { amount: open.reduce((sum, { amountCents }) => sum + amountCents, 0), due_on: onDate };
}

/**
 * The team's contact as messages show it. If the team's contact has no email, messages show the address to
 * which answers to them go.
 */
function presentMailTeam({ name, contact, mailReplyTo }: TeamRecord): MailValues['team'] {
  const { email, phone, website } = completeContact(contact);
  return { name, email: email ?? mailReplyTo, phone, website };
}

type Address = Pick<BookingRow['listing'], 'street' | 'postcode' | 'city' | 'state' | 'country'>;

/** An address on one line, such as "Rua do Mar 1, 1100-001 Lisbon, PT", or null if there is none. */
function presentMailAddress({ street, postcode, city, state, country }: Address): string | null {
  const place = [postcode, city].filter((part) => part !== null).join(' ');
  return [street, place || null, state, country].filter((part) => part !== null).join(', ') || null;
}
