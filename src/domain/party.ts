/** Who stays: adults, children with their ages, and pets (docs/rules.md, 23). */
import { MAX_GUESTS } from './limits.ts';

export interface Party {
  readonly adults: number;
  /**
   * The children's ages on the day of arrival, in years, ascending. A party's infants are the youngest of its
   * children.
   */
  readonly childrenAges: readonly number[];
  readonly infants: number;
  readonly pets: number;
}

/** The team's setting of the age at which infancy ends. A younger child is an infant, and with 0 nobody is. */
export interface InfantAgeTerms {
  readonly infantAge: number;
}

export const DEFAULT_INFANT_AGE = 2;

/**
 * A party in the form in which a caller sends it. A party that is sent without `adults` has only adults, and no
 * ages.
 */
export interface PartyRequest {
  readonly numberOfGuests: number | null;
  readonly adults: number | null;
  readonly childrenAges: readonly number[];
  /**
   * The number of pets that a request sends. Null stands for no pets in a new booking, and keeps the number of
   * pets in a change of a booking.
   */
  readonly pets: number | null;
}

/** The guests of a party: adults, and children who are not infants. */
export const countGuestsOfParty = (party: Party): number => party.adults + countChildrenOfParty(party);

/** The children of a party who are not infants. */
export const countChildrenOfParty = ({ childrenAges, infants }: Party): number =>
  childrenAges.length - infants;

/** Everybody in a party, infants too. */
export const countPersonsOfParty = ({ adults, childrenAges }: Party): number => adults + childrenAges.length;

/** The party of a stay about which only a number of guests is known. */
export const buildPartyOfAdults = (guests: number, pets = 0): Party => ({
  adults: guests,
  childrenAges: [],
  infants: 0,
  pets,
});

/** A party as a booking stores it: its adults are the guests who are no children. */
export type StoredParty = Omit<Party, 'adults'> & { readonly numberOfGuests: number };

/** The party in the form that a booking stores. */
export const toStoredParty = ({ childrenAges, infants, pets, ...party }: Party) => ({
  numberOfGuests: countGuestsOfParty({ childrenAges, infants, pets, ...party }),
  childrenAges: [...childrenAges],
  infants,
  pets,
});

export const fromStoredParty = ({ numberOfGuests, childrenAges, infants, pets }: StoredParty): Party => ({
  adults: numberOfGuests - (childrenAges.length - infants),
  childrenAges,
  infants,
  pets,
});

/**
 * The party of a request that has passed `findPartyRequestProblem`. A request without any number of guests is
 * for one adult.
 */
export function resolvePartyRequest(
  { numberOfGuests, adults, childrenAges, pets }: PartyRequest,
  { infantAge }: InfantAgeTerms,
): Party {
  if (adults === null) return buildPartyOfAdults(numberOfGuests ?? 1, pets ?? 0);
  const infants = childrenAges.filter((age) => age < infantAge).length;
  return { adults, childrenAges: childrenAges.toSorted((a, b) => a - b), infants, pets: pets ?? 0 };
}

/**
 * What is wrong with the numbers of guests in a request: adults who leave too few or too many guests, or a
 * number of guests that differs from the party.
 */
export function findPartyRequestProblem(
  request: PartyRequest,
  terms: InfantAgeTerms,
): 'adults' | 'numberOfGuests' | null {
  if (request.adults === null) return null;
  const guests = countGuestsOfParty(resolvePartyRequest(request, terms));
  if (guests < 1 || guests > MAX_GUESTS) return 'adults';
  return request.numberOfGuests === null || request.numberOfGuests === guests ? null : 'numberOfGuests';
}

/**
 * What is wrong with the numbers of guests in a change of a booking, if anything. Sending the booking's own
 * party back is always valid.
 */
export const findPartyChangeProblem = (before: Party, request: PartyRequest, terms: InfantAgeTerms) =>
  isSamePartySent(before, request) ? null : findPartyRequestProblem(request, terms);

/** Whether a request says anything about a party. */
export const isPartySent = ({ numberOfGuests, adults, pets }: PartyRequest): boolean =>
  numberOfGuests !== null || adults !== null || pets !== null;

/** Whether the request sends the party that a booking already has, which counts as no change. */
const isSamePartySent = (party: Party, { adults, childrenAges, pets }: PartyRequest): boolean =>
  adults === party.adults &&
  (pets ?? 0) === party.pets &&
  areAgesEqual(
    childrenAges.toSorted((a, b) => a - b),
    party.childrenAges,
  );

/**
 * The party of a booking after a change. A party in a change replaces the booking's party as a whole. A change
 * that sends only the number of guests makes all guests adults, and keeps the pets.
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
