import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { EXTRAS, openPartyInn, PARTY, QUERY, STAY } from './party-inn.ts';

const world = await openSharedApp();
const countOf = async (send: () => Promise<{ status: number }>) => {
  const { result, statements } = await world.statements.during(send);
  expect(result.status).toBeLessThan(300);
  return statements.length;
};

it('a party and its extras cost no statement, neither in a quote nor in a booking nor in its change', async () => {
  const inn = await openPartyInn(world);
  const named = { number_of_guests: undefined, party: PARTY, extras: EXTRAS };
  const withParty = await countOf(() => inn.tryBook({ ...STAY, ...named }));
  expect(withParty).toBe(await countOf(() => inn.tryBook(STAY)));
  const quote = await countOf(() => inn.quote(inn.listing.id, QUERY));
  expect(quote).toBe(await countOf(() => inn.quote(inn.listing.id, { ...STAY, guests: 2 })));
  const [one, other] = [
    await inn.bookParty({ check_in: '2031-12-20' }),
    await inn.book({ check_in: '2031-06-01', check_out: '2031-06-03' }),
  ];
  const changed = await countOf(() => inn.change(one.id, { party: { adults: 2 }, extras: [] }));
  expect(changed).toBe(await countOf(() => inn.change(other.id, { number_of_guests: 3 })));
});
