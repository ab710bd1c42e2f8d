/** `/` is an unknown path for programs. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';

const world = await openSharedApp();

test.each([{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'text/html;q=0, */*' }])(
  '`/` with the headers %j is a 404 like any unknown path, which varies by Accept',
  async (headers) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const [start, nothing] = await Promise.all(
        ['/', '/nothing'].map((url) =>
          world.app.inject({ method, url, headers: { ...headers, 'x-request-id': 'same' } }),
        ),
      );
      expect(start?.statusCode).toBe(404);
      expect(start?.body).toBe(nothing?.body);
      const { vary, ...headersOfStart } = start?.headers ?? {};
      expect(headersOfStart).toEqual({ ...nothing?.headers, date: start?.headers.date });
      // Only what is read varies by what the reader accepts.
      expect(vary).toBe(method === 'POST' ? undefined : 'Accept');
    }
  },
);
