/** The ids and names of the core, and its texts that are neither. */
import { bookingFields } from '../../../src/schemas/bookings/fields.ts';
import { feeFields } from '../../../src/schemas/charges/fields.ts';
import { guestFields } from '../../../src/schemas/guest.ts';
import { listingFields } from '../../../src/schemas/listings/fields.ts';
import { unitFields } from '../../../src/schemas/listings/unit.ts';
import { teamFields } from '../../../src/schemas/team.ts';
import type { OwnRegisters } from '../registers.ts';

export const coreOwn: OwnRegisters = {
  teamSlug: { column: 'teams.slug', fields: ['teamSlug', 'team', '*'] },
  listingSlug: { column: 'listings.slug', fields: ['listingSlug', 'slug', 'file', 'version'] },
  listing: { column: 'listings.id', fields: ['listing', 'listing_id', 'listing_ids', 'building_id'] },
  building: {},
  unit: { column: 'units.id', fields: ['unit', 'unit_id'] },
  photo: { column: 'photos.id', fields: ['photo'] },
  booking: { column: 'bookings.id', fields: ['booking', 'booking_id'] },
  confirmationCode: { column: 'bookings.confirmation_code', fields: ['confirmation_code'] },
  payment: { column: 'payments.id', fields: ['payment'] },
  invoice: { column: 'invoices.id', fields: ['invoice'] },
  block: { column: 'blocks.id', fields: ['block'] },
  guest: { column: 'guests.id', fields: ['guest', 'guest_id'] },
  guestEmail: { column: 'guests.email', fields: ['email'] },
  search: { fields: ['search'] },
  fee: { column: 'fees.code', fields: ['charge'] },
  tax: { column: 'taxes.code' },
  discount: { column: 'discounts.code' },
  coupon: { column: 'coupons.code', fields: ['coupon_code', 'code'] },
  idempotencyKey: { column: 'idempotency_records.idempotency_key' },
  keyedGuest: {},
  siteCode: { column: 'bookings.confirmation_code' },
  siteDocument: { column: 'invoices.id', fields: ['document'] },
  bookingKey: { secret: 'with others' },
  siteTotal: {},
  token: { column: 'tokens.id', fields: ['token'] },
  tokenName: { column: 'tokens.name' },
  // Nobody has a session or an authenticator app by this id.
  person: { column: 'people.id', fields: ['person', 'session', 'factor'] },
  member: { column: 'memberships.id', fields: ['member'] },
  role: { column: 'roles.code', fields: ['role'] },
  memberEmail: { column: 'people.email' },
  invitation: { column: 'invitations.id', fields: ['invitation'] },
  secret: { fields: ['secret'], secret: 'alone' },
};

export const coreTextFields = [listingFields, unitFields, teamFields, feeFields, guestFields, bookingFields];

/** Beside the texts of the tables of fields. */
export const coreTexts = [
  '(address\\.)?(street|state|postcode|latitude|longitude)',
  'address\\.(city|country)',
  'check_(in|out)(_time)?',
  'description',
  'language',
  'mail_(from_name|reply_to)',
  'reason',
  'reference',
  'paid_at',
  'refunded_at',
  'adjustment\\.name',
  'adjustments\\.(0\\.)?(id|name)',
  'guest',
  'guest\\.(name|phone)',
  '(cancellation_policy\\.)?fee_tax',
  'cancellation_policy\\.name',
  'contact\\.(email|phone|website)',
  'invoice_prefix',
  'credit_note_prefix',
  'invoice_details\\.(name|address|tax_number|footer|title)',
  'privacy_url',
  'terms_url',
  'payment_link',
  'timezone',
  'site_color',
  'start_date',
  'end_date',
  'from',
  'to',
  'types',
  'city',
  'country',
  'q',
  'near',
  'currency',
  'caption',
  'house_rules\\.(quiet_from|quiet_until|text)',
  'amenities',
  'external_reference',
  'source',
  'changed_after',
  'embed',
];
