import { isUnitType } from '../../domain/listing.ts';
import type {
  ActorType,
  BOOKING_SOURCES,
  BookingEventType,
  BookingSource,
  BookingStatus,
  CancellationFeeBase,
  ChargeBasis,
  InvoiceKind,
  InvoiceStatus,
  ListingKind,
  ListingStatus,
  MemberMailKind,
  PaymentMethod,
  PaymentStatus,
  PriceAgreement,
  PriceLineType,
  PropertyType,
  SecurityDepositStatus,
  WebhookDeliveryStatus,
  WebhookStatus,
} from '../../domain/vocabulary.ts';

export const SOURCE_WORDS = {
  api: 'API',
  manual: 'By hand',
  booking_site: 'Booking site',
  import: 'Import',
  airbnb: 'Airbnb',
  booking_com: 'Booking.com',
  vrbo: 'Vrbo',
  expedia: 'Expedia',
  other: 'Other',
} satisfies Record<(typeof BOOKING_SOURCES)[number], string>;

/** A channel without a word here is shown by its own name. */
export const presentSource = (source: BookingSource): string =>
  (SOURCE_WORDS as Record<string, string>)[source] ?? source.replace('channel:', '');

export const METHOD_WORDS = {
  cash: 'Cash',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  online: 'Online',
  voucher: 'Voucher',
  channel: 'By the channel',
  other: 'Otherwise',
} satisfies Record<PaymentMethod, string>;

export const FEE_BASE_WORDS = {
  total: 'of the total',
  nights: 'of the price of the nights',
} satisfies Record<CancellationFeeBase, string>;
/** Why a guest is to get something back. */
export const presentRefundReason = (status: BookingStatus): string =>
  status === 'cancelled' ? 'the booking is cancelled' : 'more was paid than the stay costs';

export const FEE_TAX_HELP =
  'The code of a tax that your prices contain. The document of a fee tells it. Leave it empty if your fees have no tax.';

export const PAYMENT_WORDS = {
  scheduled: 'Scheduled',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
} satisfies Record<PaymentStatus, string>;

export const INVOICE_KIND_WORDS = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
} satisfies Record<InvoiceKind, string>;

/** An invoice without a number. */
export const DRAFT = 'Draft';

export const INVOICE_WORDS = { open: 'Open', issued: 'Issued', paid: 'Paid', void: 'Void' } satisfies Record<
  InvoiceStatus,
  string
>;

export const DEPOSIT_WORDS = {
  pending: 'Not taken yet',
  held: 'Held',
  returned: 'Returned',
  kept: 'Kept',
  cancelled: 'Cancelled',
} satisfies Record<SecurityDepositStatus, string>;

export const LINE_WORDS = {
  accommodation: 'Nights',
  discount: 'Discount',
  fee: 'Fee',
  tax: 'Tax',
} satisfies Record<PriceLineType, string>;

export const AGREED_WORDS = {
  nights: 'the nights',
  total: 'everything',
} satisfies Record<PriceAgreement, string>;

/** Singular and plural. */
export const BASIS_WORDS = {
  stay: ['stay', 'stays'],
  night: ['night', 'nights'],
  guest: ['guest', 'guests'],
  guest_night: ['guest night', 'guest nights'],
  pet: ['pet', 'pets'],
  pet_night: ['pet night', 'pet nights'],
  percent: ['percent', 'percent'],
} satisfies Record<ChargeBasis, readonly [string, string]>;

export const KIND_WORDS = {
  standalone: 'Place',
  building: 'Building',
  unit_type: 'Kind of room',
} satisfies Record<ListingKind, string>;

export const PROPERTY_WORDS = {
  apartment: 'Apartment',
  house: 'House',
  villa: 'Villa',
  cabin: 'Cabin',
  chalet: 'Chalet',
  cottage: 'Cottage',
  bungalow: 'Bungalow',
  studio: 'Studio',
  loft: 'Loft',
  townhouse: 'Townhouse',
  condominium: 'Condominium',
  farmhouse: 'Farmhouse',
  bed_and_breakfast: 'Bed and breakfast',
  guest_house: 'Guest house',
  hotel: 'Hotel',
  aparthotel: 'Aparthotel',
  hostel: 'Hostel',
  private_room: 'Private room',
  boat: 'Boat',
  treehouse: 'Treehouse',
  tent: 'Tent',
  recreational_vehicle: 'Recreational vehicle',
  other: 'Other',
} satisfies Record<PropertyType, string>;

export const LISTING_STATUS_WORDS = {
  draft: 'Draft',
  active: 'Open',
  inactive: 'Closed',
  archived: 'Archived',
} satisfies Record<ListingStatus, string>;

export const WEBHOOK_WORDS = {
  active: 'Active',
  paused: 'Paused',
  disabled: 'Disabled',
} satisfies Record<WebhookStatus, string>;

export const DELIVERY_WORDS = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
} satisfies Record<WebhookDeliveryStatus, string>;

/** Messages to members. */
export const MEMBER_MAIL_WORDS = {
  request_arrived: 'A request from the site',
  booking_arrived: 'A booking made at once on the site',
  cancelled_by_guest: 'A cancellation by a guest',
  channel_conflict: 'A channel’s stay on taken nights, or on other dates',
  feed_failing: 'A calendar cannot be read',
  webhook_disabled: 'A webhook was disabled',
} satisfies Record<MemberMailKind, string>;

export const EVENT_WORDS = {
  'booking.created': 'Booked',
  'booking.confirmed': 'Confirmed',
  'booking.changed': 'Changed',
  'booking.cancelled': 'Cancelled',
  'booking.expired': 'The hold expired',
  'booking.completed': 'Completed',
  'booking.folio_changed': 'Payments changed',
  'booking.unit_moved': 'Moved to another unit',
} satisfies Record<BookingEventType, string>;

/** After "by", if nobody knows the name of who acted. */
export const ACTOR_WORDS = {
  token: 'a token',
  member: 'a member',
  site: 'the booking site',
  system: 'Innkeep',
  import: 'an import',
} satisfies Record<ActorType, string>;

export const wordPetsIfEmpty = (kind: ListingKind): string =>
  isUnitType(kind) ? 'as many may come as its building takes' : 'none may come';
