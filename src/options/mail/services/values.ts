/** The values are stored with the message. */
import type { BookingRow } from '../../../db/queries/bookings/bookings.ts';
import type { FolioRows } from '../../../db/queries/bookings/folio.ts';
import type { StayPlace } from '../../../db/queries/listings/stay-places.ts';
import type { TeamRecord } from '../../../db/queries/teams/teams.ts';
import { isArrivalTold } from '../../../domain/arrival.ts';
import { completeContact } from '../../../domain/contact.ts';
import { countDaysBetween, type StayDate, todayInZone } from '../../../domain/dates/dates.ts';
import { isGuestAsked } from '../../../domain/folio/folio.ts';
import { fillInPaymentLink } from '../../../domain/folio/payment-link.ts';
import { isPaymentOpen } from '../../../domain/folio/payments.ts';
import { toInstantTextOrNull } from '../../../domain/formats.ts';
import { chooseLanguage } from '../../../domain/languages/choose.ts';
import { type LanguageCode, languages } from '../../../domain/languages/languages.ts';
import { chooseLineName } from '../../../domain/pricing/line-names.ts';
import { isShownPriceLine } from '../../../domain/pricing/lines.ts';
import { nameCountry, writeAddressLine } from '../../../domain/text/address.ts';
import { chooseText } from '../../../domain/translations.ts';
import type { MailKind } from '../../../domain/vocabulary.ts';
import { choosePlaceTexts } from '../../../services/bookings/place-texts.ts';
import { computeFolio } from '../../../services/bookings/read.ts';
import type { MailValues } from '../domain/values.ts';

/** Everything that messages about a booking say, as it is at a moment. */
export type MailedBooking = {
  /** Of the message. */
  language: LanguageCode;
  row: BookingRow;
  folio: FolioRows;
  team: TeamRecord;
  place: StayPlace | null;
  now: Date;
};

const chooseFor = ({ languages }: Pick<TeamRecord, 'languages'>, language: LanguageCode) => ({
  language,
  firstLanguage: chooseLanguage(languages),
});

/** Of a message to a guest: the booking's, else the guest's, while the team offers it (docs/rules.md, 26.40). */
export const chooseMailLanguage = (
  { languages }: Pick<TeamRecord, 'languages'>,
  { booking, guest }: Pick<BookingRow, 'booking' | 'guest'>,
): LanguageCode => chooseLanguage(languages, booking.language, guest.language);

/** Values that only some kinds of messages have. */
export type MailExtras = Pick<MailValues, 'payment'> & Pick<MailValues['booking'], 'was' | 'was_by_guest'>;

export function buildMailValues(
  kind: MailKind,
  mailed: MailedBooking,
  { payment, ...extras }: MailExtras = {},
): MailValues {
  const { language, row, folio, team, place } = mailed;
  const { booking, listing, guest } = row;
  const { balanceDueCents, refundDueCents } = computeFolio(booking, folio);
  const choice = chooseFor(team, language);
  const texts = place && choosePlaceTexts(place, choice);
  return {
    guest: { name: guest.name, email: guest.email },
    team: presentMailTeam(team, language),
    listing: {
      id: booking.listingId,
      title: texts?.title ?? listing.publicTitle,
      building: texts?.buildingTitle ?? null,
      address: writeAddressLine({
        ...listing,
        country: nameCountry(listing.country, languages[language].locale),
      }),
      check_in_time: listing.checkInTime,
      check_out_time: listing.checkOutTime,
      arrival: isArrivalInMail(kind, mailed) ? (texts?.arrivalInstructions ?? null) : null,
      picture: place?.picture ?? null,
    },
    booking: {
      confirmation_code: booking.confirmationCode,
      status: booking.status,
      check_in: booking.checkIn,
      check_out: booking.checkOut,
      nights: countDaysBetween(booking.checkIn, booking.checkOut),
      number_of_guests: booking.numberOfGuests,
      grand_total: booking.grandTotalCents,
      balance_due: booking.status === 'pending' ? 0 : balanceDueCents,
      cancellation_fee: booking.cancellationFeeCents,
      refund_due: refundDueCents,
      security_deposit: findDepositAsked(mailed),
      ...presentPaying(mailed, balanceDueCents, kind === 'payment_due' ? payment : undefined),
      expires_at: toInstantTextOrNull(booking.expiresAt),
      special_requests: booking.specialRequests,
      lines: booking.priceLines
        .filter(isShownPriceLine)
        .map((line) => ({ name: chooseLineName(line, choice).text, amount: line.amountCents })),
      ...extras,
    },
    ...(payment
      ? { payment: { ...payment, is_due: payment.due_on <= todayInZone(listing.timezone, mailed.now) } }
      : {}),
    currency: booking.currency,
    timezone: listing.timezone,
  };
}

/** The message before arrival always says how to arrive, any other only shortly before check-in. */
function isArrivalInMail(kind: MailKind, { row: { booking, listing }, team, now }: MailedBooking): boolean {
  const stay = { ...booking, checkOutTime: listing.checkOutTime, timezone: listing.timezone };
  return kind === 'before_arrival' || isArrivalTold(stay, team.arrivalDaysBefore, now);
}

/** Null once it is received, and unless the booking is confirmed. */
const findDepositAsked = ({ row: { booking }, folio: { deposit } }: MailedBooking): number | null =>
  booking.status === 'confirmed' && deposit?.status === 'pending' ? deposit.amountCents : null;

/** By default the next payment. */
function presentPaying(
  { row: { booking }, folio, team: { paymentLink } }: MailedBooking,
  balanceDueCents: number,
  asked: MailValues['payment'],
) {
  if (!isGuestAsked(booking.status, balanceDueCents)) return { payments: [], payment_link: null };
  const open = folio.payments.filter(isPaymentOpen);
  const amountCents = asked?.amount ?? open[0]?.amountCents;
  return {
    payments: open.map(({ amountCents, dueOn }) => ({ amount: amountCents, due_on: dueOn })),
    payment_link:
      paymentLink === null || amountCents === undefined
        ? null
        : fillInPaymentLink(paymentLink, { ...booking, amountCents }),
  };
}

/**
 * Only those payments that are still scheduled for its day. Returns null if there are none. A message of version 2
 * asks for all payments of the day.
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

/** If the contact has no email, messages show the address to which answers to them go. */
export function presentMailTeam(team: TeamRecord, language: LanguageCode): MailValues['team'] {
  const { name, contact, mailReplyTo, paymentInstructions, translations } = team;
  const choice = chooseFor(team, language);
  const { email, phone, website } = completeContact(contact);
  return {
    name,
    email: email ?? mailReplyTo,
    phone,
    website,
    payment_instructions: chooseText(paymentInstructions, translations, 'payment_instructions', choice).text,
  };
}
