import { isBuilding, isUnitType } from '../../../../../domain/listing.ts';
import type { ListingKind, ReseatingMode } from '../../../../../domain/vocabulary.ts';
import { presentListing } from '../../../../../schemas/listings/listing.ts';
import type { Listing } from '../../../../../services/listings.ts';
import { joinForm } from '../../../../../web/form-table/join.ts';
import {
  defineForm,
  type FieldKind,
  longText,
  oneOf,
  optional,
  optionalInteger,
  orNull,
  required,
  tick,
  ticks,
  unmarked,
  yesNo,
} from '../../../../../web/form-table.ts';
import type { SentForm } from '../../../../../web/sent-form.ts';
import { toChoices } from '../../../../../web/views/fields.ts';
import { PROPERTY_WORDS } from '../../../../../web/views/words.ts';
import { PARTY_LIMITS } from '../../party-limits.ts';
import { buildOwnFieldsPart } from './own-fields.ts';
import { buildRoomsPart } from './rooms.ts';
import { PLACE_TERMS } from './terms.ts';

const count = (label: string): FieldKind => unmarked(optionalInteger(label));

const allowed = (label: string): FieldKind =>
  yesNo(label, { '': 'Not said', yes: 'Allowed', no: 'Not allowed' });

const RESEATING_WORDS = {
  '': 'As the team does',
  on: 'Yes',
  off: 'No',
} satisfies Record<ReseatingMode | '', string>;

const reseating = (label: string): FieldKind => orNull(unmarked(oneOf(label, toChoices(RESEATING_WORDS))));

export const TEXTS = defineForm({
  public_title: required('Name'),
  nickname: optional('Your own name for it'),
  property_type: oneOf('Kind', toChoices(PROPERTY_WORDS)),
  headline: optional('In one sentence'),
  description: longText('Description'),
  arrival_instructions: longText('What guests need to arrive'),
  slug: required('Address on your booking page'),
  registration_number: optional('Registration number'),
  listed_on_site: tick('Show it on the booking page while it is open'),
  whole_building_bookable: tick('It can also be booked as a whole'),
});

export const WHERE = defineForm({
  'address.street': optional('Street and number'),
  'address.postcode': optional('Postcode'),
  'address.city': optional('City'),
  'address.state': optional('State or region'),
  'address.country': optional('Country'),
  'address.latitude': optional('Latitude'),
  'address.longitude': optional('Longitude'),
  timezone: required('Time zone'),
  check_in_time: unmarked(optional('Arrival from')),
  check_out_time: unmarked(optional('Departure until')),
});

export const GUESTS = defineForm({
  ...PARTY_LIMITS,
  bedrooms_count: count('Bedrooms'),
  beds_count: count('Beds'),
  bathrooms_count: count('Bathrooms'),
  bathrooms_half: tick('Half a bathroom more, without a bath or shower'),
});

const AMENITIES = defineForm({ amenities: ticks('Amenities') });

export const RULES = defineForm({
  'house_rules.smoking': allowed('Smoking'),
  'house_rules.parties': allowed('Parties'),
  'house_rules.quiet_from': unmarked(optional('Quiet from')),
  'house_rules.quiet_until': unmarked(optional('Quiet until')),
  'house_rules.minimum_age': count('Least age of who books'),
  'house_rules.text': longText('Further rules'),
});

export const OFFICE = defineForm({
  reseating: reseating('Move bookings to other units to make room for a new one'),
  external_reference: optional('Its number in another system'),
});

/** A unit type has the address of its building. A building has no bookings to move, because it has no units itself. */
const isLeftOut =
  (kind: ListingKind) =>
  (path: string): boolean =>
    isUnitType(kind)
      ? path === 'timezone' || path.startsWith('address.') || path === 'whole_building_bookable'
      : path === (isBuilding(kind) ? 'reseating' : 'whole_building_bookable');

type StoredListing = Pick<Listing, 'kind' | 'customFields' | 'rooms'>;

/** Each part has a form of its own, so that a mistake in one does not keep another from being saved. */
const PARTS = {
  description: () => joinForm(TEXTS),
  where: () => joinForm(WHERE),
  guests: ({ rooms }) => joinForm(GUESTS, buildRoomsPart(rooms)),
  amenities: () => joinForm(AMENITIES),
  rules: () => joinForm(RULES),
  terms: ({ customFields }) => joinForm(PLACE_TERMS, OFFICE, buildOwnFieldsPart(customFields)),
} satisfies Record<string, (listing: StoredListing) => ReturnType<typeof joinForm>>;
export type AboutPart = keyof typeof PARTS;

export const PART_WORDS = {
  description: 'Description',
  where: 'Address and times',
  guests: 'Guests and beds',
  amenities: 'Amenities',
  rules: 'Rules',
  terms: 'Terms and own fields',
} satisfies Record<AboutPart, string>;

export const isAboutPart = (text: string): text is AboutPart => Object.hasOwn(PARTS, text);

export function buildAboutForm(part: AboutPart, listing: StoredListing) {
  const form = PARTS[part](listing);
  return { ...form, read: (sent: SentForm) => form.read(sent, isLeftOut(listing.kind)) };
}

/** The form shows nothing of pictures. */
export const presentForAbout = (listing: Listing) => presentListing(listing, '');

/** To notice changes by others. */
export const computeAboutVersion = (part: AboutPart, listing: Listing): string =>
  buildAboutForm(part, listing).computeVersion(presentForAbout(listing));
