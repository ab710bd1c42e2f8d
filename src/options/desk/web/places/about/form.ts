import type { HouseRules } from '../../../../../domain/house-rules.ts';
import { isBuilding, isUnitType } from '../../../../../domain/listing.ts';
import type { Listing } from '../../../../../services/listings.ts';
import type { Form } from '../../../../../web/form.ts';
import { computeFormVersion, type Labels, readForm } from '../../../../../web/sent-form.ts';
import { toNumberField } from '../../../../../web/views/format.ts';
import { OWN_FIELDS_LABELS, readOwnFields, toOwnFieldName, toOwnFieldValues } from './own-fields.ts';
import { ROOM_LABELS, readRooms, toRoomField, toRoomValues } from './rooms.ts';
import { readTerms, TERMS_LABELS, toTermsField, toTermsValues } from './terms.ts';

const OWN_LABELS: Labels = {
  public_title: 'Name',
  nickname: 'Your own name for it',
  property_type: 'Kind',
  headline: 'In one sentence',
  description: 'Description',
  arrival_instructions: 'What guests need to arrive',
  slug: 'Address on your booking page',
  registration_number: 'Registration number',
  address_street: 'Street and number',
  address_postcode: 'Postcode',
  address_city: 'City',
  address_state: 'State or region',
  address_country: 'Country',
  address_latitude: 'Latitude',
  address_longitude: 'Longitude',
  timezone: 'Time zone',
  check_in_time: 'Arrival from',
  check_out_time: 'Departure until',
  max_guests: 'Guests at most',
  max_children: 'Children at most',
  max_infants: 'Infants at most',
  max_pets: 'Pets at most',
  bedrooms_count: 'Bedrooms',
  beds_count: 'Beds',
  bathrooms_count: 'Bathrooms',
  amenities: 'Amenities',
  house_rules_smoking: 'Smoking',
  house_rules_parties: 'Parties',
  house_rules_quiet_from: 'Quiet from',
  house_rules_quiet_until: 'Quiet until',
  house_rules_minimum_age: 'Least age of who books',
  house_rules_text: 'Further rules',
};

export const labelOf = (name: string): string => OWN_LABELS[name] ?? name;

const toYesNo = (value: boolean | null | undefined): string =>
  value === null || value === undefined ? '' : value ? 'yes' : 'no';
const toTick = (value: boolean): string => (value ? 'on' : '');

const toRuleValues = (rules: HouseRules | null) => ({
  house_rules_smoking: toYesNo(rules?.smoking),
  house_rules_parties: toYesNo(rules?.parties),
  house_rules_quiet_from: rules?.quiet_from ?? '',
  house_rules_quiet_until: rules?.quiet_until ?? '',
  house_rules_minimum_age: toNumberField(rules?.minimum_age ?? null),
  house_rules_text: rules?.text ?? '',
});

export const toAboutForm = (listing: Listing): Form => ({
  values: {
    public_title: listing.publicTitle,
    nickname: listing.nickname ?? '',
    property_type: listing.propertyType,
    headline: listing.headline ?? '',
    description: listing.description ?? '',
    arrival_instructions: listing.arrivalInstructions ?? '',
    slug: listing.slug,
    registration_number: listing.registrationNumber ?? '',
    listed_on_site: toTick(listing.listedOnSite),
    whole_building_bookable: toTick(listing.wholeBuildingBookable),
    address_street: listing.street ?? '',
    address_postcode: listing.postcode ?? '',
    address_city: listing.city ?? '',
    address_state: listing.state ?? '',
    address_country: listing.country ?? '',
    address_latitude: listing.latitude ?? '',
    address_longitude: listing.longitude ?? '',
    timezone: listing.timezone,
    check_in_time: listing.checkInTime,
    check_out_time: listing.checkOutTime,
    max_guests: toNumberField(listing.maxGuests),
    max_children: toNumberField(listing.maxChildren),
    max_infants: toNumberField(listing.maxInfants),
    max_pets: toNumberField(listing.maxPets),
    bedrooms_count: toNumberField(listing.bedroomsCount),
    beds_count: toNumberField(listing.bedsCount),
    bathrooms_count: toNumberField(listing.bathroomsCount),
    bathrooms_half: toTick(listing.bathroomsHalf),
    amenities: listing.amenities.join(','),
    ...toRuleValues(listing.houseRules),
    ...toRoomValues(listing.rooms),
    ...toTermsValues(listing),
    ...toOwnFieldValues(listing.customFields),
  },
  errors: {},
});

/** To notice changes by others. */
export const computeAboutVersion = (listing: Listing): string =>
  computeFormVersion(toAboutForm(listing).values);

/** A room type has no address of its own, but that of its building. */
export function readAboutForm(sent: unknown, { kind, customFields }: Pick<Listing, 'kind' | 'customFields'>) {
  let rooms: ReturnType<typeof readRooms> = [];
  let tierRows: readonly number[] = [];
  let ownRows: ReturnType<typeof readOwnFields>['rows'] = [];
  const toField = (path: string) => {
    if (path.startsWith('rooms')) return toRoomField(path, rooms);
    if (path.startsWith('custom_fields')) return toOwnFieldName(path, ownRows);
    return path.startsWith('cancellation_policy') ? toTermsField(path, tierRows) : toOwnField(path);
  };
  const form = readForm(
    sent,
    { ...OWN_LABELS, ...ROOM_LABELS, ...TERMS_LABELS, ...OWN_FIELDS_LABELS },
    toField,
  );
  rooms = readRooms(form);
  const terms = readTerms(form, kind);
  tierRows = terms.tierRows;
  const own = readOwnFields(form, customFields);
  ownRows = own.rows;
  const body = {
    public_title: form.text('public_title'),
    nickname: form.optional('nickname'),
    property_type: form.text('property_type'),
    headline: form.optional('headline'),
    description: form.optional('description'),
    arrival_instructions: form.optional('arrival_instructions'),
    slug: form.text('slug'),
    registration_number: form.optional('registration_number'),
    listed_on_site: form.isChecked('listed_on_site'),
    ...(isBuilding(kind) ? { whole_building_bookable: form.isChecked('whole_building_bookable') } : {}),
    ...(isUnitType(kind) ? {} : readWhere(form)),
    check_in_time: form.optional('check_in_time'),
    check_out_time: form.optional('check_out_time'),
    max_guests: form.integer('max_guests'),
    max_children: form.integer('max_children'),
    max_infants: form.integer('max_infants'),
    max_pets: form.integer('max_pets'),
    bedrooms_count: form.integer('bedrooms_count'),
    beds_count: form.integer('beds_count'),
    bathrooms_count: form.integer('bathrooms_count'),
    bathrooms_half: form.isChecked('bathrooms_half'),
    amenities: form.list('amenities'),
    house_rules: {
      smoking: readYesNo(form.text('house_rules_smoking')),
      parties: readYesNo(form.text('house_rules_parties')),
      quiet_from: form.optional('house_rules_quiet_from'),
      quiet_until: form.optional('house_rules_quiet_until'),
      minimum_age: form.integer('house_rules_minimum_age'),
      text: form.optional('house_rules_text'),
    },
    rooms: rooms.map(({ name, beds }) => ({ name, beds })),
    ...terms.body,
    ...own.body,
  };
  return { form, body };
}

const readWhere = (form: ReturnType<typeof readForm>) => ({
  address: {
    street: form.optional('address_street'),
    postcode: form.optional('address_postcode'),
    city: form.optional('address_city'),
    state: form.optional('address_state'),
    country: form.optional('address_country'),
    latitude: form.optional('address_latitude'),
    longitude: form.optional('address_longitude'),
  },
  timezone: form.text('timezone'),
});

const toOwnField = (path: string): string => path.replace(/^amenities\..*/, 'amenities').replaceAll('.', '_');

/** Null if the visitor chooses neither. Any other word is kept, so that the schema refuses it. */
const readYesNo = (word: string): boolean | string | null =>
  word === '' ? null : word === 'yes' ? true : word === 'no' ? false : word;
