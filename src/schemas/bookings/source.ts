/** A known word such as `direct`, or a channel's name (docs/rules.md, 9.16). */
import { z } from 'zod';
import { BOOKING_SOURCES, CHANNEL_SOURCE_PATTERN, isBookingSource } from '../../domain/vocabulary.ts';
import { mustBe } from '../fields/lists.ts';
import { listOfWordsParameter } from '../parameters.ts';

/** The end of an error message. */
export const BOOKING_SOURCES_TEXT = `${BOOKING_SOURCES.join(', ')}, or channel: and 1 to 40 of a-z, 0-9, _ and -`;

const NOT_A_SOURCE = mustBe(`one of ${BOOKING_SOURCES_TEXT}`);
const FORMS = {
  anyOf: [
    { type: 'string' as const, enum: [...BOOKING_SOURCES] },
    { type: 'string' as const, pattern: CHANNEL_SOURCE_PATTERN },
  ],
};

export const bookingSourceField = z.string(NOT_A_SOURCE).refine(isBookingSource, NOT_A_SOURCE).meta(FORMS);

export const bookingSourceSchema = z
  .string()
  .meta(FORMS)
  .describe('Where it came from: one of these words, or `channel:` and the name of a channel that has none.');

export const bookingSourcesParameter = listOfWordsParameter(
  isBookingSource,
  `must be a comma list of ${BOOKING_SOURCES_TEXT}.`,
  FORMS,
);
