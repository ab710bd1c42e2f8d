/** A row for each room with its beds, and an empty one. */

import { MAX_ROOMS_OF_LISTING } from '../../../../../domain/limits.ts';
import type { Room } from '../../../../../domain/listing.ts';
import { BED_KINDS, type BedKind } from '../../../../../domain/vocabulary.ts';
import type { Form } from '../../../../../web/form.ts';
import type { Labels, SentForm } from '../../../../../web/sent-form.ts';
import { renderField } from '../../../../../web/views/fields.ts';
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

/**
 * One more than allowed, so that the API refuses the last one with a message, instead of the form losing it.
 */
const MAX_ROWS = MAX_ROOMS_OF_LISTING + 1;

const nameOfRoom = (row: number): string => `rooms_${row}_name`;
const nameOfBeds = (row: number, kind: BedKind): string => `rooms_${row}_${kind}`;

export const toRoomValues = (rooms: readonly Room[]): Record<string, string> =>
  Object.fromEntries(
    rooms.flatMap(({ name, beds }, row) => [
      [nameOfRoom(row), name],
      ...beds.map(({ kind, count }) => [nameOfBeds(row, kind), String(count)]),
    ]),
  );

type SentRoom = { row: number; name: string; beds: { kind: BedKind; count: unknown }[] };

/** Without rows in which nothing was typed. */
export const readRooms = (form: SentForm): SentRoom[] =>
  Array.from({ length: MAX_ROWS }, (_, row) => ({
    row,
    name: form.text(nameOfRoom(row)),
    beds: BED_KINDS.flatMap((kind) => {
      const count = form.integer(nameOfBeds(row, kind));
      return count === null || count === 0 ? [] : [{ kind, count }];
    }),
  })).filter(({ name, beds }) => name.trim() !== '' || beds.length > 0);

/** If a place has too many rooms, the error is shown at the last row. */
export function toRoomField(path: string, rooms: readonly SentRoom[]): string {
  const [, index = '-1', bed] = /^rooms\.(\d+)(?:\.beds\.(\d+))?/.exec(path) ?? [];
  const room = rooms[Number(index)] ?? rooms.at(-1);
  const kind = bed === undefined ? undefined : room?.beds[Number(bed)]?.kind;
  return kind === undefined ? nameOfRoom(room?.row ?? 0) : nameOfBeds(room?.row ?? 0, kind);
}

export const ROOM_LABELS: Labels = Object.fromEntries(
  Array.from({ length: MAX_ROWS }, (_, row) => [
    [nameOfRoom(row), `The name of room ${row + 1}`],
    ...BED_KINDS.map((kind) => [nameOfBeds(row, kind), `${BED_WORDS[kind]} in room ${row + 1}`]),
  ]).flat(),
);

/** Up to the last one that is filled in, and an empty one. */
function countRows(values: Form['values']): number {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    const [, row] = /^rooms_(\d+)_/.exec(name) ?? [];
    return row !== undefined && value.trim() !== '' ? [Number(row)] : [];
  });
  return Math.min(Math.max(-1, ...filled) + 2, MAX_ROWS);
}

export const renderRooms = (form: Form): Html => html`<div data-rows>
${Array.from({ length: countRows(form.values) }, (_, row) => renderRoom(form, row))}
<button class="quiet" type="button" data-more hidden>One more room</button>
</div>`;

const renderRoom = (
  form: Form,
  row: number,
): Html => html`<fieldset class="room-row" data-row><legend>Room ${row + 1}</legend>
${renderField(form, { name: nameOfRoom(row), label: 'Name', isOptional: 'unmarked' })}
<div class="bed-fields">${BED_KINDS.map((kind) => renderField(form, { name: nameOfBeds(row, kind), label: BED_WORDS[kind], keys: 'numeric', isOptional: 'unmarked' }))}</div></fieldset>`;
