import fp from 'fastify-plugin';
import { isReadMethod } from '../methods.ts';

/** Shorter texts are not counted. Those of almost all answers are. */
const LONG_TEXT_LENGTH = 4_194_304;

/**
 * Limits the memory of long texts that wait for their compression, beside everything else that is under way. A write is
 * never refused here, because it has been done.
 */
export const boundTextMemory = fp(async (app) => {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (isReadMethod(request.method) && typeof payload === 'string' && payload.length > LONG_TEXT_LENGTH)
      request.cost.holdText(payload.length);
    done();
  });
});
