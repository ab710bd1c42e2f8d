import { z } from 'zod';
import { MAX_UNIT_TYPES_OF_BUILDING } from '../../../../domain/limits.ts';
import { newListingBody } from '../../../../schemas/listings/bodies.ts';
import type { Form } from '../../../../web/form.ts';
import { defineRows } from '../../../../web/form-table/rows.ts';
import {
  amount,
  defineForm,
  type FieldKind,
  integer,
  oneOf,
  optional,
  optionalAmount,
  optionalInteger,
  required,
  tick,
  unmarked,
} from '../../../../web/form-table.ts';
import { readForm, type SentForm } from '../../../../web/sent-form.ts';
import { toChoices } from '../../../../web/views/fields.ts';
import { PROPERTY_WORDS } from '../../../../web/views/words.ts';
import { expandUnitNames } from './unit-names.ts';

/** A room is one more unit type in a building. */
export type NewKind = 'place' | 'building' | 'room';

/** If the browser runs no script. */
const ROWS_OF_KINDS = 4;

/** If nothing can be read as an amount, the API says that it is required. */
const neededAmount = (label: string, currency: string): FieldKind => ({
  ...amount(label, currency),
  read: (form, name) => form.cents(name, currency) ?? undefined,
});

/** A building that cannot be booked as a whole gets the price 0. */
const wholePrice = (label: string, currency: string): FieldKind => ({
  ...optionalAmount(label, currency),
  read(form, name) {
    const typed = form.cents(name, currency) ?? undefined;
    return form.isChecked('whole_building_bookable') ? typed : 0;
  },
});

/** A number, or a list of names. A single unit gets the name of its place, which stands beside it. */
const units = (label: string): FieldKind => ({
  ...required(label),
  read(form, name) {
    const typed = form.text(name).trim();
    const title = form.text(name.replace(/units$/, 'public_title'));
    if (typed === '1' && title.trim() !== '') return [title];
    if (/^\d{1,4}$/.test(typed)) return Number(typed);
    const names = typed.split(/[,;\n]/).map((one) => one.trim());
    return expandUnitNames(names.filter((one) => one !== ''));
  },
});

const TOP = {
  public_title: required('Name'),
  property_type: oneOf('Kind', toChoices(PROPERTY_WORDS)),
  'address.city': optional('City'),
  status: {
    ...tick('Open for booking'),
    read: (form, name) => (form.isChecked(name) ? 'active' : 'draft'),
  },
} satisfies Record<string, FieldKind>;
const NAMES = { 'address.city': 'city', status: 'open', 'rates.nightly': 'nightly' };

export const buildPlaceForm = (currency: string) =>
  defineForm(
    {
      ...TOP,
      max_guests: integer('Guests at most'),
      units: units('How many'),
      'rates.nightly': neededAmount('Price of a night', currency),
      'rules.min_stay': optionalInteger('Minimum stay'),
    },
    { ...NAMES, 'rules.min_stay': 'min_stay' },
  );

export const buildBuildingForm = (currency: string) =>
  defineForm(
    {
      ...TOP,
      whole_building_bookable: tick('As a whole'),
      'rates.nightly': wholePrice('Price of a night', currency),
    },
    NAMES,
  );

/** Each row is one unit type. */
export const buildKindRows = (currency: string) =>
  defineRows(
    'kinds',
    (number) => ({
      public_title: unmarked(required(`The name of kind ${number}`)),
      units: unmarked(units(`Rooms of kind ${number}`)),
      max_guests: unmarked(integer(`Guests of kind ${number}`)),
      nightly: unmarked(neededAmount(`Price of kind ${number}`, currency)),
    }),
    { max: MAX_UNIT_TYPES_OF_BUILDING, least: ROWS_OF_KINDS },
  );

export const INITIAL: Record<NewKind, Form> = {
  place: { values: { units: '1' }, errors: {} },
  building: { values: { property_type: 'hotel' }, errors: {} },
  room: { values: { property_type: 'private_room', units: '1' }, errors: {} },
};

/** Nobody types it, but a building may be full. */
const BESIDE = { building_id: 'Building' };

export function openPlaceForm(sent: unknown, currency: string): SentForm {
  const { labels, nameOf } = buildPlaceForm(currency);
  return readForm(sent, { ...labels, ...BESIDE }, nameOf);
}

export function toPlaceBody(form: SentForm, currency: string, buildingId: string | null) {
  const isOfBuilding = buildingId !== null;
  const body = buildPlaceForm(currency).read(form, (path) => isOfBuilding && path === 'address.city');
  requireUnits(form, 'units');
  return { ...body, kind: isOfBuilding ? 'unit_type' : 'standalone', building_id: buildingId };
}

/** The new listings: the building and each of its unit types. */
export const newBuildingForm = z.object({ building: newListingBody, kinds: z.array(newListingBody) });

export function openBuildingForm(sent: unknown, currency: string): SentForm {
  const table = buildBuildingForm(currency);
  const rows = buildKindRows(currency);
  return readForm(
    sent,
    { ...table.labels, ...rows.labels, ...BESIDE },
    (path, values) =>
      rows.findName(path.replace('.rates.', '.'), values) ?? table.nameOf(path.replace(/^building\./, '')),
  );
}

/** The building has room for the guests of all its unit types together. */
export function toBuildingBody(form: SentForm, currency: string) {
  const building = buildBuildingForm(currency).read(form);
  const { nameOf, readItems } = buildKindRows(currency);
  const property_type = form.text('property_type');
  const kinds = readItems(form, { least: 1 }).map(({ row, item: { nightly, ...item } }) => {
    requireUnits(form, nameOf(row, 'units'));
    return {
      ...item,
      kind: 'unit_type',
      property_type: ROOM_TYPES[property_type] ?? property_type,
      status: building.status,
      rates: { nightly },
    };
  });
  return { building: { ...building, kind: 'building', max_guests: countGuests(kinds) }, kinds };
}

function requireUnits(form: SentForm, name: string): void {
  if (form.optional(name) === null) form.errors[name] = 'How many there are is required.';
}

/** For buildings whose rooms have another property type than the building. */
const ROOM_TYPES: Readonly<Record<string, string>> = {
  hotel: 'private_room',
  guest_house: 'private_room',
  bed_and_breakfast: 'private_room',
  hostel: 'private_room',
  aparthotel: 'apartment',
};

const MOST_GUESTS = 1_000;

/** A number that is missing counts as one, so that a building always has room for somebody. */
function countGuests(kinds: readonly { max_guests: unknown; units: unknown }[]): number {
  const toCount = (value: unknown) =>
    typeof value === 'number' ? value : Array.isArray(value) ? value.length : 1;
  const guests = kinds.reduce((sum, kind) => sum + toCount(kind.max_guests) * toCount(kind.units), 0);
  return Math.min(Math.max(guests, 1), MOST_GUESTS);
}
