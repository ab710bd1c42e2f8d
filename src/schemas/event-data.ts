/**
 * The API reference, the table in docs/webhooks.md and the types of the event feed are made from these
 * schemas (docs/rules.md, 17.1).
 */
import { z } from 'zod';
import type { TeamEventData, TeamEventType } from '../domain/events.ts';
import {
  BOOKING_STATUSES,
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  SECURITY_DEPOSIT_STATUSES,
} from '../domain/vocabulary.ts';
import { bookingSourceSchema } from './bookings/source.ts';
import {
  amountSchema,
  confirmationCodeSchema,
  currencySchema,
  dateSchema,
  idOf,
  idSchema,
  stayFields,
} from './formats.ts';

const changed = z.array(z.string()).describe('The names of the fields that have changed.');

const bookingFields = {
  booking_id: idOf('the booking'),
  confirmation_code: confirmationCodeSchema,
  listing_id: idOf('the booking’s listing, a building if all of it is booked'),
  unit_id: idSchema.nullable().describe('The booking’s unit. Null for a booking of a whole building.'),
  status: z.enum(BOOKING_STATUSES).describe('The booking’s status after the event.'),
  ...stayFields,
  changed,
  previous_check_in: dateSchema.optional().describe('The day of arrival before. Only if it has changed.'),
  previous_check_out: dateSchema.optional().describe('The day of departure before. Only if it has changed.'),
  previous_listing_id: idSchema.optional().describe('The listing before. Only if it has changed.'),
  previous_unit_id: idSchema.nullable().optional().describe('The unit before. Only if it has changed.'),
  because: idSchema.optional().describe('The booking that needed the room for which this one was moved.'),
};

const priceFields = {
  currency: currencySchema.optional().describe('ISO 4217. Events of versions before 2.0 have none.'),
  grand_total: amountSchema
    .optional()
    .describe('What the booking costs. Events of versions before 2.0 have none.'),
  previous_grand_total: amountSchema.optional().describe('What it cost before. Only if it has changed.'),
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
    kind: z.enum(['payment', 'invoice', 'security_deposit']).describe('What has changed.'),
    id: idOf('the payment, invoice or deposit'),
    status_before: folioStatus
      .nullable()
      .describe('Its status before the step. Null for a payment that was added.'),
    status_after: folioStatus.describe('Its status after the step.'),
    amount: amountSchema.describe('Its amount after the step.'),
    refunded_amount: amountSchema
      .nullable()
      .describe('What of it is refunded after the step. Null for what is no payment.'),
  })
  .meta({ id: 'FolioChange', description: 'A payment, an invoice or a deposit that the step has changed.' });
const folioFields = {
  changes: z
    .array(folioChange)
    .optional()
    .describe('What the step has changed. Events of versions before 2.0 have none.'),
  paid_total: amountSchema
    .optional()
    .describe('What is paid after the step. Events of versions before 2.0 have none.'),
  balance_due: amountSchema
    .optional()
    .describe('What is owed after the step. Events of versions before 2.0 have none.'),
};

const blockIds = {
  block_id: idOf('the block'),
  listing_id: idOf('the unit’s listing'),
  unit_id: idOf('the unit that nobody can book'),
};
const blockFields = {
  ...blockIds,
  start_date: dateSchema.describe('The first night that cannot be booked.'),
  end_date: dateSchema.describe('The first night that can be booked again.'),
};
const blockChangedFields = { ...blockIds, changed };
const guestFields = { guest_id: idOf('the guest'), changed };
const listingFields = {
  listing_id: idOf('the listing'),
  changed,
  units: z
    .array(
      z
        .object({
          id: idOf('the unit'),
          deleted: z.boolean().describe('Whether the unit is gone.'),
        })
        .meta({ id: 'TouchedUnit', description: 'A unit that the event is also about.' }),
    )
    .optional()
    .describe(
      'The units of the listing that were added, changed or deleted. Events of versions before 3.0 have none.',
    ),
};
const chargeFields = {
  kind: z.enum(['fee', 'tax', 'discount', 'coupon']).describe('Which of the four it is.'),
  code: z.string().describe('Identifies it among those of its kind.'),
};
const tokenFields = { name: z.string().describe('The token’s name.') };
const roleFields = { code: z.string().describe('Identifies the role.') };
const feedFields = { feed_id: idOf('the calendar feed'), unit_id: idOf('the feed’s unit') };
const ratesDate = dateSchema.nullable();

/** For example `BookingFolioChanged` for `booking.folio_changed`. */
export const toEventName = (type: string): string =>
  type.replaceAll(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase());

const dataOf = <Shape extends z.ZodRawShape>(type: TeamEventType, meaning: string, shape: Shape) =>
  z.object(shape).meta({ id: `${toEventName(type)}Data`, description: meaning });

export const EVENT_DATA = {
  'booking.created': dataOf(
    'booking.created',
    'A booking was made: by the team, through the API or on the booking site.',
    { ...bookingFields, ...originFields, ...priceFields },
  ),
  'booking.confirmed': dataOf('booking.confirmed', 'A pending booking was confirmed.', {
    ...bookingFields,
    ...priceFields,
  }),
  'booking.changed': dataOf(
    'booking.changed',
    'Something of a booking has changed, such as its dates or its price.',
    { ...bookingFields, ...priceFields },
  ),
  'booking.cancelled': dataOf('booking.cancelled', 'A booking was cancelled. Its nights are free.', {
    ...bookingFields,
    ...priceFields,
  }),
  'booking.expired': dataOf(
    'booking.expired',
    'A hold or a request has lapsed. Its nights are free.',
    bookingFields,
  ),
  'booking.completed': dataOf('booking.completed', 'A stay is over.', bookingFields),
  'booking.folio_changed': dataOf(
    'booking.folio_changed',
    'A payment, an invoice or a deposit of a booking has changed.',
    { ...bookingFields, ...folioFields },
  ),
  'booking.unit_moved': dataOf('booking.unit_moved', 'A booking has moved to another unit.', bookingFields),
  'block.created': dataOf('block.created', 'A unit cannot be booked on some nights.', blockFields),
  'block.changed': dataOf(
    'block.changed',
    'A block shows something else, on the same nights.',
    blockChangedFields,
  ),
  'block.deleted': dataOf('block.deleted', 'A block has ended. Its nights are free.', blockFields),
  'guest.created': dataOf('guest.created', 'The team has a new guest.', guestFields),
  'guest.changed': dataOf('guest.changed', 'The record of a guest has changed.', guestFields),
  'guest.erased': dataOf('guest.erased', 'The personal data of a guest was erased.', guestFields),
  'listing.created': dataOf('listing.created', 'The team has a new listing.', listingFields),
  'listing.changed': dataOf(
    'listing.changed',
    'A listing has changed, or its units or photos.',
    listingFields,
  ),
  'listing.deleted': dataOf('listing.deleted', 'A listing and its units are gone.', listingFields),
  'rates.changed': dataOf(
    'rates.changed',
    'Prices, rules or terms of a listing have changed: its own, or those of seasons or single days.',
    {
      listing_id: idOf('the listing'),
      start_date: ratesDate.describe('The first night. Null if the change is not bound to dates.'),
      end_date: ratesDate.describe('The last night. Null if the change is not bound to dates.'),
    },
  ),
  'charge.created': dataOf(
    'charge.created',
    'The team has a new fee, tax, discount or coupon.',
    chargeFields,
  ),
  'charge.changed': dataOf('charge.changed', 'A fee, tax, discount or coupon has changed.', chargeFields),
  'charge.deleted': dataOf('charge.deleted', 'A fee, tax, discount or coupon is gone.', chargeFields),
  'team.changed': dataOf('team.changed', 'Settings of the team have changed.', { changed }),
  'team.imported': dataOf(
    'team.imported',
    'A team file was imported: anything may have changed, and no other event tells it.',
    {
      counts: z.record(z.string(), z.int()).describe('How many entries of each kind the file has.'),
    },
  ),
  'token.created': dataOf('token.created', 'The team has a new token.', tokenFields),
  'token.revoked': dataOf('token.revoked', 'A token was revoked.', tokenFields),
  'member.added': dataOf('member.added', 'Somebody has joined the team.', {}),
  'member.removed': dataOf('member.removed', 'Somebody has left the team.', {}),
  'member.changed': dataOf('member.changed', 'A member has another role or other listings.', { changed }),
  'role.created': dataOf('role.created', 'The team has a new role.', roleFields),
  'role.changed': dataOf('role.changed', 'A role has changed.', { ...roleFields, changed }),
  'role.deleted': dataOf('role.deleted', 'A role is gone.', roleFields),
  'webhook.disabled': dataOf('webhook.disabled', 'Innkeep has disabled a webhook.', {
    webhook_id: idOf('the webhook'),
  }),
  'calendar_feed.failed': dataOf(
    'calendar_feed.failed',
    'A calendar feed can no longer be read.',
    feedFields,
  ),
  'calendar_feed.recovered': dataOf(
    'calendar_feed.recovered',
    'A calendar feed can be read again.',
    feedFields,
  ),
  'calendar_feed.conflict': dataOf(
    'calendar_feed.conflict',
    'A calendar feed has nights that something else takes.',
    {
      ...feedFields,
      start_date: dateSchema.describe('The first night of the event of the feed.'),
      end_date: dateSchema.describe('The day after its last night.'),
    },
  ),
  'calendar_feed.differs': dataOf(
    'calendar_feed.differs',
    'An event of a calendar feed says something else than the booking that it is.',
    {
      ...feedFields,
      uid: z.string().describe('The event in the feed.'),
      booking_id: idOf('the booking that the event is'),
      start_date: dateSchema.nullable().describe('The first night of the event. Null if it is gone.'),
      end_date: dateSchema.nullable().describe('The day after its last night. Null if it is gone.'),
      gone: z.boolean().describe('Whether the calendar no longer has the event.'),
    },
  ),
} as const satisfies { [Type in TeamEventType]: z.ZodObject & z.ZodType<SomeData<TeamEventData[Type]>> };

/** For the API reference. */
export const presentEventMeaning = (type: TeamEventType): string => EVENT_DATA[type].description ?? '';

/** Events of earlier versions lack newer fields. */
type SomeData<Data> = { [Field in keyof Data]?: Data[Field] | undefined };

export type PresentedEventData<Type extends TeamEventType> = z.infer<(typeof EVENT_DATA)[Type]>;

/** In the order of the schema: PostgreSQL's `jsonb` does not keep it. */
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

/** Checked before the event is stored. Unknown fields are a problem, too. */
export function findEventProblem(type: TeamEventType, data: unknown): string | null {
  const { error } = z.strictObject(EVENT_DATA[type].shape).safeParse(data);
  return error ? `The event ${type} does not fit its schema: ${z.prettifyError(error)}` : null;
}
