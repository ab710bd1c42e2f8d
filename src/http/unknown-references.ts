import type { FastifyRequest } from 'fastify';
import { asUuid } from '../domain/uuid.ts';
import { type FieldMessages, mergeMessages } from '../services/outcome.ts';
import { fieldErrorsOf, invalidFields } from './errors.ts';

/**
 * Where a body's fields are invalid, looks up what it refers to all the same, so that an unknown id is told together
 * with them (contract, section 8: all fields at once). A body whose fields stand is left to the write itself.
 */
export async function refuseUnknown(
  request: FastifyRequest,
  find: (references: { listingId: string | null; guestId: string | null }) => Promise<FieldMessages>,
): Promise<void> {
  const { validationError, sentBody } = request;
  if (!validationError) return;
  const sent = typeof sentBody === 'object' && sentBody !== null ? (sentBody as Record<string, unknown>) : {};
  const unknown = await find({ listingId: idOf(sent.listing_id), guestId: idOf(sent.guest_id) });
  if (Object.keys(unknown).length === 0) throw validationError;
  throw invalidFields(mergeMessages(fieldErrorsOf(validationError), unknown));
}

const idOf = (value: unknown): string | null => (typeof value === 'string' ? asUuid(value) : null);
