import { expect, test } from 'vitest';
import { guestFields } from '../../../src/schemas/guest.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { buildGuest, buildTeam, buildToken } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';

const world = await openSharedApp();

async function openTeam() {
  const { id: teamId } = await buildTeam(world);
  const token = await buildToken(world, { teamId });
  const namesAt = async (query: Record<string, string>): Promise<string[]> => {
    const response = await world.get(`/v1/guests?${new URLSearchParams(query)}`, token);
    expect(response.statusCode).toBe(200);
    return response.json().data.map((guest: { name: string }) => guest.name);
  };
  return { teamId, token, namesAt };
}

test('a guest shows everything that it can have, and one with a name alone shows nulls', async () => {
  const { teamId, token } = await openTeam();
  const whole = await buildGuest(world, {
    teamId,
    name: 'Bea Lind',
    email: 'Bea.Lind@Example.com',
    phone: '+46 70 123 45 67',
    notes: 'Late arrivals.\nTea.',
    createdAt: new Date('2030-02-28T23:00:01Z'),
  });
  const bare = await buildGuest(world, { teamId, name: 'Ñ', email: null });
  expect((await world.get(`/v1/guests/${whole.id}`, token)).json()).toEqual({
    data: {
      ...listBlanks(guestFields),
      id: whole.id,
      name: 'Bea Lind',
      email: 'Bea.Lind@Example.com',
      phone: '+46 70 123 45 67',
      notes: 'Late arrivals.\nTea.',
      erased_at: null,
      created_at: '2030-02-28T23:00:01+00:00',
    },
  });
  expect((await world.get(`/v1/guests/${bare.id}`, token)).json()).toEqual({
    data: {
      ...listBlanks(guestFields),
      id: bare.id,
      name: 'Ñ',
      email: null,
      phone: null,
      notes: null,
      erased_at: null,
      created_at: '2021-01-05T14:03:22+00:00',
    },
  });
});

test('guests are listed newest first, those of the same second by id, highest first', async () => {
  const { teamId, namesAt } = await openTeam();
  const at = (time: string) => new Date(`2031-01-01T${time}Z`);
  await buildGuest(world, { teamId, name: 'second', createdAt: at('10:00:01') });
  await buildGuest(world, { teamId, name: 'third', createdAt: at('10:00:00') });
  await buildGuest(world, { teamId, name: 'first', createdAt: at('10:00:02') });
  const id = (end: number) => `0196a5c0-0000-7000-8000-00000000000${end}`;
  await buildGuest(world, { teamId, id: id(2), name: 'fifth', createdAt: at('09:00:00') });
  await buildGuest(world, { teamId, id: id(3), name: 'fourth', createdAt: at('09:00:00') });
  await buildGuest(world, { teamId, id: id(1), name: 'sixth', createdAt: at('09:00:00') });
  expect(await namesAt({})).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth']);
  expect(await namesAt({ per_page: '2', page: '2' })).toEqual(['third', 'fourth']);
  expect(await namesAt({ per_page: '4', page: '2' })).toEqual(['fifth', 'sixth']);
});

test('searching by email finds exactly the guest with that email, in any case', async () => {
  const { teamId, namesAt } = await openTeam();
  await buildGuest(world, { teamId, name: 'Bea', email: 'Bea.Lind@Example.com' });
  await buildGuest(world, { teamId, name: 'Other', email: 'bea.lind@example.com.au' });
  await buildGuest(world, { teamId, name: 'None', email: null });
  for (const email of ['Bea.Lind@Example.com', 'bea.lind@example.com', ' BEA.LIND@EXAMPLE.COM '])
    expect(await namesAt({ email })).toEqual(['Bea']);
  expect(await namesAt({ email: 'lind@example.com' })).toEqual([]);
  expect(await namesAt({ email: 'bea_lind@example.com' })).toEqual([]);
});

test('searching guests looks into name and email in any case, also beyond ASCII', async () => {
  const { teamId, namesAt } = await openTeam();
  const createdAt = (second: number) => new Date(Date.UTC(2031, 0, 1, 0, 0, second));
  await buildGuest(world, { teamId, name: 'Åsa Öberg', email: 'asa@example.com', createdAt: createdAt(3) });
  await buildGuest(world, { teamId, name: 'Нина Иванова', email: null, createdAt: createdAt(2) });
  await buildGuest(world, { teamId, name: 'Tom', email: 'Tom@Brook.example', createdAt: createdAt(1) });
  expect(await namesAt({ search: 'ÅSA' })).toEqual(['Åsa Öberg']);
  expect(await namesAt({ search: 'öBE' })).toEqual(['Åsa Öberg']);
  expect(await namesAt({ search: 'нина и' })).toEqual(['Нина Иванова']);
  expect(await namesAt({ search: 'ИВАН' })).toEqual(['Нина Иванова']);
  expect(await namesAt({ search: 'M@BROOK' })).toEqual(['Tom']);
  expect(await namesAt({ search: '  EXAMPLE  ' })).toEqual(['Åsa Öberg', 'Tom']);
  expect(await namesAt({ search: 'example', email: 'tom@brook.example' })).toEqual(['Tom']);
  expect(await namesAt({ search: 'asa öberg' })).toEqual([]);
});

test('searching guests takes characters such as % and _ literally', async () => {
  const { teamId, namesAt } = await openTeam();
  for (const name of ['50% off', 'a_b', 'axb', 'back\\slash', "O'Neil", '(dot).*'])
    await buildGuest(world, { teamId, name, email: null });
  for (const [search, names] of [
    ['0%', ['50% off']],
    ['%%', []],
    ['a_b', ['a_b']],
    ['__', []],
    ['\\s', ['back\\slash']],
    ["O'N", ["O'Neil"]],
    ['.*', ['(dot).*']],
    ['%00', []],
  ] as const) {
    expect([search, await namesAt({ search })]).toEqual([search, names]);
  }
});

test('searching guests does not match across the end of the name into the email', async () => {
  const { teamId, namesAt } = await openTeam();
  await buildGuest(world, { teamId, name: 'Bea', email: 'lind@example.com' });
  expect(await namesAt({ search: 'bealind' })).toEqual([]);
  expect(await namesAt({ search: 'bea lind' })).toEqual([]);
});

test('the links of a list of guests keep the search', async () => {
  const { teamId, token } = await openTeam();
  for (let n = 1; n <= 3; n += 1) await buildGuest(world, { teamId, name: `Åsa & ${n}`, email: null });
  const { links, meta } = (await world.get('/v1/guests?search=%C3%85sa+%26&per_page=1&page=2', token)).json();
  expect(links.next).toBe('http://localhost/v1/guests?search=%C3%85sa+%26&per_page=1&page=3');
  expect(meta.total).toBe(3);
});

test('guests of another team are neither listed nor counted', async () => {
  const { token } = await openTeam();
  await buildGuest(world, { name: 'Stranger', email: 'stranger@example.com' });
  for (const query of ['', '?email=stranger@example.com', '?search=stranger'])
    expect((await world.get(`/v1/guests${query}`, token)).json()).toMatchObject({
      data: [],
      meta: { total: 0 },
    });
});
