import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areEqualParties,
  buildPartyOfAdults,
  changeParty,
  countChildrenOfParty,
  countGuestsOfParty,
  countPersonsOfParty,
  findPartyRequestProblem,
  type PartyRequest,
  resolvePartyRequest,
  toParty,
} from '../../src/domain/party.ts';
import { anyParty, itHolds } from '../helpers/arbitraries.ts';

const terms = { infantAge: 2 };
const nothing: PartyRequest = { numberOfGuests: null, adults: null, childrenAges: [], pets: null };
const request = (fields: Partial<PartyRequest>): PartyRequest => ({ ...nothing, ...fields });
const family = { adults: 2, childrenAges: [1, 4, 9], infants: 1, pets: 1 };

describe('a party', () => {
  it('a party’s guests are its adults and children, and infants count only as persons', () => {
    const party = resolvePartyRequest(request({ adults: 2, childrenAges: [9, 4, 1], pets: 1 }), terms);
    expect(party).toEqual(family);
    expect([countGuestsOfParty(party), countChildrenOfParty(party), countPersonsOfParty(party)]).toEqual([
      4, 2, 5,
    ]);
  });

  it('a child below the team’s infant age is an infant', () => {
    const infantsAt = (infantAge: number) =>
      resolvePartyRequest(request({ adults: 1, childrenAges: [0, 1, 2, 5] }), { infantAge }).infants;
    expect([0, 1, 2, 3, 5].map(infantsAt)).toEqual([0, 1, 2, 3, 3]);
  });

  it('a request without adults means adults only, one by default, and may have pets', () => {
    expect(resolvePartyRequest(nothing, terms)).toEqual(buildPartyOfAdults(1));
    expect(resolvePartyRequest(request({ numberOfGuests: 3, pets: 2 }), terms)).toEqual(
      buildPartyOfAdults(3, 2),
    );
  });

  it.each([
    [{ adults: 0, childrenAges: [1] }, 'adults'],
    [{ adults: 999, childrenAges: [5, 5] }, 'adults'],
    [{ adults: 2, childrenAges: [9, 1], numberOfGuests: 4 }, 'numberOfGuests'],
  ])('the party %j is refused under %s', (fields, field) => {
    expect(findPartyRequestProblem(request(fields), terms)).toBe(field);
  });

  it.each([
    { adults: 0, childrenAges: [2] },
    { adults: 1_000, childrenAges: [1] },
    { adults: 2, childrenAges: [9, 1], numberOfGuests: 3 },
    { numberOfGuests: 4, pets: 1 },
  ])('the party %j is accepted', (fields) => {
    expect(findPartyRequestProblem(request(fields), terms)).toBeNull();
  });

  itHolds(
    'a party is the same after it was stored and read',
    fc.property(anyParty, ({ adults: _, ...rest }) => {
      const party = { adults: 3, ...rest };
      const stored = { numberOfGuests: countGuestsOfParty(party), ...rest };
      expect(toParty(stored)).toEqual(party);
    }),
  );
});

describe('a change of a party', () => {
  const change = (fields: Partial<PartyRequest>, infantAge = 2) =>
    changeParty(family, request(fields), { infantAge });

  it('a changed party replaces the former one as a whole', () => {
    expect(change({ adults: 1 })).toEqual(buildPartyOfAdults(1));
    expect(change({ adults: 2, childrenAges: [4, 9], pets: 1 })).toEqual({
      ...family,
      childrenAges: [4, 9],
      infants: 0,
    });
  });

  it('sending the same party again changes nothing, even if the team’s infant age has changed', () => {
    const same = { adults: 2, childrenAges: [9, 1, 4], pets: 1 };
    expect(change(same, 5)).toEqual(family);
    expect(change({ ...same, pets: 0 }, 5)).toEqual({ ...family, infants: 2, pets: 0 });
  });

  it('a change of the number of guests alone makes all of them adults, and keeps the pets', () => {
    expect(change({ numberOfGuests: 4 })).toEqual(family);
    expect(change({ numberOfGuests: 3 })).toEqual(buildPartyOfAdults(3, 1));
    expect(change({ numberOfGuests: 3, adults: 2, childrenAges: [1, 4, 9], pets: 1 })).toEqual(
      buildPartyOfAdults(3, 1),
    );
  });

  it('a change of the pets alone keeps the other guests', () => {
    expect(change({ pets: 0 })).toEqual({ ...family, pets: 0 });
    expect(change({ pets: 2, numberOfGuests: 4 })).toEqual({ ...family, pets: 2 });
    expect(change({ pets: 2, numberOfGuests: 5 })).toEqual(buildPartyOfAdults(5, 2));
  });

  it('a change without any field of the party changes nothing', () => {
    expect(areEqualParties(change({}), family)).toBe(true);
    expect(areEqualParties(change({ pets: 2 }), family)).toBe(false);
  });
});
