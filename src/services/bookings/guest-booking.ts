/** A booking as its guest sees it on their own page (docs/rules.md, 15.3, 15.13 and 15.14). */
import type { Executor } from '../../db/client.ts';
import { findStaySequence } from '../../db/queries/events/team-events.ts';
import { findStayPlace, type StayPlace } from '../../db/queries/listings/stay-places.ts';
import type { TeamRecord } from '../../db/queries/teams/teams.ts';
import { isArrivalTold } from '../../domain/arrival.ts';
import { isGuestAsked } from '../../domain/folio/folio.ts';
import { fillInPaymentLink } from '../../domain/folio/payment-link.ts';
import { isPaymentOpen } from '../../domain/folio/payments.ts';
import type { Translations } from '../../domain/translations.ts';
import { readTeam } from '../team/settings.ts';
import type { BookingWithFolio, Folio } from './read.ts';

/** In the team's first language, with the translations. */
type TranslatedText<Name extends string> = { text: string | null; translations: Translations<Name> | null };

type Paying = {
  payments: Folio['payments'];
  instructions: TranslatedText<'payment_instructions'>;
  /** Of the first open payment. */
  link: string | null;
};

export type GuestBooking = BookingWithFolio & {
  /** Null if nothing is owed. */
  paying: Paying | null;
  /** Null before and after its time. */
  arrivalInstructions: TranslatedText<'arrival_instructions'> | null;
  staySequence: number;
};

type GuestTerms = {
  team: TeamRecord;
  place: StayPlace | null;
  staySequence: number;
  now: Date;
};

type Reading = { db: Executor; teamId: number; now: Date };

export const loadGuestTerms = async (
  { db, teamId, now }: Reading,
  booking: { id: string; listingId: string },
): Promise<GuestTerms> => ({
  team: await readTeam({ db, teamId }),
  place: await findStayPlace(db, teamId, booking.listingId),
  staySequence: await findStaySequence(db, teamId, booking.id),
  now,
});

/** Adds what only the guest's own page shows of a booking: how to pay and, shortly before it, how to arrive. */
export function toGuestBooking(
  found: BookingWithFolio,
  { team, place, staySequence, now }: GuestTerms,
): GuestBooking {
  const { booking, listing } = found.booking;
  const stay = { ...booking, checkOutTime: listing.checkOutTime, timezone: listing.timezone };
  const isTold = isArrivalTold(stay, team.arrivalDaysBefore, now);
  return {
    ...found,
    paying: describePaying(found, team),
    arrivalInstructions: isTold && place ? findArrivalInstructions(place) : null,
    staySequence,
  };
}

/** A unit type without any has those of its building. */
function findArrivalInstructions({ texts, buildingTexts }: StayPlace) {
  const { arrivalInstructions: text, translations } =
    texts.arrivalInstructions === null && buildingTexts ? buildingTexts : texts;
  return { text, translations };
}

function describePaying(
  { booking: { booking }, folio }: BookingWithFolio,
  { paymentInstructions, paymentLink, translations }: TeamRecord,
): Paying | null {
  if (!isGuestAsked(booking.status, folio.balanceDueCents)) return null;
  const [next] = folio.payments.filter(isPaymentOpen);
  return {
    payments: folio.payments.filter(({ status }) => status !== 'cancelled'),
    instructions: { text: paymentInstructions, translations },
    link: paymentLink !== null && next ? fillInPaymentLink(paymentLink, { ...booking, ...next }) : null,
  };
}
