/** A row for each room with its beds, and an empty one. */

import { MAX_ROOMS_OF_LISTING } from '../../../../../domain/limits.ts';
import type { Room } from '../../../../../domain/listing.ts';
import { BED_KINDS, type BedKind } from '../../../../../domain/vocabulary.ts';
import type { Form } from '../../../../../web/form.ts';
import type { FormPart } from '../../../../../web/form-table/join.ts';
import { defineRows } from '../../../../../web/form-table/rows.ts';
import { type FieldKind, optionalInteger, required, unmarked } from '../../../../../web/form-table.ts';
import { type Html, html } from '../../../../../web/views/html.ts';

const BED_WORDS = {
  double: 'Double',
  queen: 'Queen',
  king: 'King',
  single: 'Single',
  bunk: 'Bunk',
  sofa_bed: 'Sofa bed',
  cot: 'Cot',
  futon: 'Futon',
} satisfies Record<BedKind, string>;

/** No bed of a kind is the same as 0. */
const isNone = (count: string): boolean => /^0*$/.test(count.trim());

const buildBedFields = (room: number) =>
  Object.fromEntries(
    BED_KINDS.map((kind) => [kind, unmarked(optionalInteger(`${BED_WORDS[kind]} in room ${room}`))]),
  ) as Record<BedKind, FieldKind>;

const ROWS = defineRows<'name' | BedKind>(
  'rooms',
  (number) => ({ name: unmarked(required(`The name of room ${number}`)), ...buildBedFields(number) }),
  {
    max: MAX_ROOMS_OF_LISTING,
    isEmpty: (text, field) => (field === 'name' ? text.trim() === '' : isNone(text)),
  },
);

/** In the order in which the room has them, and new ones after them. */
function findBedKinds(row: number, values: Form['values'], stored: readonly Room[]): BedKind[] {
  const kinds = new Set([...(stored[row]?.beds ?? []).map(({ kind }) => kind), ...BED_KINDS]);
  return [...kinds].filter((kind) => !isNone(values[ROWS.nameOf(row, kind)] ?? ''));
}

export const buildRoomsPart = (stored: readonly Room[]) =>
  ({
    labels: ROWS.labels,
    toValues(presented) {
      const { rooms } = presented as { rooms: readonly Room[] };
      return ROWS.toValues({
        rooms: rooms.map(({ name, beds }) => ({
          name,
          ...Object.fromEntries(beds.map(({ kind, count }) => [kind, count])),
        })),
      });
    },
    read: (form) => ({
      rooms: ROWS.readItems(form).map(({ row, item: { name, ...counts } }) => ({
        name,
        beds: findBedKinds(row, form.values, stored).map((kind) => ({ kind, count: counts[kind] })),
      })),
    }),
    findName(path, values) {
      const row = ROWS.findRow(path, values);
      if (row === undefined) return undefined;
      const [, bed] = /\.beds\.(\d+)/.exec(path) ?? [];
      return ROWS.nameOf(row, findBedKinds(row, values, stored)[Number(bed ?? -1)] ?? 'name');
    },
  }) satisfies FormPart;

export const renderRooms = (form: Form): Html => html`<div data-rows>
${ROWS.findShown(form.values).map((row) => renderRoom(form, row))}
<button class="quiet" type="button" data-more hidden>One more room</button>
</div>`;

const renderRoom = (
  form: Form,
  row: number,
): Html => html`<fieldset class="room-row" data-row><legend>Room ${row + 1}</legend>
${ROWS.field(form, row, 'name', { label: 'Name' })}
<div class="bed-fields">${BED_KINDS.map((kind) => ROWS.field(form, row, kind, { label: BED_WORDS[kind] }))}</div></fieldset>`;
