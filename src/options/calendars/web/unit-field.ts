import type { UnitLabel } from '../../../services/unit-labels.ts';
import { longChoice } from '../../../web/form-table/long-choice.ts';
import type { FieldKind } from '../../../web/form-table.ts';
import { presentListingName } from '../../../web/views/place-name.ts';

export const presentUnitName = (unit: UnitLabel): string =>
  unit.name === unit.listingTitle && unit.buildingTitle === null
    ? unit.name
    : `${presentListingName(unit)} · ${unit.name}`;

export const unitField = (label: string, units: readonly UnitLabel[]): FieldKind =>
  longChoice(
    label,
    units.map((unit) => ({ value: unit.id, name: presentUnitName(unit) })),
  );
