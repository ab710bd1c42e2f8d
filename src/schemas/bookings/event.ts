/** These events show more than the team's feed: values before and after a change. */
import { z } from 'zod';
import { toInstantText } from '../../domain/formats.ts';
import { BOOKING_EVENT_TYPES, type BookingEventType } from '../../domain/vocabulary.ts';
import type { BookingEvent } from '../../services/bookings/read.ts';
import { actorSchema } from '../event.ts';
import { presentEventMeaning, toEventName } from '../event-data.ts';
import { amountSchema, idSchema, instantSchema } from '../formats.ts';
import { pageSchema } from '../page.ts';

/** Before and after a change. */
const pairOf = (value: z.ZodType) => z.array(value).length(2);

const overrideRules = z.boolean().optional().describe('Whether the rules of the place were passed over.');
const because = idSchema
  .optional()
  .describe('The booking that needed the room for which this one was moved.');

/** Events that came with a team file may show anything else beside it. */
const DETAILS = {
  'booking.created': { override_rules: overrideRules },
  'booking.confirmed': {},
  'booking.changed': {
    guest: z.array(z.string()).optional().describe('The names of the guest’s fields that have changed.'),
    override_rules: overrideRules,
  },
  'booking.cancelled': {
    reason: z.string().nullable().optional().describe('Why it was cancelled. Null without a reason.'),
  },
  'booking.expired': {},
  'booking.completed': {},
  'booking.folio_changed': {
    payment: idSchema.optional().describe('The payment, if the step was one of a payment.'),
    invoice: idSchema.optional().describe('The invoice, if the step was one of an invoice.'),
    security_deposit: idSchema.optional().describe('The deposit, if the step was one of the deposit.'),
    status: pairOf(z.string().nullable())
      .optional()
      .describe('Before and after. The first is null for a new payment.'),
    refunded_amount: pairOf(amountSchema).optional().describe('Before and after, if a part was paid back.'),
  },
  'booking.unit_moved': {
    unit_id: pairOf(idSchema.nullable()).optional().describe('Before and after.'),
    because,
    override_rules: overrideRules,
  },
} satisfies Record<BookingEventType, z.ZodRawShape>;

const DETAIL_DESCRIPTIONS: { [Type in BookingEventType]?: string } = {
  'booking.changed':
    'Each field that has changed, by its name in the booking, with a list of its value before and its value after.',
};

const buildSchema = (type: BookingEventType) =>
  z
    .object({
      id: idSchema,
      type: z.literal(type).describe('Says what is in `data`.'),
      actor: actorSchema,
      data: z.looseObject(DETAILS[type]).meta({
        id: `${toEventName(type)}Details`,
        description: DETAIL_DESCRIPTIONS[type] ?? presentEventMeaning(type),
      }),
      created_at: instantSchema.describe('When it happened: to the second, in UTC.'),
    })
    .meta({ id: `${toEventName(type)}OfBooking`, description: presentEventMeaning(type) });

const [firstType, ...otherTypes] = BOOKING_EVENT_TYPES;
export const bookingEventSchema = z
  .discriminatedUnion('type', [buildSchema(firstType), ...otherTypes.map(buildSchema)])
  .meta({ id: 'BookingEvent', description: 'The `type` says what is in `data`.' });

export const bookingEventListAnswer = pageSchema(bookingEventSchema);

export const presentBookingEvent = (event: BookingEvent): z.infer<typeof bookingEventSchema> => ({
  id: event.id,
  type: event.type,
  actor: { type: event.actorType, name: event.actorName },
  data: sortDetails(event.type, event.details ?? {}),
  created_at: toInstantText(event.createdAt),
});

/** PostgreSQL's `jsonb` does not keep the order of fields. Those that the reference names come first. */
function sortDetails(type: BookingEventType, details: Record<string, unknown>): Record<string, unknown> {
  const named = Object.keys(DETAILS[type]).filter((field) => field in details);
  return Object.fromEntries(
    [...new Set([...named, ...Object.keys(details)])].map((field) => [field, details[field]]),
  );
}
