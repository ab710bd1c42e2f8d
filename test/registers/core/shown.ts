/** Where the texts of the core are shown. Texts that are in no register must never be shown. */
import { toFieldName } from '../../../src/domain/field-names.ts';
import { bookingFields } from '../../../src/schemas/bookings/fields.ts';
import { feeFields } from '../../../src/schemas/charges/fields.ts';
import { pickFields } from '../../../src/schemas/fields/row-fields.ts';
import { guestFields } from '../../../src/schemas/guest.ts';
import { listingFields } from '../../../src/schemas/listings/fields.ts';
import { unitFields } from '../../../src/schemas/listings/unit.ts';
import { teamFields } from '../../../src/schemas/team.ts';
import { TEAM_PICTURE_COLUMNS } from '../../../src/services/catalogue/team-row.ts';
import {
  BLOCK,
  BOOKING,
  EVENTS,
  FOLIO,
  GUEST,
  GUEST_DOCUMENTS,
  LISTING,
  LISTING_OR_BOOKING,
  LOG,
  LOG_WITH_IDS,
  MONEY_LIST,
  OCCUPANCY,
  type Shown,
  SITE_BOOKING,
  showColumns,
  showTexts,
  TEAM,
  UNIT,
} from '../shown.ts';

const PAGE = / \/app/;
const TOKEN_PAGE = / \/app\/teams\/:team\/tokens/;
const ROLE = / \/v1\/roles/;
const MEMBER = / \/v1\/members/;
const TOKEN = / \/v1\/tokens/;
const MEMBER_PAGE = / \/app\/teams\/:team\/members/;

/** What a booking site shows of a visible listing and of its team. */
export const coreShownToAnyone = [
  'teams.slug',
  'teams.name',
  'teams.cancellation_policy',
  'teams.imprint',
  'teams.site_sentence',
  'teams.site_headline',
  ...Object.values(TEAM_PICTURE_COLUMNS).flatMap((columns) =>
    columns.map((column) => `teams.${toFieldName(column)}`),
  ),
  'teams.contact',
  'teams.privacy_url',
  'teams.terms_url',
  'listings.registration_number',
  'listings.cancellation_policy',
  'listings.house_rules',
  'listings.rooms',
  ...['slug', 'public_title', 'headline', 'description', 'city', 'state'].map(
    (column) => `listings.${column}`,
  ),
  ...['id', 'caption', 'thumbnail_url', 'medium_url', 'original_url'].map((column) => `photos.${column}`),
  ...['fees', 'taxes', 'discounts'].flatMap((table) => [`${table}.code`, `${table}.name`]),
];

const omitName = <Fields extends { name: unknown }>({ name, ...others }: Fields) => others;
// Everybody sees the imprint, the sentence and the headline.
const { imprint, site_sentence, site_headline, ...ownTeamFields } = omitName(teamFields);

export const coreShown: Shown = {
  ...showTexts('listings', pickFields(listingFields, 'inBookings', true), [LISTING_OR_BOOKING]),
  ...showTexts('listings', pickFields(listingFields, 'inBookings', false), [LISTING]),
  ...showTexts('units', unitFields, [UNIT]),
  // Everybody sees the names of these.
  ...showTexts('fees', omitName(feeFields), [/\/v1\/fees/]),
  ...showTexts('teams', ownTeamFields, [TEAM]),
  ...showTexts('bookings', bookingFields, [BOOKING]),
  ...showTexts('guests', guestFields, [BOOKING, GUEST]),
  ...showColumns('listings', ['slug', 'street', 'city', 'state', 'postcode'], [LISTING_OR_BOOKING]),
  ...showColumns('photos', ['id', 'thumbnail_url', 'medium_url', 'original_url'], [LISTING_OR_BOOKING]),
  'listings.id': [
    LISTING_OR_BOOKING,
    BLOCK,
    EVENTS,
    UNIT,
    MONEY_LIST,
    MEMBER,
    MEMBER_PAGE,
    TOKEN,
    TOKEN_PAGE,
  ],
  'listings.public_title': [LISTING_OR_BOOKING, MEMBER_PAGE, TOKEN_PAGE],
  'units.id': [BOOKING, BLOCK, EVENTS, UNIT],
  'units.name': [BOOKING, OCCUPANCY, UNIT],
  'seasons.name': [/\/rates$/],
  // Nobody else sees them, because the team does not offer these languages.
  'teams.translations': [TEAM],
  'listings.translations': [LISTING],
  'photos.translations': [LISTING_OR_BOOKING, /\/photos$/],
  'photos.caption': [LISTING_OR_BOOKING],
  'seasons.translations': [/\/rates$/],
  'fees.translations': [/\/v1\/fees/],
  'taxes.translations': [/\/v1\/taxes/],
  'discounts.translations': [/\/v1\/discounts/],
  'bookings.id': [BOOKING, EVENTS, OCCUPANCY, MONEY_LIST, SITE_BOOKING],
  'bookings.confirmation_code': [BOOKING, FOLIO, EVENTS, OCCUPANCY],
  'bookings.notes': [BOOKING, EVENTS],
  'bookings.special_requests': [BOOKING],
  'bookings.cancellation_reason': [BOOKING, EVENTS],
  'bookings.price_lines': [BOOKING, SITE_BOOKING],
  'bookings.adjustments': [BOOKING],
  'bookings.feed_id': [BOOKING],
  'bookings.feed_uid': [BOOKING],
  'coupons.code': [BOOKING, /\/v1\/coupons/],
  'team_events.id': [EVENTS],
  'team_events.data': [EVENTS],
  'blocks.source': [BLOCK],
  'blocks.uid': [BLOCK],
  'blocks.summary': [BLOCK],
  'blocks.description': [BLOCK],
  'blocks.link': [BLOCK],
  'team_events.actor_name': [EVENTS],
  'team_events.details': [EVENTS],
  // The log names a guest by the id alone (docs/rules.md, 27.27).
  'guests.id': [BOOKING, GUEST, EVENTS, LOG_WITH_IDS],
  'guests.name': [BOOKING, GUEST, OCCUPANCY, MONEY_LIST],
  'guests.email': [BOOKING, GUEST],
  'guests.phone': [BOOKING, GUEST],
  'guests.notes': [BOOKING, GUEST],
  'teams.payment_link': [TEAM],
  'teams.invoice_details': [TEAM],
  // Each invoice’s number begins with it.
  'teams.invoice_prefix': [TEAM, FOLIO],
  'teams.credit_note_prefix': [TEAM],
  'listings.house_rules': [LISTING],
  'listings.rooms': [LISTING],
  'listings.external_reference': [LISTING_OR_BOOKING],
  'listings.custom_fields': [LISTING],
  'units.external_reference': [UNIT],
  'units.custom_fields': [UNIT],
  'guests.external_reference': [GUEST, BOOKING],
  'guests.custom_fields': [GUEST, BOOKING],
  'bookings.external_reference': [BOOKING],
  'bookings.custom_fields': [BOOKING],
  'payments.id': [FOLIO],
  'payments.reference': [FOLIO],
  'payments.refunds': [FOLIO],
  'invoices.id': [FOLIO, GUEST_DOCUMENTS],
  'invoices.number': [FOLIO, GUEST_DOCUMENTS],
  'invoices.document': [FOLIO, GUEST_DOCUMENTS],
  'security_deposits.id': [FOLIO],
  'blocks.id': [BLOCK],
  'blocks.reason': [BLOCK],
  'audit_entries.id': [LOG_WITH_IDS],
  'audit_entries.actor_name': [LOG],
  'audit_entries.target': [LOG_WITH_IDS],
  'roles.code': [ROLE, MEMBER, MEMBER_PAGE, TOKEN, TOKEN_PAGE, EVENTS, LOG],
  'roles.name': [ROLE, MEMBER_PAGE, TOKEN_PAGE, LOG],
  'memberships.id': [MEMBER, LOG_WITH_IDS],
  'tokens.made_by_token_id': [TOKEN],
  'tokens.id': [TOKEN_PAGE, TOKEN, LOG_WITH_IDS],
  'tokens.name': [/^GET \/v1\/me$/, TOKEN_PAGE, TOKEN, EVENTS, LOG],
  'tokens.created_by_email': [TOKEN_PAGE, TOKEN],
  'tokens.created_by_name': [TOKEN_PAGE],
  'people.id': [MEMBER_PAGE],
  'people.email': [PAGE, MEMBER, TOKEN],
  'people.name': [PAGE, MEMBER, LOG],
  'invitations.id': [MEMBER_PAGE],
  'invitations.email': [MEMBER_PAGE, / \/app\/invitations/],
  'invitations.name': [MEMBER_PAGE, / \/app\/invitations/],
  secrets: [/^POST \/app\/teams\/:team\/tokens\/:token\/show$/],
};
