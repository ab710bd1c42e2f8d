import { expect } from 'vitest';
import { openTestApp, type TestAppOptions } from '../helpers/app.ts';

/** An app whose `/slow` answers when it is released, to stop the app with a request under way. */
export async function openSlow(options: TestAppOptions = {}) {
  const held = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  let arrived = 0;
  const world = await openTestApp({
    ...options,
    extend: (app) => {
      app.get('/slow', () => held.promise.then(() => ({ finished: true })));
      // After the app's own hook.
      app.after(() => app.addHook('preClose', async () => stopping.resolve()));
      app.server.on('request', () => {
        arrived += 1;
      });
    },
  });
  return {
    world,
    release: held.resolve,
    /** Waits until this many requests have arrived. */
    untilArrived: (count: number) => expect.poll(() => arrived).toBe(count),
    /** Resolves when it accepts no more requests. */
    untilStopping: stopping.promise,
  };
}
