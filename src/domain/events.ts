/**
 * A new type of event is added to the list of types and to `TeamEventData`, and its schema to `schemas/event-data.ts`,
 * also if an option records it.
 */
import type { StayDate } from './dates/dates.ts';
import {
  BOOKING_EVENT_TYPES,
  type BookingStatus,
  type InvoiceStatus,
  type PaymentStatus,
  type SecurityDepositStatus,
} from './vocabulary.ts';

export const TEAM_EVENT_TYPES = [
  ...BOOKING_EVENT_TYPES,
  'block.created',
  'block.changed',
  'block.deleted',
  'guest.created',
  'guest.changed',
  'guest.erased',
  'listing.created',
  'listing.changed',
  'listing.deleted',
  'rates.changed',
  'charge.created',
  'charge.changed',
  'charge.deleted',
  'team.changed',
  'team.imported',
  'token.created',
  'token.revoked',
  'member.added',
  'member.removed',
  'member.changed',
  'role.created',
  'role.changed',
  'role.deleted',
  'webhook.disabled',
  'calendar_feed.failed',
  'calendar_feed.recovered',
  'calendar_feed.conflict',
  'calendar_feed.differs',
] as const;
export type TeamEventType = (typeof TEAM_EVENT_TYPES)[number];

type ChangedFieldsData = { changed: string[] };

/** `previous_` fields are there only if the value has changed. */
export type BookingEventData = {
  booking_id: string;
  confirmation_code: string;
  listing_id: string;
  unit_id: string | null;
  status: BookingStatus;
  check_in: StayDate;
  check_out: StayDate;
  changed: string[];
  previous_check_in?: StayDate;
  previous_check_out?: StayDate;
  previous_listing_id?: string;
  previous_unit_id?: string | null;
  /** The booking to make room for which this one was moved. */
  because?: string;
};
export type PriceEventData = { currency: string; grand_total: number; previous_grand_total?: number };
export type OriginEventData = { source: string; external_reference: string | null };
/** `status_before` is null for what is new. */
export type FolioEventChange = {
  kind: 'payment' | 'invoice' | 'security_deposit';
  id: string;
  status_before: PaymentStatus | InvoiceStatus | SecurityDepositStatus | null;
  status_after: PaymentStatus | InvoiceStatus | SecurityDepositStatus;
  amount: number;
  /** Null for an invoice or a security deposit. */
  refunded_amount: number | null;
};
export type FolioEventData = { changes: FolioEventChange[]; paid_total: number; balance_due: number };
type BlockEventData = {
  block_id: string;
  listing_id: string;
  unit_id: string;
  start_date: string;
  end_date: string;
};
type BlockChangedData = { block_id: string; listing_id: string; unit_id: string } & ChangedFieldsData;
type GuestEventData = { guest_id: string } & ChangedFieldsData;
export type TouchedUnit = { id: string; deleted: boolean };
type ListingEventData = { listing_id: string; units: TouchedUnit[] } & ChangedFieldsData;
type ChargeEventData = { kind: 'fee' | 'tax' | 'discount' | 'coupon'; code: string };
type FeedEventData = { feed_id: string; unit_id: string };

/** Ids, codes, dates, amounts and names of fields, but no personal data and no texts. */
export type TeamEventData = {
  'booking.created': BookingEventData & PriceEventData & OriginEventData;
  'booking.confirmed': BookingEventData & PriceEventData;
  'booking.changed': BookingEventData & PriceEventData;
  'booking.cancelled': BookingEventData & PriceEventData;
  'booking.expired': BookingEventData;
  'booking.completed': BookingEventData;
  'booking.folio_changed': BookingEventData & FolioEventData;
  'booking.unit_moved': BookingEventData;
  'block.created': BlockEventData;
  'block.changed': BlockChangedData;
  'block.deleted': BlockEventData;
  'guest.created': GuestEventData;
  'guest.changed': GuestEventData;
  'guest.erased': GuestEventData;
  'listing.created': ListingEventData;
  'listing.changed': ListingEventData;
  'listing.deleted': ListingEventData;
  /** Null if the change concerns all dates. */
  'rates.changed': { listing_id: string; start_date: StayDate | null; end_date: StayDate | null };
  'charge.created': ChargeEventData;
  'charge.changed': ChargeEventData;
  'charge.deleted': ChargeEventData;
  'team.changed': ChangedFieldsData;
  'team.imported': { counts: Record<string, number> };
  'token.created': { name: string };
  'token.revoked': { name: string };
  'member.added': Record<never, never>;
  'member.removed': Record<never, never>;
  'member.changed': ChangedFieldsData;
  'role.created': { code: string };
  'role.changed': { code: string } & ChangedFieldsData;
  'role.deleted': { code: string };
  'webhook.disabled': { webhook_id: string };
  'calendar_feed.failed': FeedEventData;
  'calendar_feed.recovered': FeedEventData;
  'calendar_feed.conflict': FeedEventData & { start_date: StayDate; end_date: StayDate };
  'calendar_feed.differs': FeedEventData & {
    uid: string;
    booking_id: string;
    start_date: StayDate | null;
    end_date: StayDate | null;
    gone: boolean;
  };
};

const toEventPattern = (type: TeamEventType): string => `${type.slice(0, type.indexOf('.'))}.*`;

/** `booking.*` is a pattern for all events about one kind of thing. */
export const EVENT_TYPE_PATTERNS: readonly string[] = [
  ...new Set(TEAM_EVENT_TYPES.map(toEventPattern)),
  ...TEAM_EVENT_TYPES,
];

/** In the order of the vocabulary. The caller passes only known names and patterns. */
export function listEventTypesMatching(patterns: readonly string[]): TeamEventType[] {
  const names = new Set(patterns);
  return TEAM_EVENT_TYPES.filter((type) => names.has(type) || names.has(toEventPattern(type)));
}
