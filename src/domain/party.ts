/** Who stays (docs/rules.md, 23.1). */
import { MAX_GUESTS } from './limits.ts';

export interface Party {
  readonly adults: number;
  /** On the day of arrival, in years, ascending. The infants are the youngest. */
  readonly childrenAges: readonly number[];
  readonly infants: number;
  readonly pets: number;
}

/** A younger child is an infant. With 0 nobody is. */
export interface InfantAgeTerms {
  readonly infantAge: number;
}

export const DEFAULT_INFANT_AGE = 2;

/** As a caller sends it. Without `adults` it has only adults, and no ages. */
export interface PartyRequest {
  readonly numberOfGuests: number | null;
  readonly adults: number | null;
  readonly childrenAges: readonly number[];
  /** Null for no pets in a new booking, and to keep them in a change. */
  readonly pets: number | null;
}

/** Adults, and children who are not infants. */
export const countGuestsOfParty = (party: Party): number => party.adults + countChildrenOfParty(party);

/** Without infants. */
export const countChildrenOfParty = ({ childrenAges, infants }: Party): number =>
  childrenAges.length - infants;

/** Infants too. */
export const countPersonsOfParty = ({ adults, childrenAges }: Party): number => adults + childrenAges.length;

/** For a stay of which only a number of guests is known. */
export const buildPartyOfAdults = (guests: number, pets = 0): Party => ({
  adults: guests,
  childrenAges: [],
  infants: 0,
  pets,
});

/** As a booking stores it: the adults are the guests who are no children. */
export type StoredParty = Omit<Party, 'adults'> & { readonly numberOfGuests: number };

export const toStoredParty = ({ childrenAges, infants, pets, ...party }: Party) => ({
  numberOfGuests: countGuestsOfParty({ childrenAges, infants, pets, ...party }),
  childrenAges: [...childrenAges],
  infants,
  pets,
});

export const toParty = ({ numberOfGuests, childrenAges, infants, pets }: StoredParty): Party => ({
  adults: numberOfGuests - (childrenAges.length - infants),
  childrenAges,
  infants,
  pets,
});

/** The request has passed `findPartyRequestProblem`. Without any number of guests it is for one adult. */
export function resolvePartyRequest(
  { numberOfGuests, adults, childrenAges, pets }: PartyRequest,
  { infantAge }: InfantAgeTerms,
): Party {
  if (adults === null) return buildPartyOfAdults(numberOfGuests ?? 1, pets ?? 0);
  const infants = childrenAges.filter((age) => age < infantAge).length;
  return { adults, childrenAges: childrenAges.toSorted((a, b) => a - b), infants, pets: pets ?? 0 };
}

/** The adults leave too few or too many guests, or the number of guests differs from the party. */
export function findPartyRequestProblem(
  request: PartyRequest,
  terms: InfantAgeTerms,
): 'adults' | 'numberOfGuests' | null {
  if (request.adults === null) return null;
  const guests = countGuestsOfParty(resolvePartyRequest(request, terms));
  if (guests < 1 || guests > MAX_GUESTS) return 'adults';
  return request.numberOfGuests === null || request.numberOfGuests === guests ? null : 'numberOfGuests';
}

/** Sending the booking's own party back is always valid. */
export const findPartyChangeProblem = (before: Party, request: PartyRequest, terms: InfantAgeTerms) =>
  isSamePartySent(before, request) ? null : findPartyRequestProblem(request, terms);

export const isPartySent = ({ numberOfGuests, adults, pets }: PartyRequest): boolean =>
  numberOfGuests !== null || adults !== null || pets !== null;

/** That counts as no change. */
const isSamePartySent = (party: Party, { adults, childrenAges, pets }: PartyRequest): boolean =>
  adults === party.adults &&
  (pets ?? 0) === party.pets &&
  areAgesEqual(
    childrenAges.toSorted((a, b) => a - b),
    party.childrenAges,
  );

/**
 * A party in a change replaces the booking's as a whole. A change that sends only the number of guests makes
 * all guests adults, and keeps the pets.
 */
export function changeParty(before: Party, request: PartyRequest, terms: InfantAgeTerms): Party {
  if (request.adults !== null && !isSamePartySent(before, request))
    return resolvePartyRequest(request, terms);
  const pets = request.adults === null ? (request.pets ?? before.pets) : before.pets;
  const isNumberKept =
    request.numberOfGuests === null || request.numberOfGuests === countGuestsOfParty(before);
  return isNumberKept ? { ...before, pets } : buildPartyOfAdults(request.numberOfGuests, pets);
}

export const areEqualParties = (one: Party, other: Party): boolean =>
  one.adults === other.adults &&
  one.infants === other.infants &&
  one.pets === other.pets &&
  areAgesEqual(one.childrenAges, other.childrenAges);

const areAgesEqual = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((age, index) => age === others[index]);
