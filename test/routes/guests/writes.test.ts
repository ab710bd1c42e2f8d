import { beforeEach, describe, expect, it } from 'vitest';
import { guestFields } from '../../../src/schemas/guest.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { type Inn, openInn, rowCounts } from '../../helpers/bookings.ts';
import { buildGuest } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world, { units: [] });
});

const post = (body: object | string) => inn.send('POST', '/guests', body);

describe('a new guest', () => {
  it('a new guest is answered with trimmed fields, and read the same', async () => {
    const body = {
      name: ' Bea Lind ',
      email: ' Bea@Example.com ',
      phone: ' +46 ',
      notes: ' Tea.\n',
      id: 'x',
      created_at: 1,
    };
    const guest = await inn.data(post(body), 201);
    expect(guest).toEqual({
      ...listBlanks(guestFields),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Bea Lind',
      email: 'Bea@Example.com',
      phone: '+46',
      notes: 'Tea.',
      erased_at: null,
      created_at: '2031-05-05T10:00:00+00:00',
    });
    expect(await inn.read(`/guests/${guest.id}`)).toEqual(guest);
    expect((await inn.send('GET', '/guests?search=BEA%20L')).body.data).toEqual([guest]);
    expect(await inn.data(post({ name: 'Ñ', email: '', phone: null }), 201)).toMatchObject({
      name: 'Ñ',
      email: null,
      phone: null,
      notes: null,
    });
  });

  it('a guest’s email is unique in the team, but many guests may have none', async () => {
    const { id } = await inn.data(post({ name: 'Bea', email: 'Bea@Example.com' }), 201);
    const { status, body } = await post({ name: 'Else', email: 'bea@example.COM' });
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        message: 'Another guest of the team has this email.',
        errors: { email: ['Another guest of the team has this email.'] },
        codes: { email: ['taken'] },
        existing: { email: id },
      },
    });
    for (let n = 0; n < 2; n += 1) await inn.data(post({ name: 'Nobody' }), 201);
    const other = await openInn(world, { units: [] });
    expect((await other.send('POST', '/guests', { name: 'Bea', email: 'bea@example.com' })).status).toBe(201);
  });

  it.each([
    [{}, ['name']],
    [{ name: null, email: 'x', phone: 5, notes: {} }, ['name', 'email', 'phone', 'notes']],
    [{ name: ' ', email: 'a@b' }, ['name', 'email']],
    [{ name: 'x'.repeat(256), phone: '1'.repeat(51), notes: 'x'.repeat(10_001) }, ['name', 'phone', 'notes']],
    [{ name: '\u202eabc', phone: '1\x07', notes: 'a\tb\n\x07' }, ['name', 'phone']],
    [{ name: 'a\0', phone: '\0', notes: '\0', email: '\0@example.com' }, ['name', 'email', 'phone', 'notes']],
  ])('a new guest with %j is refused at %j', async (body, fields) => {
    const before = await rowCounts(world);
    const answer = await post(body);
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, fields.toSorted()]);
    expect(await rowCounts(world)).toEqual(before);
  });

  it('a new guest with a lone surrogate in a text, or without an object as body, is refused', async () => {
    expect(Object.keys((await post('{"name":"\\udc00"}')).body.errors)).toEqual(['name']);
    expect((await post('[]')).body).toEqual({ message: expect.any(String), errors: {}, codes: {} });
    expect((await post('')).body.errors).toHaveProperty('name');
  });
});

describe('a changed guest', () => {
  it('changing a guest sets present fields, keeps absent ones, and clears null ones', async () => {
    const { id } = await inn.data(
      post({ name: 'Bea', email: 'bea@example.com', phone: '1', notes: 'Tea.' }),
      201,
    );
    let expected = await inn.read(`/guests/${id}`);
    for (const change of [
      { name: 'Béa' },
      { email: 'BEA@example.com' },
      { phone: null },
      { notes: '2' },
      { notes: null, phone: '3' },
      { email: null },
      {},
    ]) {
      expected = { ...expected, ...change };
      expect(await inn.data(inn.send('PUT', `/guests/${id.toUpperCase()}`, change))).toEqual(expected);
    }
    expect(await inn.read(`/guests/${id}`)).toEqual(expected);
    // A cleared email is free again, and a search finds the new name.
    expect((await post({ name: 'New', email: 'bea@example.com' })).status).toBe(201);
    expect((await inn.send('GET', '/guests?search=b%C3%A9')).body.data).toEqual([expected]);
  });

  it('changing a guest is refused for an email in use and for a missing name', async () => {
    const guest = await buildGuest(world, { teamId: inn.teamId, email: 'One@example.com' });
    const { id } = await buildGuest(world, { teamId: inn.teamId });
    const before = await inn.read(`/guests/${id}`);
    const put = (body: object, of = id) => inn.send('PUT', `/guests/${of}`, body);
    expect((await put({ name: 'x', email: 'one@EXAMPLE.com' })).body.errors).toEqual({
      email: [expect.any(String)],
    });
    expect(Object.keys((await put({ name: null, email: 5 })).body.errors)).toEqual(['name', 'email']);
    expect(await inn.read(`/guests/${id}`)).toEqual(before);
    expect((await put({ email: 'ONE@example.com' }, guest.id)).body.data.email).toBe('ONE@example.com');
  });

  it('a guest may have unusual but well-formed texts, which are stored as they are', async () => {
    for (const name of [
      "Robert'); drop table guests;--",
      '👩‍👩‍👧',
      'İstanbul ß',
      'a\u0000'.slice(0, 1),
      '%_\\',
    ]) {
      const { id } = await inn.data(post({ name }), 201);
      expect((await inn.read(`/guests/${id}`)).name).toBe(name);
      if (name.length > 1) {
        const { data } = (await inn.send('GET', `/guests?search=${encodeURIComponent(name)}`)).body;
        expect(data.map((guest: { id: string }) => guest.id)).toEqual([id]);
      }
    }
  });
});
