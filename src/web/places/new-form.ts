/** The forms of a new place, a new building and a new kind of room, as the API's bodies. */

import { z } from 'zod';
import { newListingBody } from '../../schemas/listings/bodies.ts';
import type { Form } from '../form.ts';
import type { Labels, SentForm } from '../sent-form.ts';

/**
 * The thing that a form adds: a place, a building with its kinds of rooms, or one more kind of room in a
 * building.
 */
export type NewKind = 'place' | 'building' | 'room';

/** The number of kinds of rooms that the form of a building has rows for without a script. */
export const ROWS_OF_KINDS = 4;
export const KIND_FIELDS = ['public_title', 'units', 'max_guests', 'nightly'] as const;

const PLACE_LABELS = {
  public_title: 'Name',
  property_type: 'Kind',
  max_guests: 'Guests at most',
  units: 'How many',
  city: 'City',
  nightly: 'Price of a night',
  min_stay: 'Minimum stay',
  building_id: 'Building',
};

const ROOM_LABELS = {
  public_title: 'Kind of room',
  units: 'Rooms',
  max_guests: 'Guests in each',
  nightly: 'Price of a night',
} satisfies Record<(typeof KIND_FIELDS)[number], string>;

/** The beginning of error messages about a field, before the number of its row. */
const ROW_LABELS = {
  public_title: 'The name of kind',
  units: 'Rooms of kind',
  max_guests: 'Guests of kind',
  nightly: 'Price of kind',
} satisfies Record<keyof typeof ROOM_LABELS, string>;

/** The label of a field of the kind of room in a row of the form. */
export const labelOfKind = (field: (typeof KIND_FIELDS)[number]): string => ROOM_LABELS[field];

/** The labels of a building's form with a number of rows for kinds of rooms. */
export const buildLabels = (rows: number): Labels => ({
  ...PLACE_LABELS,
  ...Object.fromEntries(
    Array.from({ length: rows }, (_, row) =>
      KIND_FIELDS.map((field) => [`kinds_${row}_${field}`, `${ROW_LABELS[field]} ${row + 1}`]),
    ).flat(),
  ),
});

/**
 * The field of a new place's form for a path in the API's body. The units of a new place are one field,
 * whatever is wrong with them.
 */
export const toPlaceField = (path: string): string =>
  path.replace(/^units\..*/, 'units').replace(/^(?:address|rates|rules)\./, '');

/**
 * The field of a building's form for a path in the API's body. Rows of the building's form that are empty
 * give no kind of room, so `rows` has the row numbers of the given ones.
 */
export const toBuildingField =
  (rows: readonly number[]) =>
  (path: string): string => {
    const [, index, rest] = /^kinds\.(\d+)\.(.*)$/.exec(path) ?? [];
    if (index === undefined || rest === undefined)
      return path === 'kinds' ? 'kinds_0_public_title' : toPlaceField(path.replace(/^building\./, ''));
    return `kinds_${rows[Number(index)] ?? 0}_${toPlaceField(rest)}`;
  };

/** The form of a building and its kinds of rooms, each as the body of a new listing. */
export const newBuildingForm = z.object({ building: newListingBody, kinds: z.array(newListingBody) });

/** The initial values of the form of a new place, empty or usual. */
export const INITIAL: Record<NewKind, Form> = {
  place: { values: { units: '1' }, errors: {} },
  building: { values: { property_type: 'hotel' }, errors: {} },
  room: { values: { property_type: 'private_room', units: '1' }, errors: {} },
};

const statusIn = (form: SentForm) => (form.isChecked('open') ? 'active' : 'draft');

/** The API's body of a new place, or of a new kind of room in a building. */
export const toPlaceBody = (form: SentForm, currency: string, buildingId: string | null) => ({
  kind: buildingId === null ? 'standalone' : 'unit_type',
  building_id: buildingId,
  public_title: form.text('public_title'),
  property_type: form.text('property_type'),
  max_guests: form.integer('max_guests'),
  status: statusIn(form),
  ...(buildingId === null ? { address: { city: form.optional('city') } } : {}),
  rates: { nightly: form.cents('nightly', currency) ?? undefined },
  rules: { min_stay: form.integer('min_stay') },
  units: readUnits(form, 'units', form.text('public_title')),
});

/** The rows of kinds of rooms in which something is typed, or the first one. */
export function findFilledRows(sent: unknown): number[] {
  const names = Object.entries((sent ?? {}) as Record<string, unknown>);
  const filled = names.flatMap(([name, value]) => {
    const [, row] = /^kinds_(\d{1,2})_/.exec(name) ?? [];
    return row !== undefined && typeof value === 'string' && value.trim() !== '' ? [Number(row)] : [];
  });
  return filled.length === 0 ? [0] : [...new Set(filled)].sort((a, b) => a - b);
}

/**
 * The API's body of a new building's form. A new building that is not booked as a whole has no price, and
 * room for all its guests.
 */
export function toBuildingBody(form: SentForm, currency: string, rows: readonly number[]) {
  const status = statusIn(form);
  const property_type = form.text('property_type');
  const isWhole = form.isChecked('whole_building_bookable');
  const kinds = rows.map((row) => {
    const title = form.text(`kinds_${row}_public_title`);
    return {
      kind: 'unit_type',
      public_title: title,
      property_type: ROOM_TYPES[property_type] ?? property_type,
      max_guests: form.integer(`kinds_${row}_max_guests`),
      status,
      rates: { nightly: form.cents(`kinds_${row}_nightly`, currency) ?? undefined },
      units: readUnits(form, `kinds_${row}_units`, title),
    };
  });
  const nightly = form.cents('nightly', currency);
  const building = {
    kind: 'building',
    public_title: form.text('public_title'),
    property_type,
    whole_building_bookable: isWhole,
    max_guests: countGuests(kinds),
    status,
    address: { city: form.optional('city') },
    rates: { nightly: isWhole ? (nightly ?? undefined) : 0 },
  };
  return { building, kinds };
}

/** The fields of a building's rooms that differ from the building's. */
const ROOM_TYPES: Readonly<Record<string, string>> = {
  hotel: 'private_room',
  guest_house: 'private_room',
  bed_and_breakfast: 'private_room',
  hostel: 'private_room',
  aparthotel: 'apartment',
};

const MOST_GUESTS = 1_000;

/**
 * The number of guests that all rooms of the building take together, where a missing number counts as one.
 */
function countGuests(kinds: readonly { max_guests: unknown; units: unknown }[]): number {
  const toCount = (value: unknown) =>
    typeof value === 'number' ? value : Array.isArray(value) ? value.length : 1;
  const guests = kinds.reduce((sum, kind) => sum + toCount(kind.max_guests) * toCount(kind.units), 0);
  return Math.min(Math.max(guests, 1), MOST_GUESTS);
}

/**
 * The names of the new units, from a number or from a list of names, where a single unit has the name of its
 * place.
 */
function readUnits(form: SentForm, name: string, title: string): unknown {
  const typed = form.text(name).trim();
  if (typed === '') form.errors[name] = 'How many there are is required.';
  if (typed === '1' && title.trim() !== '') return [title];
  if (/^\d{1,4}$/.test(typed)) return Number(typed);
  return typed
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
