/** Actions that cannot be undone are refused if their caller has not read what they act on. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { expectSound, type Inn, openInn, tally } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { digestOf } from '../../reliability/stored-texts.ts';

const world = await openSharedApp();
let inn: Inn;
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world, {
    team: { depositPpm: 300_000, balanceDueDays: 10 },
    listing: { securityDepositCents: 5_000 },
  });
});

const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
const STALE = { 'if-match': '"stale"' };
const MESSAGE = { message: 'This has changed since you read it. Read it again, then decide.' };

const tagOf = async (path: string) => String((await inn.send('GET', path)).headers.etag);

type Action = { method: 'POST' | 'PUT'; path: string; body?: object; invalid?: object; tagged: string[] };

/** Each action on a thing that exists, and the paths whose tags it accepts. */
const ACTIONS: Record<string, () => Promise<Action>> = {
  'the cancellation of a booking': async () => {
    const { id } = await inn.book();
    const path = `/bookings/${id}`;
    return { method: 'POST', path: `${path}/cancel`, body: {}, invalid: { reason: 1 }, tagged: [path] };
  },
  'the confirmation of a booking': async () => {
    const { id } = await inn.book({ status: 'pending' });
    return { method: 'POST', path: `/bookings/${id}/confirm`, tagged: [`/bookings/${id}`] };
  },
  'the erasure of a guest': async () => {
    const { id } = await inn.data(inn.send('POST', '/guests', { name: 'Bea', phone: '1' }), 201);
    return { method: 'POST', path: `/guests/${id}/erase`, tagged: [`/guests/${id}`] };
  },
  'a payment that came': async () => {
    const tagged = await bookedPaths();
    const path = `${tagged[1]}/payments`;
    return { method: 'POST', path, body: { amount: 100 }, invalid: { amount: 0 }, tagged };
  },
  'the outcome of a payment': async () => {
    const tagged = await bookedPaths();
    const [{ id }] = (await inn.read(tagged[0])).payments;
    const path = `${tagged[1]}/payments/${id}`;
    return { method: 'PUT', path, body: { status: 'paid' }, invalid: { status: 'lost' }, tagged };
  },
  'the outcome of an invoice': async () => {
    const tagged = await bookedPaths();
    const [{ id }] = (await inn.read(tagged[0])).invoices;
    const path = `${tagged[1]}/invoices/${id}`;
    return { method: 'PUT', path, body: { status: 'paid' }, invalid: { status: 'lost' }, tagged };
  },
  'the outcome of a security deposit': async () => {
    const tagged = await bookedPaths();
    const path = `${tagged[1]}/security-deposit`;
    return { method: 'PUT', path, body: { status: 'held' }, invalid: { status: 'lost' }, tagged };
  },
};

/** A booking's folio, and the booking: a write of a folio accepts the tags of both. */
async function bookedPaths(): Promise<[folio: string, booking: string]> {
  const { id } = await inn.book();
  return [`/bookings/${id}/folio`, `/bookings/${id}`];
}

describe.each(Object.entries(ACTIONS))('%s', (_name, make) => {
  const send = ({ method, path, body }: Action, headers: Record<string, string>) =>
    inn.send(method, path, body, headers);

  it('is refused under a stale tag, and changes nothing', async () => {
    const action = await make();
    const before = await digestOf(world.db, inn.teamId);
    expect(await send(action, STALE)).toMatchObject({ status: 412, body: MESSAGE });
    expect(await digestOf(world.db, inn.teamId)).toEqual(before);
  });

  it('is done under each present tag, and under any tag a second time refused', async () => {
    for (const index of (await make()).tagged.keys()) {
      inn = await openInn(world, { listing: { securityDepositCents: 5_000 } });
      const action = await make();
      const tag = { 'if-match': await tagOf(action.tagged[index] ?? '') };
      expect((await send(action, tag)).status).toBeLessThan(300);
      // A booking stays the same when only its folio changes.
      const isSame = action.tagged.length === 2 && index === 1;
      if (!isSame) expect((await send(action, tag)).status).toBe(412);
    }
    await expectSound(world);
  });

  it('gives its first answer again under its key, although its tag is stale by then', async () => {
    const action = await make();
    const headers = { 'if-match': await tagOf(action.tagged[0] ?? ''), 'idempotency-key': 'once' };
    const first = await send(action, headers);
    const again = await send(action, headers);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers['idempotent-replay']).toBe('true');
  });

  it('is refused for invalid fields and an unknown path before its tag is compared', async () => {
    const { invalid, ...action } = await make();
    if (invalid) expect((await send({ ...action, body: invalid }, STALE)).status).toBe(422);
    const path = action.path.replace(/[0-9a-f-]{36}/, NOBODY);
    expect((await send({ ...action, path }, STALE)).status).toBe(404);
    expect((await send(action, { 'if-match': '*' })).status).toBeLessThan(300);
  });

  it('is done by only one of two callers who have read the same state', async () => {
    const action = await make();
    const tag = { 'if-match': await tagOf(action.tagged[0] ?? '') };
    const answers = await Promise.all([send(action, tag), send(action, tag)]);
    const done = action.path.endsWith('/payments') ? 201 : 200;
    expect(tally(answers)).toEqual({ [done]: 1, 412: 1 });
    await expectSound(world);
  });
});

it('a cancellation and its preview under the tag from before a change are refused, and the booking stays', async () => {
  const { id } = await inn.book();
  const tag = { 'if-match': await tagOf(`/bookings/${id}`) };
  await inn.data(inn.change(id, { notes: 'They come after all.' }));
  for (const path of [`/bookings/${id}/cancel/preview`, `/bookings/${id}/cancel`])
    expect(await inn.send('POST', path, {}, tag)).toMatchObject({ status: 412, body: MESSAGE });
  expect((await inn.read(`/bookings/${id}`)).status).toBe('confirmed');
  const current = { 'if-match': await tagOf(`/bookings/${id}`) };
  expect((await inn.send('POST', `/bookings/${id}/cancel/preview`, {}, current)).status).toBe(200);
});

it('a cancellation races with a change: under the same tag only one of them is done', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await inn.book({ check_in: day(10 * round), check_out: day(10 * round + 3) });
    const tag = { 'if-match': await tagOf(`/bookings/${id}`) };
    const answers = await Promise.all([
      inn.send('POST', `/bookings/${id}/cancel`, {}, tag),
      inn.change(id, { check_out: day(10 * round + 4) }, tag),
    ]);
    expect(tally(answers)).toEqual({ 200: 1, 412: 1 });
  }
  await expectSound(world);
});

it('the tag of a folio changes with the folio alone, and neither cancels nor changes the booking', async () => {
  const { id } = await inn.book();
  const [folio, booking] = [await tagOf(`/bookings/${id}/folio`), await tagOf(`/bookings/${id}`)];
  const known = await inn.send('GET', `/bookings/${id}/folio`, undefined, { 'if-none-match': folio });
  expect(known).toMatchObject({ status: 304, text: '' });
  await inn.data(inn.change(id, { notes: 'Late' }));
  expect(await tagOf(`/bookings/${id}/folio`)).toBe(folio);
  await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 100 }), 201);
  expect(await tagOf(`/bookings/${id}/folio`)).not.toBe(folio);
  expect(await tagOf(`/bookings/${id}`)).not.toBe(booking);
  const present = { 'if-match': await tagOf(`/bookings/${id}/folio`) };
  expect((await inn.send('POST', `/bookings/${id}/cancel`, {}, present)).status).toBe(412);
  expect((await inn.change(id, { notes: 'Later' }, present)).status).toBe(412);
});

it('a stale tag comes before the state of a booking, a lapsed hold and what is owed', async () => {
  const { id } = await inn.book();
  const tooMuch = { amount: 1_000_000 };
  expect((await inn.send('POST', `/bookings/${id}/payments`, tooMuch, STALE)).status).toBe(412);
  await inn.data(inn.cancel(id));
  for (const path of [`/bookings/${id}/cancel`, `/bookings/${id}/confirm`])
    expect((await inn.send('POST', path, undefined, STALE)).status).toBe(412);
  const hold = await inn.book({ status: 'pending', expires_in: 10, check_in: day(20), check_out: day(22) });
  const [tag, folio] = [await tagOf(`/bookings/${hold.id}`), await tagOf(`/bookings/${hold.id}/folio`)];
  world.clock.set('2031-05-05T10:10:00Z');
  // Until a write comes, a lapsed hold is read as a pending booking, and so has the tag of one.
  expect((await inn.send('POST', `/bookings/${hold.id}/confirm`, undefined, STALE)).status).toBe(412);
  expect((await inn.read(`/bookings/${hold.id}`)).status).toBe('cancelled');
  const other = await inn.book({ status: 'pending', expires_in: 10, check_in: day(30), check_out: day(32) });
  const others = [await tagOf(`/bookings/${other.id}`), await tagOf(`/bookings/${other.id}/folio`)];
  world.clock.set('2031-05-05T10:20:00Z');
  const pay = (condition = '') =>
    inn.send('POST', `/bookings/${other.id}/payments`, { amount: 100 }, { 'if-match': condition });
  expect((await pay(others[1])).status).toBe(422);
  expect((await pay(others[0])).status).toBe(412);
  expect((await pay(tag)).status).toBe(412);
  expect((await pay(folio)).status).toBe(412);
});

it('a guest is not erased under the tag from before a change of theirs', async () => {
  const { id } = await inn.data(inn.send('POST', '/guests', { name: 'Bea' }), 201);
  const tag = { 'if-match': await tagOf(`/guests/${id}`) };
  await inn.data(inn.send('PUT', `/guests/${id}`, { notes: 'Asked to be kept.' }));
  expect(await inn.send('POST', `/guests/${id}/erase`, undefined, tag)).toMatchObject({
    status: 412,
    body: MESSAGE,
  });
  expect((await inn.read(`/guests/${id}`)).name).toBe('Bea');
});
