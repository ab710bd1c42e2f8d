import { MAX_GUESTS } from '../../../../../domain/limits.ts';
import {
  changeParty,
  countGuestsOfParty,
  type InfantAgeTerms,
  type Party,
  resolvePartyRequest,
  type StoredParty,
  toParty,
} from '../../../../../domain/party.ts';
import type { Fee } from '../../../../../domain/pricing/charges.ts';
import {
  type ChosenExtra,
  findExtraProblems,
  sortExtrasByCode,
} from '../../../../../domain/pricing/extras.ts';
import { toExtras, toPartyOfBody } from '../../../../../schemas/bookings/party.ts';
import { findDuplicates } from '../../../../../services/catalogue/part-rows.ts';
import { type EntryProblem, isGiven } from '../../../../../services/catalogue/problems.ts';
import type { BookingEntry } from '../../../schemas/booking.ts';
import { collectEntryProblems } from '../../problems.ts';

/**
 * What the file leaves out is the stored booking's. If it does not say how many children are infants, those
 * younger than the team's infant age are.
 */
export function resolvePartyOfEntry(
  entry: BookingEntry,
  stored: StoredParty | undefined,
  terms: InfantAgeTerms,
): Party {
  const request = toPartyOfBody(entry);
  const isNamed = request.adults !== null;
  const party = stored
    ? changeParty(toParty(stored), isNamed ? { ...request, numberOfGuests: null } : request, terms)
    : resolvePartyRequest(request, terms);
  const infants = entry.party?.infants;
  return isNamed && isGiven(infants) ? { ...party, infants: infants ?? 0 } : party;
}

/** Undefined if the file does not mention extras. */
export const readExtras = ({ extras }: Pick<BookingEntry, 'extras'>): ChosenExtra[] | undefined =>
  extras === undefined ? undefined : sortExtrasByCode(toExtras(extras));

export function findEntryPartyProblems(entry: BookingEntry, party: Party): EntryProblem[] {
  const { number_of_guests: number } = entry;
  const { adults, children_ages: ages, infants } = entry.party ?? {};
  const children = isGiven(adults) ? (ages?.length ?? 0) : 0;
  const guests = countGuestsOfParty(party);
  const { problems, refuse } = collectEntryProblems();
  if (isGiven(ages) && !isGiven(adults)) refuse(['party', 'adults'], 'is required with children_ages');
  if ((infants ?? 0) > children)
    refuse(['party', 'infants'], `must be at most the number of children, ${children}`, infants);
  if (isGiven(adults) && (guests < 1 || guests > MAX_GUESTS))
    refuse(
      ['party', 'adults'],
      `must give 1 to ${MAX_GUESTS} guests, together with the children who are not infants`,
      adults,
    );
  if (isGiven(adults) && isGiven(number) && number !== guests)
    refuse('number_of_guests', `must be ${guests}, the number of guests in the party`, number);
  return [...problems, ...findDuplicates(entry.extras ?? [], 'extras', 'code', ({ code }) => code)];
}

/** The listing does not offer them, or not in that quantity. */
export const findChosenExtraProblems = (
  fees: readonly Fee[],
  { extras }: Pick<BookingEntry, 'extras'>,
): EntryProblem[] =>
  findExtraProblems(fees, toExtras(extras)).map(({ index, field, required }) => ({
    path: ['extras', index, field],
    message: field === 'code' ? 'must be the code of an extra of the listing' : `must be at most ${required}`,
    input: extras?.[index]?.[field],
  }));
