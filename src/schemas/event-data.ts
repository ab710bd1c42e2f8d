/**
 * The schema of each event type's data. The API reference, the table in docs/webhooks.md and the types of the event
 * feed are made from the schemas of event data (docs/rules.md, 17.1).
 */
import { z } from 'zod';
import { TEAM_EVENT_TYPES, type TeamEventData, type TeamEventType } from '../domain/events.ts';
import {
  BOOKING_STATUSES,
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  SECURITY_DEPOSIT_STATUSES,
} from '../domain/vocabulary.ts';
import { bookingSourceSchema } from './bookings/source.ts';
import { amountSchema, currencySchema, dateSchema, idSchema } from './formats.ts';

const changed = z.array(z.string()).describe('The names of the fields that have changed.');

const bookingFields = {
  booking_id: idSchema,
  confirmation_code: z.string(),
  listing_id: idSchema,
  unit_id: idSchema.nullable().describe('Null for a booking of a whole building.'),
  status: z.enum(BOOKING_STATUSES),
  check_in: dateSchema,
  check_out: dateSchema,
  changed,
  previous_check_in: dateSchema.optional().describe('If it has changed.'),
  previous_check_out: dateSchema.optional().describe('If it has changed.'),
  previous_listing_id: idSchema.optional().describe('If it has changed.'),
  previous_unit_id: idSchema.nullable().optional().describe('If it has changed.'),
  because: idSchema.optional().describe('The booking that needed the room for which this one was moved.'),
};

const priceFields = {
  currency: currencySchema.optional().describe('ISO 4217. Events of versions before 2.0 have none.'),
  grand_total: amountSchema.optional().describe('Events of versions before 2.0 have none.'),
  previous_grand_total: amountSchema.optional().describe('If it has changed.'),
};

const originFields = {
  source: bookingSourceSchema.optional().describe('Events of versions before 3.0 have none.'),
  external_reference: z
    .string()
    .nullable()
    .optional()
    .describe('The id in the system that the booking came from. Events of versions before 3.0 have none.'),
};

const folioStatus = z.enum([
  ...new Set([...PAYMENT_STATUSES, ...INVOICE_STATUSES, ...SECURITY_DEPOSIT_STATUSES]),
]);
const folioChange = z
  .object({
    kind: z.enum(['payment', 'invoice', 'security_deposit']),
    id: idSchema,
    status_before: folioStatus.nullable().describe('Null for a payment that was added.'),
    status_after: folioStatus,
    amount: amountSchema.describe('After the step.'),
    refunded_amount: amountSchema.nullable().describe('After the step. Null for what is no payment.'),
  })
  .meta({ id: 'FolioChange' });
const folioFields = {
  changes: z
    .array(folioChange)
    .optional()
    .describe('What the step has changed. Events of versions before 2.0 have none.'),
  paid_total: amountSchema.optional().describe('After the step. Events of versions before 2.0 have none.'),
  balance_due: amountSchema.optional().describe('After the step. Events of versions before 2.0 have none.'),
};

const blockFields = {
  block_id: idSchema,
  listing_id: idSchema,
  unit_id: idSchema,
  start_date: dateSchema,
  end_date: dateSchema,
};
const blockChangedFields = { block_id: idSchema, listing_id: idSchema, unit_id: idSchema, changed };
const guestFields = { guest_id: idSchema, changed };
const listingFields = {
  listing_id: idSchema,
  changed,
  units: z
    .array(
      z
        .object({ id: idSchema, deleted: z.boolean().describe('Whether the unit is gone.') })
        .meta({ id: 'TouchedUnit' }),
    )
    .optional()
    .describe(
      'The units of the listing that were added, changed or deleted. Events of versions before 3.0 have none.',
    ),
};
const chargeFields = { kind: z.enum(['fee', 'tax', 'discount', 'coupon']), code: z.string() };
const tokenFields = { name: z.string().describe('The token’s name.') };
const feedFields = { feed_id: idSchema, unit_id: idSchema };
const ratesDate = dateSchema.nullable().describe('Included. Null if the change is not bound to dates.');

/**
 * The name of an event's schema in the API reference, for example `BookingFolioChanged` for
 * `booking.folio_changed`.
 */
export const toEventName = (type: string): string =>
  type.replaceAll(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase());

const dataOf = <Type extends TeamEventType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object(shape).meta({ id: `${toEventName(type)}Data` });

export const EVENT_DATA = {
  'booking.created': dataOf('booking.created', { ...bookingFields, ...originFields, ...priceFields }),
  'booking.confirmed': dataOf('booking.confirmed', { ...bookingFields, ...priceFields }),
  'booking.changed': dataOf('booking.changed', { ...bookingFields, ...priceFields }),
  'booking.cancelled': dataOf('booking.cancelled', { ...bookingFields, ...priceFields }),
  'booking.expired': dataOf('booking.expired', bookingFields),
  'booking.completed': dataOf('booking.completed', bookingFields),
  'booking.folio_changed': dataOf('booking.folio_changed', { ...bookingFields, ...folioFields }),
  'booking.unit_moved': dataOf('booking.unit_moved', bookingFields),
  'block.created': dataOf('block.created', blockFields),
  'block.changed': dataOf('block.changed', blockChangedFields),
  'block.deleted': dataOf('block.deleted', blockFields),
  'guest.created': dataOf('guest.created', guestFields),
  'guest.changed': dataOf('guest.changed', guestFields),
  'guest.erased': dataOf('guest.erased', guestFields),
  'listing.created': dataOf('listing.created', listingFields),
  'listing.changed': dataOf('listing.changed', listingFields),
  'listing.deleted': dataOf('listing.deleted', listingFields),
  'rates.changed': dataOf('rates.changed', {
    listing_id: idSchema,
    start_date: ratesDate,
    end_date: ratesDate,
  }),
  'charge.created': dataOf('charge.created', chargeFields),
  'charge.changed': dataOf('charge.changed', chargeFields),
  'charge.deleted': dataOf('charge.deleted', chargeFields),
  'team.changed': dataOf('team.changed', { changed }),
  'team.imported': dataOf('team.imported', {
    counts: z.record(z.string(), z.int()).describe('How many entries of each kind the file has.'),
  }),
  'token.created': dataOf('token.created', tokenFields),
  'token.revoked': dataOf('token.revoked', tokenFields),
  'member.added': dataOf('member.added', {}),
  'member.removed': dataOf('member.removed', {}),
  'webhook.disabled': dataOf('webhook.disabled', { webhook_id: idSchema }),
  'calendar_feed.failed': dataOf('calendar_feed.failed', feedFields),
  'calendar_feed.recovered': dataOf('calendar_feed.recovered', feedFields),
  'calendar_feed.conflict': dataOf('calendar_feed.conflict', {
    ...feedFields,
    start_date: dateSchema,
    end_date: dateSchema,
  }),
} as const satisfies { [Type in TeamEventType]: z.ZodObject & z.ZodType<SomeData<TeamEventData[Type]>> };

/** Event data as it is read from the database: events of earlier versions lack newer fields. */
type SomeData<Data> = { [Field in keyof Data]?: Data[Field] | undefined };

export type PresentedEventData<Type extends TeamEventType> = z.infer<(typeof EVENT_DATA)[Type]>;

/**
 * Sorts the fields of event data in the order of the schema, because PostgreSQL's `jsonb` does not keep their
 * order.
 */
export function presentEventData(type: TeamEventType, data: Record<string, unknown>) {
  const own = sortFields(EVENT_DATA[type], data);
  if (!Array.isArray(own.changes)) return own;
  return { ...own, changes: own.changes.map((change) => sortFields(folioChange, change)) };
}

const sortFields = ({ shape }: z.ZodObject, data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(shape)
      .filter((field) => field in data)
      .map((field) => [field, data[field]]),
  );

/**
 * Returns what is wrong with an event before it is stored, or null. Unknown fields of an event's data are
 * reported, too.
 */
export function findEventProblem(type: TeamEventType, data: unknown): string | null {
  const { error } = z.strictObject(EVENT_DATA[type].shape).safeParse(data);
  return error ? `The event ${type} does not fit its schema: ${z.prettifyError(error)}` : null;
}

/**
 * Builds the table of event types and their fields in docs/webhooks.md. Neighbouring event types with the same fields share
 * a row of the table.
 */
export function buildEventTable(): string {
  const rows: { types: string[]; fields: string }[] = [];
  for (const type of TEAM_EVENT_TYPES) {
    const fields = Object.entries(EVENT_DATA[type].shape)
      .map(([name, schema]) => `\`${name}\`${schema instanceof z.ZodOptional ? '?' : ''}`)
      .join(', ');
    const last = rows.at(-1);
    if (last?.fields === fields) last.types.push(type);
    else rows.push({ types: [type], fields });
  }
  const lines = rows.map(
    ({ types, fields }) => `| ${types.map((type) => `\`${type}\``).join(', ')} | ${fields || 'nothing'} |`,
  );
  return ['| types | `data` |', '|---|---|', ...lines].join('\n');
}
