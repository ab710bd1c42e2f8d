import { z } from 'zod';
import type { DaySpan } from '../../domain/dates/day-spans.ts';
import { toInstantText } from '../../domain/formats.ts';
import { MAX_NAME_LENGTH, MAX_SELLABLE_SPANS_OF_UNIT } from '../../domain/limits.ts';
import type { UnitChange, UnitColumns } from '../../services/catalogue/part-rows.ts';
import type { Unit } from '../../services/catalogue/units.ts';
import { buildCopyQuery, copySchema } from '../copy.ts';
import { dateEntry, instantEntry } from '../fields/dates.ts';
import { booleanField, idField, objectEntry, requiredText } from '../fields/fields.ts';
import { listOf, refuseAs } from '../fields/lists.ts';
import { buildReferenceField, customFieldsField, referenceParameter } from '../fields/own-fields.ts';
import { createRowFields, pickFields, type RowField, type RowOf } from '../fields/row-fields.ts';
import { idOf, idSchema, type PresentedEntry, updatedAtSchema } from '../formats.ts';
import { changeParameters, pageParameters, pageSchema } from '../page.ts';

type UnitField = RowField & {
  /** Whether a booking's answer shows the field of its unit. */
  inBookings: boolean;
};

export const unitFields = {
  name: {
    write: requiredText(MAX_NAME_LENGTH).describe('Identifies the unit within its listing.'),
    read: z.string().describe('Identifies the unit within its listing.'),
    inBookings: true,
  },
  active: {
    write: booleanField.nullish().meta({ description: 'Whether it can be booked.', default: true }),
    read: z.boolean().describe('Whether it is sold.'),
    inBookings: false,
  },
  external_reference: {
    ...buildReferenceField('among the team’s units'),
    inBookings: false,
  },
  custom_fields: { ...customFieldsField, inBookings: false },
} satisfies Record<string, UnitField>;
const unitRow = createRowFields(unitFields);

const bookedUnitFields = pickFields(unitFields, 'inBookings', true);
const bookedUnitRow = createRowFields(bookedUnitFields);

export const bookedUnitSchema = z.object({ id: idSchema, ...bookedUnitRow.shown });
export const presentBookedUnit = (unit: { id: string } & RowOf<typeof bookedUnitFields>) => ({
  id: unit.id,
  ...bookedUnitRow.present(unit),
});

const daySpanEntry = objectEntry({
  from: dateEntry.describe('The first day of the span.'),
  to: dateEntry.nullish().describe('The first day after it. Null: it goes on.'),
}).refine(({ from, to }) => !to || to > from, {
  path: ['to'],
  ...refuseAs('contradicts', 'must be a date after from'),
});

export const unitEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  ...unitRow.written,
  sellable: listOf(daySpanEntry, MAX_SELLABLE_SPANS_OF_UNIT)
    .optional()
    .describe(
      'The days on which it could be sold, for `GET /v1/reports/months`. From today on it counts as it is. Default: what is stored; for a new unit, since its first booking or the creation of its listing.',
    ),
  updated_at: instantEntry.nullish().describe('When it was last changed. Default: now, if it changes.'),
});

type UnitEntry = z.infer<typeof unitEntry>;

export const toUnitColumns = (unit: UnitEntry): UnitColumns => ({
  id: unit.id,
  ...unitRow.toColumns(unit),
  name: unit.name,
  updatedAt: unit.updated_at ?? undefined,
});

/** Null if the file does not have them. */
export const toDaySpans = ({ sellable }: UnitEntry): DaySpan[] | null =>
  sellable?.map(({ from, to }) => ({ from, to: to ?? null })) ?? null;

/** Null if they are not known. */
export type UnitWithSellableDays = Omit<Unit, 'teamId'> & { sellable: readonly DaySpan[] | null };

export const presentUnitEntry = ({ sellable, ...unit }: UnitWithSellableDays) =>
  ({
    id: unit.id,
    ...unitRow.present(unit),
    ...(sellable ? { sellable: sellable.map(({ from, to }) => ({ from, to })) } : {}),
    updated_at: toInstantText(unit.updatedAt),
  }) satisfies PresentedEntry<Omit<UnitEntry, 'sellable'>>;

const unitSchema = z
  .object({
    id: idSchema,
    ...unitRow.shown,
    listing_id: idOf('its listing, which is never a building'),
    updated_at: updatedAtSchema,
  })
  .meta({ id: 'Unit', description: 'One place that one party can occupy.' });

export const presentUnit = (unit: Unit): z.infer<typeof unitSchema> => ({
  id: unit.id,
  ...unitRow.present(unit),
  listing_id: unit.listingId,
  updated_at: toInstantText(unit.updatedAt),
});

export const unitQuery = buildCopyQuery('units', {
  ...pageParameters,
  listing_id: idField.optional().describe('Only units of this listing. A building has none itself.'),
  external_reference: referenceParameter,
  ...changeParameters,
});
export const unitsOfListingQuery = z.object({ ...pageParameters, external_reference: referenceParameter });

export const unitParams = z.object({ unit: idField.describe('The unit’s id.') });

export const unitAnswer = z.object({ data: unitSchema });
export const unitListAnswer = pageSchema(unitSchema);
export const teamUnitListAnswer = z.union([unitListAnswer, copySchema(unitSchema)]);

const unitBodyFields = objectEntry(unitRow.written);
export const newUnitBody = unitBodyFields
  .transform(toUnitColumns)
  .meta({ id: 'NewUnit', description: 'A new unit of the listing.', examples: [{ name: '12' }] });
export const unitChangeBody = unitBodyFields
  .partial({ name: true })
  .transform((unit): UnitChange => ({ ...unitRow.toColumns(unit), updatedAt: undefined }))
  .meta({ id: 'UnitChange', description: 'What is left out stays as it is.', examples: [{ active: false }] });
