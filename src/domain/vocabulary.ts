/** The words that listings, bookings and folios are told in (contract, sections 4, 5, 8 and 10). */

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

export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

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
export type BookingSource = (typeof BOOKING_SOURCES)[number];

export const CHARGE_BASES = ['stay', 'night', 'guest', 'guest_night', 'percent'] as const;
export type ChargeBasis = (typeof CHARGE_BASES)[number];

export const TAX_TARGETS = ['accommodation', 'fees'] as const;
export type TaxTarget = (typeof TAX_TARGETS)[number];

/** In the order in which they win where they save the same (section 5.2). */
export const DISCOUNT_KINDS = ['length_of_stay', 'early_bird', 'last_minute'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

export const PAYMENT_STATUSES = ['scheduled', 'paid', 'failed', 'cancelled', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const INVOICE_STATUSES = ['open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const DEPOSIT_STATUSES = ['pending', 'held', 'returned', 'kept', 'cancelled'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

export const EVENT_TYPES = [
  'booking.created',
  'booking.confirmed',
  'booking.changed',
  'booking.cancelled',
  'booking.completed',
  'booking.folio_changed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const ACTOR_TYPES = ['token', 'member', 'system', 'import'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export const TOKEN_SCOPES = ['read-write', 'read-only'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const LINE_TYPES = ['accommodation', 'discount', 'fee', 'tax'] as const;
export type LineType = (typeof LINE_TYPES)[number];
