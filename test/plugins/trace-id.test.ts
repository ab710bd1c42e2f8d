import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';

const world = await openSharedApp({
  extend: (app) =>
    app.get('/broken', () => {
      throw new Error('broken');
    }),
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

/** The lines that one request brings into the log. */
async function logOf(url: string, traceparent: string) {
  const before = world.log.length;
  await world.get(url, null, { traceparent, 'x-request-id': 'mine' });
  return world.log.slice(before).map((line) => JSON.parse(line));
}

test('lines about a request, errors too, have the trace id of its traceparent', async () => {
  const lines = await logOf('/broken', `00-${TRACE}-${SPAN}-01`);
  expect(lines.map(({ msg, reqId, traceId }) => [msg, reqId, traceId])).toEqual([
    ['request failed', 'mine', TRACE],
    ['answered', 'mine', TRACE],
  ]);
});

test('a traceparent of a later version counts, with more at its end', async () => {
  const [line] = await logOf('/v1/me', `cc-${TRACE}-${SPAN}-01-what-comes-later`);
  expect(line).toMatchObject({ msg: 'answered', traceId: TRACE });
});

test.each([
  ['no traceparent at all', 'x'],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['the version ff', `ff-${TRACE}-${SPAN}-01`],
  ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
])('%s leaves the trace id out of the log', async (_what, traceparent) => {
  const [line] = await logOf('/v1/me', traceparent);
  expect(line).toMatchObject({ msg: 'answered', reqId: 'mine' });
  expect(line).not.toHaveProperty('traceId');
});
