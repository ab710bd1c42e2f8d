/** Who stays in a booking after an import, and what they have chosen. */
import { MAX_GUESTS } from '../../../../domain/limits.ts';
import {
  areEqualParties,
  changeParty,
  guestsOf,
  type Party,
  type PartyTerms,
  resolveParty,
  type StoredParty,
  toParty,
} from '../../../../domain/party.ts';
import type { Fee } from '../../../../domain/pricing/charges.ts';
import {
  areEqualExtras,
  type Extra,
  findExtraProblems,
  sortExtrasByCode,
} from '../../../../domain/pricing/extras.ts';
import type { BookingEntry } from '../../../../schemas/entries/booking.ts';
import { toExtras, toPartyOfBody } from '../../../../schemas/party.ts';
import { findDuplicates } from '../../../catalogue/part-rows.ts';
import { isGiven, type Problem, problemIf } from '../../../catalogue/problems.ts';

/** As the file says, else as stored. The file may say how many infants there are. Without that, the team's age decides. */
export function resolvePartyOfEntry(
  entry: BookingEntry,
  stored: StoredParty | undefined,
  terms: PartyTerms,
): Party {
  const request = toPartyOfBody(entry);
  const isNamed = request.adults !== null;
  const party = stored
    ? changeParty(toParty(stored), isNamed ? { ...request, numberOfGuests: null } : request, terms)
    : resolveParty(request, terms);
  const infants = entry.party?.infants;
  return isNamed && isGiven(infants) ? { ...party, infants: infants ?? 0 } : party;
}

/** The chosen extras that the file names, by code. Undefined if it leaves them out. */
export const readExtras = ({ extras }: Pick<BookingEntry, 'extras'>): Extra[] | undefined =>
  extras === undefined ? undefined : sortExtrasByCode(toExtras(extras));

export function findEntryPartyProblems(entry: BookingEntry, party: Party): Problem[] {
  const { adults, children_ages: ages, infants } = entry.party ?? {};
  const children = isGiven(adults) ? (ages?.length ?? 0) : 0;
  const guests = guestsOf(party);
  return [
    ...problemIf(isGiven(ages) && !isGiven(adults), {
      path: ['party', 'adults'],
      message: 'is required with children_ages',
    }),
    ...problemIf((infants ?? 0) > children, {
      path: ['party', 'infants'],
      message: `must be at most the number of children, ${children}`,
      input: infants,
    }),
    ...problemIf(isGiven(adults) && (guests < 1 || guests > MAX_GUESTS), {
      path: ['party', 'adults'],
      message: `must give 1 to ${MAX_GUESTS} guests, together with the children who are not infants`,
      input: adults,
    }),
    ...problemIf(isGiven(adults) && isGiven(entry.number_of_guests) && entry.number_of_guests !== guests, {
      path: ['number_of_guests'],
      message: `must be ${guests}, the number of guests in the party`,
      input: entry.number_of_guests,
    }),
    ...findDuplicates(entry.extras ?? [], 'extras', 'code', ({ code }) => code),
  ];
}

/** What the file names that is no extra of the listing, or too many of it. */
export const findChosenExtraProblems = (
  fees: readonly Fee[],
  { extras }: Pick<BookingEntry, 'extras'>,
): Problem[] =>
  findExtraProblems(fees, toExtras(extras)).map(({ index, field, required }) => ({
    path: ['extras', index, field],
    message: field === 'code' ? 'must be the code of an extra of the listing' : `must be at most ${required}`,
    input: extras?.[index]?.[field],
  }));

type Stay = { party: Party; entry: { value: Pick<BookingEntry, 'check_in' | 'check_out' | 'extras'> } };
type StoredStay = StoredParty & { checkIn: string; checkOut: string; extras: readonly Extra[] };

/** Whether a booking is stored, and the file changes nothing of it that decides about its price. */
export const isSameStay = ({ party, entry: { value } }: Stay, stored: StoredStay | undefined): boolean =>
  stored !== undefined &&
  stored.checkIn === value.check_in &&
  stored.checkOut === value.check_out &&
  areEqualParties(toParty(stored), party) &&
  areEqualExtras(readExtras(value) ?? stored.extras, stored.extras);
