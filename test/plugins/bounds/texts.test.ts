import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { tally, times } from '../../helpers/bookings.ts';

const LONG_TEXT = 'x'.repeat(30 * 1_048_576);

const world = await openSharedApp({
  extend: (app) => {
    app.get('/long', async () => LONG_TEXT);
    app.post('/long', async () => LONG_TEXT);
  },
});

const ask = async (method: 'GET' | 'POST') => {
  const headers = { 'accept-encoding': 'gzip' };
  const { statusCode } = await world.app.inject({ method, url: '/long', headers });
  return { status: statusCode };
};

test('long texts that wait for their compression are few', async () => {
  expect(tally(await Promise.all(times(5, () => ask('GET'))))).toEqual({ 200: 1, 503: 4 });
  expect(await ask('GET')).toEqual({ status: 200 });
});

test('the long answer to a write is sent, because the write has been done', async () => {
  expect(tally(await Promise.all(times(3, () => ask('POST'))))).toEqual({ 200: 3 });
});
