/** What is wrong with parties and extras, under the fields of the API or of a page. */
import {
  areEqualParties,
  countGuestsOfParty,
  findPartyChangeProblem,
  findPartyRequestProblem,
  type InfantAgeTerms,
  type Party,
  type PartyRequest,
  resolvePartyRequest,
} from '../domain/party.ts';
import type { Fee } from '../domain/pricing/charges.ts';
import { type ChosenExtra, findExtraProblems } from '../domain/pricing/extras.ts';
import { type FieldMessage, type FieldMessages, mergeMessages } from './field-messages.ts';

const QUERY_NAMES = { adults: 'adults', numberOfGuests: 'guests' };
const BODY_NAMES = { adults: 'party.adults', numberOfGuests: 'number_of_guests' };

type PartyProblem = ReturnType<typeof findPartyRequestProblem>;

const buildPartyMessages = (
  problem: PartyProblem,
  party: Party,
  names: typeof QUERY_NAMES,
): FieldMessages => {
  if (problem === null) return {};
  const guests = countGuestsOfParty(party);
  const messages = {
    adults: {
      code: guests < 1 ? 'too_small' : 'too_large',
      predicate: 'must give 1 to 1000 guests, together with the children who are not infants.',
    },
    numberOfGuests: {
      code: 'contradicts',
      predicate: `must be ${guests}, the number of guests in the party.`,
    },
  } satisfies Record<typeof problem, FieldMessage>;
  return { [names[problem]]: [messages[problem]] };
};

export const findPartyMessagesOfQuery = (request: PartyRequest, terms: InfantAgeTerms): FieldMessages =>
  buildPartyMessages(
    findPartyRequestProblem(request, terms),
    resolvePartyRequest(request, terms),
    QUERY_NAMES,
  );

/** Of a new booking, or of a change if `before` is set. */
export const findPartyMessagesOfBody = (
  request: PartyRequest,
  terms: InfantAgeTerms,
  before: Party | null,
): FieldMessages => {
  const problem = before
    ? findPartyChangeProblem(before, request, terms)
    : findPartyRequestProblem(request, terms);
  return buildPartyMessages(problem, resolvePartyRequest(request, terms), BODY_NAMES);
};

/** In a query, all extras are one parameter. */
export const findExtrasMessagesOfQuery = (
  fees: readonly Fee[],
  extras: readonly ChosenExtra[],
): FieldMessages =>
  mergeMessages(
    ...findExtraProblems(fees, extras).map(({ code, message }) => ({
      extras: [{ code, sentence: message }],
    })),
  );

export const findExtrasMessagesOfBody = (
  fees: readonly Fee[],
  extras: readonly ChosenExtra[],
): FieldMessages =>
  mergeMessages(
    ...findExtraProblems(fees, extras).map(({ index, field, code, message }) => ({
      [`extras.${index}.${field}`]: [{ code, sentence: message }],
    })),
  );

/**
 * As an event stores them. Null if only the number of adults changed, because the event then has the number
 * of guests.
 */
export const diffParties = (before: Party, after: Party) =>
  areEqualParties({ ...before, adults: after.adults }, after)
    ? null
    : ([toEventParty(before), toEventParty(after)] as const);

const toEventParty = ({ adults, childrenAges, infants, pets }: Party) => ({
  adults,
  children_ages: childrenAges,
  infants,
  pets,
});
