/** Parties in queries, and what a place takes (docs/rules.md, 23). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { openPartyInn, STAY } from './inn.ts';

const world = await openSharedApp();
const inn = await openPartyInn(world);
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
const quoted = (query: string, id = inn.listing.id) =>
  inn.send('GET', `/availability/${id}?check_in=${STAY.check_in}&check_out=${STAY.check_out}&${query}`);

describe('a party in a query', () => {
  it.each([
    ['', { adults: 1, children_ages: [], infants: 0, pets: 0 }],
    ['guests=3', { adults: 3, children_ages: [], infants: 0, pets: 0 }],
    ['guests=3&pets=1', { adults: 3, children_ages: [], infants: 0, pets: 1 }],
    ['adults=2&children_ages=&extras=', { adults: 2, children_ages: [], infants: 0, pets: 0 }],
    ['adults=0&children_ages=17,2,0', { adults: 0, children_ages: [0, 2, 17], infants: 1, pets: 0 }],
    ['adults=2&children_ages=9,1&guests=3', { adults: 2, children_ages: [1, 9], infants: 1, pets: 0 }],
  ])('a quote’s parameters "%s" mean a party of %j', async (query, party) => {
    expect((await quoted(query)).body.data).toMatchObject({ party, extras: [] });
  });

  it.each([
    ['children_ages=5', ['adults']],
    ['children_ages=5&guests=2', ['adults']],
    ['adults=', ['adults']],
    ['pets=', ['pets']],
    ['adults=1001', ['adults']],
    ['pets=101', ['pets']],
    ['adults=0', ['adults']],
    ['adults=0&children_ages=1', ['adults']],
    ['adults=1000&children_ages=2', ['adults']],
    ['adults=2&children_ages=18', ['children_ages']],
    ['adults=2&children_ages=-1', ['children_ages']],
    ['adults=2&children_ages=5,,6', ['children_ages']],
    ['adults=2&children_ages=05', ['children_ages']],
    [`adults=2&children_ages=${Array(101).fill(3).join()}`, ['children_ages']],
    ['adults=2&guests=3', ['guests']],
    ['adults=2&children_ages=1&guests=3', ['guests']],
    ['adults=2&adults=2', ['adults']],
    ['extras=breakfast:0', ['extras']],
    ['extras=breakfast:101', ['extras']],
    ['extras=break fast', ['extras']],
    ['extras=breakfast,breakfast:1', ['extras']],
    ['extras=breakfast:2', ['extras']],
    ['extras=pets', ['extras']],
    ['extras=sauna', ['extras']],
    ['extras=sauna&coupon_code=NO', ['coupon_code', 'extras']],
  ])('a quote’s parameters "%s" are refused', async (query, fields) => {
    expect(await inn.fieldsOf(quoted(query))).toEqual([422, fields]);
  });

  it('a quote with invalid extras says what is wrong with each of them', async () => {
    const { body } = await quoted('extras=breakfast,,');
    expect(body.errors.extras).toEqual([expect.stringContaining('must be a comma list of codes')]);
    const many = await quoted('extras=breakfast:100');
    expect(many.body.errors.extras).toEqual([expect.not.stringContaining('must be a comma list of codes')]);
    const twice = await quoted('extras=breakfast,breakfast,a b');
    expect(twice.body.errors.extras).toHaveLength(2);
  });

  it('a party in a quote is checked before the listing is looked up, and infants by the team’s age after that', async () => {
    expect((await quoted('children_ages=5', NOBODY)).status).toBe(422);
    expect((await quoted('adults=0&children_ages=1', NOBODY)).status).toBe(404);
  });

  it('a search refuses an invalid party like a quote, together with a missing currency', async () => {
    const search = (query: string) =>
      inn.fieldsOf(inn.send('GET', `/search?check_in=${STAY.check_in}&check_out=${STAY.check_out}&${query}`));
    expect(await search('children_ages=5')).toEqual([422, ['adults']]);
    expect(await search('adults=2&guests=1')).toEqual([422, ['guests']]);
  });
});

describe('limits of a listing', () => {
  it('the reasons about a listing’s limits for children, infants and pets come after guests_exceeded and before min_stay', async () => {
    await inn.put(`/listings/${inn.listing.id}`, { max_children: 1, max_infants: 0, max_pets: null });
    await inn.put(`/listings/${inn.listing.id}/rates`, { rules: { min_stay: 9 } });
    const { body } = await quoted('adults=4&children_ages=1,9,12&pets=2&alternatives=3');
    expect(
      body.data.reasons.map(({ code, required, actual }: Record<string, unknown>) => [
        code,
        required,
        actual,
      ]),
    ).toEqual([
      ['guests_exceeded', 5, 6],
      ['children_exceeded', 1, 2],
      ['infants_exceeded', 0, 1],
      ['pets_exceeded', 0, 2],
      ['min_stay', 9, 3],
    ]);
    expect(body.data.reasons.slice(1, 4).every(({ dates }: { dates: string[] }) => dates.length === 0)).toBe(
      true,
    );
    // No other date mends it.
    expect((await quoted('adults=2&pets=1&alternatives=3')).body.data).toMatchObject({
      reason_code: 'pets_exceeded',
      alternatives: [],
    });
    expect(await inn.read(`/listings/${inn.listing.id}`)).toMatchObject({
      max_children: 1,
      max_infants: 0,
      max_pets: 0,
    });
    const booked = inn.tryBook({
      ...STAY,
      number_of_guests: undefined,
      party: { adults: 4, children_ages: [1, 9, 12], pets: 2 },
    });
    expect(await inn.fieldsOf(booked)).toEqual([422, ['availability', 'number_of_guests', 'party']]);
    const overridden = { party: { adults: 4, children_ages: [1, 9, 12], pets: 2 }, override_rules: true };
    expect((await inn.tryBook({ ...STAY, number_of_guests: 6, ...overridden })).status).toBe(201);
  });

  it.each([
    ['/team', { infant_age: 6 }, ['infant_age']],
    [
      'listing',
      { max_children: 1_001, max_infants: -1, max_pets: 101 },
      ['max_children', 'max_infants', 'max_pets'],
    ],
    ['rates', { rates: { extra_child_nightly: -1 } }, ['rates.extra_child_nightly']],
  ])('limits of party sizes beyond the allowed range are refused: %s %j', async (where, body, fields) => {
    const listing = `/listings/${inn.listing.id}`;
    const path = { listing, rates: `${listing}/rates` }[where] ?? where;
    expect(await inn.fieldsOf(inn.send('PUT', path, body))).toEqual([422, fields]);
  });
});
