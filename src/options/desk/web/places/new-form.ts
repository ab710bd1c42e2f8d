import { z } from 'zod';
import { newListingBody } from '../../../../schemas/listings/bodies.ts';
import type { Form } from '../../../../web/form.ts';
import type { Labels, SentForm } from '../../../../web/sent-form.ts';
import { expandUnitNames } from './unit-names.ts';

/** A room is one more room type in a building. */
export type NewKind = 'place' | 'building' | 'room';

/** If the browser runs no script. */
export const ROWS_OF_KINDS = 4;
const KIND_FIELDS = ['public_title', 'units', 'max_guests', 'nightly'] as const;

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

/** In error messages. The number of the row is added. */
const ROW_LABELS = {
  public_title: 'The name of kind',
  units: 'Rooms of kind',
  max_guests: 'Guests of kind',
  nightly: 'Price of kind',
} satisfies Record<keyof typeof ROOM_LABELS, string>;

/** Each row is one room type. */
export const labelOfKind = (field: (typeof KIND_FIELDS)[number]): string => ROOM_LABELS[field];

export const buildLabels = (rows: number): Labels => ({
  ...PLACE_LABELS,
  ...Object.fromEntries(
    Array.from({ length: rows }, (_, row) =>
      KIND_FIELDS.map((field) => [`kinds_${row}_${field}`, `${ROW_LABELS[field]} ${row + 1}`]),
    ).flat(),
  ),
});

/** All errors about units are shown at one field. */
export const toPlaceField = (path: string): string =>
  path.replace(/^units\..*/, 'units').replace(/^(?:address|rates|rules)\./, '');

/** Empty rows are left out of the API's list, so `rows` says from which row each room type came. */
export const toBuildingField =
  (rows: readonly number[]) =>
  (path: string): string => {
    const [, index, rest] = /^kinds\.(\d+)\.(.*)$/.exec(path) ?? [];
    if (index === undefined || rest === undefined)
      return path === 'kinds' ? 'kinds_0_public_title' : toPlaceField(path.replace(/^building\./, ''));
    return `kinds_${rows[Number(index)] ?? 0}_${toPlaceField(rest)}`;
  };

/** The new listings: the building and each of its room types. */
export const newBuildingForm = z.object({ building: newListingBody, kinds: z.array(newListingBody) });

export const INITIAL: Record<NewKind, Form> = {
  place: { values: { units: '1' }, errors: {} },
  building: { values: { property_type: 'hotel' }, errors: {} },
  room: { values: { property_type: 'private_room', units: '1' }, errors: {} },
};

const statusIn = (form: SentForm) => (form.isChecked('open') ? 'active' : 'draft');

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

/** The rows in which something was typed, or the first if all are empty. */
export function findFilledRows(sent: unknown): number[] {
  const names = Object.entries((sent ?? {}) as Record<string, unknown>);
  const filled = names.flatMap(([name, value]) => {
    const [, row] = /^kinds_(\d{1,2})_/.exec(name) ?? [];
    return row !== undefined && typeof value === 'string' && value.trim() !== '' ? [Number(row)] : [];
  });
  return filled.length === 0 ? [0] : [...new Set(filled)].sort((a, b) => a - b);
}

/**
 * A building that cannot be booked as a whole gets the price 0, and room for the guests of all its room types
 * together.
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

/** A number, or a list of names. A single unit gets the name of its place. */
function readUnits(form: SentForm, name: string, title: string): unknown {
  const typed = form.text(name).trim();
  if (typed === '') form.errors[name] = 'How many there are is required.';
  if (typed === '1' && title.trim() !== '') return [title];
  if (/^\d{1,4}$/.test(typed)) return Number(typed);
  const names = typed.split(/[,;\n]/).map((one) => one.trim());
  return expandUnitNames(names.filter((one) => one !== ''));
}
