import type { DeliveryRecord } from '../../db/queries/webhooks/webhooks.ts';
import type { TeamEventType } from '../../domain/vocabulary.ts';
import { newId } from '../new-id.ts';

export type DeliveredEvent = {
  id: string;
  position: number;
  type: TeamEventType;
  data: Record<string, unknown>;
};

/** The booking that an event is about. Deliveries about one booking wait for each other. */
export const bookingOf = ({ type, data }: DeliveredEvent): string | null =>
  type.startsWith('booking.') && typeof data.booking_id === 'string' ? data.booking_id : null;

/** A delivery that has not been tried yet, and is due now. */
export const newDelivery = (
  { teamId, id: webhookId }: { teamId: number; id: string },
  event: DeliveredEvent,
  { round, now }: { round: number; now: Date },
): DeliveryRecord => ({
  ...{ teamId, id: newId(), webhookId, eventId: event.id, position: event.position, round, type: event.type },
  ...{ bookingId: bookingOf(event), status: 'pending', attempts: 0, nextAttemptAt: now, createdAt: now },
  ...{ responseStatus: null, error: null, responseBody: null, deliveredAt: null },
});
