/** The orders and filters of a list of bookings (docs/rules.md, 24). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const inn = await openInn(world, { units: ['A', 'B', 'C', 'D'] });
const bookings: Record<string, Json> = {};
const stays = {
  early: { check_in: day(1), check_out: day(9), guest: { name: 'Ada Früh', email: 'ada@example.com' } },
  short: { check_in: day(3), check_out: day(5), guest: { name: 'Bo 100 %', phone: '+46 (70) 123-45 67' } },
  long: { check_in: day(3), check_out: day(9), guest: { name: 'Cy Long' }, external_reference: 'HM-AbC1234' },
  gone: { check_in: day(2), check_out: day(3), guest: { name: 'Di Gone' } },
};
for (const [name, stay] of Object.entries(stays)) bookings[name] = await inn.book(stay);
await inn.data(inn.cancel(bookings.gone.id));
const [payment] = (await inn.folio(bookings.short.id)).payments;
await inn.data(inn.send('PUT', `/bookings/${bookings.short.id}/payments/${payment.id}`, { status: 'paid' }));

await world.db.execute(
  `update bookings set created_at = created_at - interval '1 hour' where id = '${bookings.early.id}'`,
);

const list = (query: string) => inn.send('GET', `/bookings?${query}`);
const namesOf = async (query: string) => {
  const answer = await list(query);
  expect(answer.status, query).toBe(200);
  expect(answer.body.meta.total).toBe(answer.body.data.length);
  return answer.body.data
    .map(({ id }: Json) => Object.keys(bookings).find((name) => bookings[name].id === id))
    .join(' ');
};

it.each([
  ['', 'gone long short early'],
  ['sort=-created_at', 'gone long short early'],
  ['sort=created_at', 'early gone long short'],
  ['sort=check_in', 'early gone long short'],
  ['sort=-check_in', 'long short gone early'],
  ['sort=check_out', 'gone short long early'],
  ['sort=-check_out', 'long early short gone'],
  ['sort=grand_total', 'gone short long early'],
  ['sort=-grand_total', 'early long short gone'],
  [`arriving_on=${day(3)}&sort=check_out`, 'short long'],
  [`departing_on=${day(9)}`, 'long early'],
  [`in_house_on=${day(4)}`, 'long short early'],
  [`in_house_on=${day(5)}`, 'long early'],
  [`in_house_on=${day(2)}&status=confirmed`, 'early'],
  ['balance=due', 'long early'],
  ['balance=settled', 'gone short'],
  ['search=FRÜH', 'early'],
  ['search=ada%40', 'early'],
  ['search=100%20%25', 'short'],
  ['search=nobody', ''],
  ['search=1234', 'short'],
  ['search=070123', ''],
  ['search=70%201-23', 'short'],
  ['search=%2B46701234567', 'short'],
  ['search=123', ''],
  ['search=hm-aBc1234', 'long'],
  ['search=HM-AbC123', ''],
  ['search=bC1234', ''],
])('GET /v1/bookings?%s lists %s', async (query, names) => {
  const title = query === '' ? names : await namesOf(query);
  expect(query === '' ? await namesOf('per_page=10') : title).toBe(names);
});

it('a search for bookings finds part of a code and of a title', async () => {
  const { confirmation_code: code, listing } = bookings.long;
  expect(await namesOf(`search=${code.slice(1, 7).toLowerCase()}`)).toBe('long');
  expect((await list(`search=${encodeURIComponent(listing.public_title)}`)).body.data).toHaveLength(4);
});

it('pages of a sorted list of bookings continue in its order', async () => {
  const { body } = await list('sort=check_in&per_page=2&page=2');
  expect(body.data.map(({ id }: Json) => id)).toEqual([bookings.long.id, bookings.short.id]);
  expect(body.links.prev).toContain('sort=check_in');
});

it.each(['sort=name', 'sort=', 'search=x', 'balance=all', 'arriving_on=soon', 'in_house_on='])(
  'the list of bookings refuses ?%s',
  async (query) => {
    const { status, body } = await list(query);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({
      status: 422,
      fields: [query.split('=')[0]],
    });
  },
);
