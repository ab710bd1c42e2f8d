import { z } from 'zod';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../domain/limits.ts';
import { priceSchema } from './price.ts';

const IDEMPOTENCY_KEY_PATTERN = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`);

const ifMatchHeader = z
  .string()
  .optional()
  .describe(
    'The `ETag` of the version that you have read. If it has changed since, nothing is written and the answer is a 412.',
  );

/** What is written has no `ETag`: every `If-Match` except `*` is refused. */
export const writeHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(IDEMPOTENCY_KEY_PATTERN, {
      error: `The Idempotency-Key header must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters.`,
    })
    .optional()
    .describe(
      `1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters. Repeating a request with the same key within 24 hours has no second effect and gets the same answer.`,
    ),
});

/** For a resource whose GET has an `ETag`, with which `If-Match` is compared. */
export const conditionalWriteHeaders = writeHeaders.extend({ 'if-match': ifMatchHeader });

/** A preview stores nothing, so it needs no idempotency key. */
export const previewHeaders = z.object({ 'if-match': ifMatchHeader });

export const notCancellableAnswer = z
  .object({
    success: z.literal(false).describe('Always false.'),
    message: z.string().describe('An English sentence that says why.'),
    errors: z.strictObject({}).describe('Always empty.'),
  })
  .meta({ id: 'NotCancellable', description: 'The booking’s status forbids its cancellation.' });

export const priceChangedAnswer = z
  .object({
    message: z.string().describe('An English sentence.'),
    code: z.literal('price_changed').describe('Tells it from a conflict of an idempotency key.'),
    price: priceSchema.nullable().describe('The present price. Null if the change needs no new price.'),
  })
  .meta({ id: 'PriceChanged', description: 'The price is not the `expected_total`.' });
