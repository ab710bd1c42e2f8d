import { expect } from 'vitest';
import { openTestApp, type TestAppOptions } from './app.ts';

/** An app whose `/slow` answers when it is released, to stop it with a request under way. */
export async function openSlow(options: TestAppOptions = {}) {
  const held = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  let arrived = 0;
  const world = await openTestApp({
    ...options,
    extend: (app) => {
      app.get('/slow', () => held.promise.then(() => ({ finished: true })));
      app.addHook('preClose', async () => stopping.resolve());
      app.server.on('request', () => {
        arrived += 1;
      });
    },
  });
  return {
    world,
    release: held.resolve,
    /** Until it has seen this many requests. */
    untilArrived: (count: number) => expect.poll(() => arrived).toBe(count),
    /** Until it takes no more. */
    untilStopping: stopping.promise,
  };
}
