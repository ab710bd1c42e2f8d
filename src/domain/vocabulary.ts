export const LISTING_KINDS = ['standalone', 'building', 'unit_type'] as const;
export type ListingKind = (typeof LISTING_KINDS)[number];

export const LISTING_STATUSES = ['draft', 'active', 'inactive', 'archived'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const PROPERTY_TYPES = [
  'apartment',
  'house',
  'villa',
  'cabin',
  'chalet',
  'cottage',
  'bungalow',
  'studio',
  'loft',
  'townhouse',
  'condominium',
  'farmhouse',
  'bed_and_breakfast',
  'guest_house',
  'hotel',
  'aparthotel',
  'hostel',
  'private_room',
  'boat',
  'treehouse',
  'tent',
  'recreational_vehicle',
  'other',
] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const BED_KINDS = ['double', 'queen', 'king', 'single', 'bunk', 'sofa_bed', 'cot', 'futon'] as const;
export type BedKind = (typeof BED_KINDS)[number];

/** What guests may do on the booking site: nothing, request a booking, or make one. */
export const SITE_BOOKING_MODES = ['off', 'request', 'instant'] as const;
export type SiteBookingMode = (typeof SITE_BOOKING_MODES)[number];

/** By the booking's cancellation terms. */
export const SITE_CANCELLATION_MODES = ['off', 'by_terms'] as const;
export type SiteCancellationMode = (typeof SITE_CANCELLATION_MODES)[number];

/** Whether bookings may be moved to other units to make room. */
export const RESEATING_MODES = ['off', 'on'] as const;
export type ReseatingMode = (typeof RESEATING_MODES)[number];

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Descending with `-`. */
export const BOOKING_SORTS = [
  'created_at',
  '-created_at',
  'check_in',
  '-check_in',
  'check_out',
  '-check_out',
  'grand_total',
  '-grand_total',
  'updated_at',
] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

/** What an answer with a booking can also show. */
export const BOOKING_EMBEDS = ['listing', 'guest', 'folio'] as const;
export type BookingEmbed = (typeof BOOKING_EMBEDS)[number];

export const BALANCE_STATES = ['due', 'settled'] as const;
export type BalanceState = (typeof BALANCE_STATES)[number];

export const BOOKING_SOURCES = [
  'api',
  'manual',
  'booking_site',
  'import',
  'airbnb',
  'booking_com',
  'vrbo',
  'expedia',
  'other',
] as const;
/** A source without a word of its own is `channel:` and its name. */
type ChannelSource = `channel:${string}`;
export type BookingSource = (typeof BOOKING_SOURCES)[number] | ChannelSource;

/** For JavaScript and for PostgreSQL. */
export const CHANNEL_SOURCE_PATTERN = '^channel:[a-z0-9_-]{1,40}$';
const IS_CHANNEL_SOURCE = new RegExp(CHANNEL_SOURCE_PATTERN);

export const isBookingSource = (text: string): text is BookingSource =>
  (BOOKING_SOURCES as readonly string[]).includes(text) || IS_CHANNEL_SOURCE.test(text);

/** The price of the nights, or the whole price. */
export const PRICE_AGREEMENTS = ['nights', 'total'] as const;
export type PriceAgreement = (typeof PRICE_AGREEMENTS)[number];

/** What an amount is multiplied by, or that it is a percentage. */
export const CHARGE_BASES = ['stay', 'night', 'guest', 'guest_night', 'pet', 'pet_night', 'percent'] as const;
export type ChargeBasis = (typeof CHARGE_BASES)[number];

/**
 * `percent_guest_night` is a percentage of the price of one person's night. Its price line has the basis
 * `guest_night`.
 */
export const TAX_BASES = [...CHARGE_BASES, 'percent_guest_night'] as const;
export type TaxBasis = (typeof TAX_BASES)[number];

export const TAX_TARGETS = ['accommodation', 'fees'] as const;
export type TaxTarget = (typeof TAX_TARGETS)[number];

/** If two discounts save the same, the one whose kind comes first wins. */
export const DISCOUNT_KINDS = ['length_of_stay', 'early_bird', 'last_minute'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

export const PAYMENT_METHODS = [
  'cash',
  'card',
  'bank_transfer',
  'online',
  'voucher',
  'channel',
  'other',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_STATUSES = ['scheduled', 'paid', 'failed', 'cancelled', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/**
 * `booking` counts invoices within each booking, and `consecutive` gives them the team's next number once
 * they are issued.
 */
export const INVOICE_NUMBERINGS = ['booking', 'consecutive'] as const;
export type InvoiceNumbering = (typeof INVOICE_NUMBERINGS)[number];

/** Credit notes without a series of their own are in that of the invoices. */
export const INVOICE_SERIES = ['invoices', 'credit_notes'] as const;
export type InvoiceSeries = (typeof INVOICE_SERIES)[number];

export const INVOICE_STATUSES = ['open', 'issued', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const SECURITY_DEPOSIT_STATUSES = ['pending', 'held', 'returned', 'kept', 'cancelled'] as const;
export type SecurityDepositStatus = (typeof SECURITY_DEPOSIT_STATUSES)[number];

export const BOOKING_EVENT_TYPES = [
  'booking.created',
  'booking.confirmed',
  'booking.changed',
  'booking.cancelled',
  'booking.expired',
  'booking.completed',
  'booking.folio_changed',
  'booking.unit_moved',
] as const;
export type BookingEventType = (typeof BOOKING_EVENT_TYPES)[number];

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const CALENDAR_FEED_STATUSES = ['new', 'ok', 'failing', 'suspicious'] as const;
export type CalendarFeedStatus = (typeof CALENDAR_FEED_STATUSES)[number];

export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

export const ACTOR_TYPES = ['token', 'member', 'site', 'system', 'import'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export const TOKEN_ACCESS_MODES = ['read-write', 'read-only'] as const;
export type TokenAccess = (typeof TOKEN_ACCESS_MODES)[number];
const MAY_WRITE = { 'read-write': true, 'read-only': false } satisfies Record<TokenAccess, boolean>;
/** Counts only if the team enforces access. */
export const mayWrite = (access: TokenAccess): boolean => MAY_WRITE[access];

/** For programs (docs/rules.md, 3.4). */
export const ERROR_CODES = [
  'required',
  'invalid',
  'too_long',
  'too_short',
  'too_large',
  'too_small',
  'not_allowed',
  'unknown',
  'taken',
  'contradicts',
  'state',
  'rule',
  'limit',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const PRICE_LINE_TYPES = ['accommodation', 'discount', 'fee', 'tax'] as const;
export type PriceLineType = (typeof PRICE_LINE_TYPES)[number];

/** The grand total, or accommodation less discounts. */
export const CANCELLATION_FEE_BASES = ['total', 'nights'] as const;
export type CancellationFeeBase = (typeof CANCELLATION_FEE_BASES)[number];

/** The compiler names all other lists that a new kind needs (docs/rules.md, 25.1). */
export const GUEST_MAIL_KINDS = [
  'booking_requested',
  'booking_confirmed',
  'booking_changed',
  'booking_cancelled',
  'booking_expired',
  'payment_due',
  'payment_received',
  'before_arrival',
  'after_departure',
] as const;
export type GuestMailKind = (typeof GUEST_MAIL_KINDS)[number];

/** Members' messages, whose texts cannot be replaced. */
export const MEMBER_MAIL_KINDS = [
  'request_arrived',
  'booking_arrived',
  'cancelled_by_guest',
  'channel_conflict',
  'feed_failing',
  'webhook_disabled',
] as const;
export type MemberMailKind = (typeof MEMBER_MAIL_KINDS)[number];

/**
 * Of a team's outbox. `booking_link` is for a guest who has lost the link to the booking, `by_hand` is what a
 * member writes.
 */
export const MAIL_KINDS = [...GUEST_MAIL_KINDS, ...MEMBER_MAIL_KINDS, 'booking_link', 'by_hand'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_STATUSES = ['kept', 'pending', 'sent', 'failed', 'withdrawn'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
