/** The unit of a new calendar feed, in a team with many units. */
import { expect, test } from 'vitest';
import { unitField } from '../../../../src/options/calendars/web/unit-field.ts';
import type { UnitLabel } from '../../../../src/services/unit-labels.ts';
import { emptyForm } from '../../../../src/web/form.ts';
import { readForm } from '../../../../src/web/sent-form.ts';

const buildUnits = (count: number): UnitLabel[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `01970000-0000-7000-8000-00000000${String(1000 + index)}`,
    listingId: '01970000-0000-7000-8000-000000000001',
    name: index < 2 ? 'Twin' : `Room ${index}`,
    listingTitle: 'The Mill',
    buildingTitle: null,
    timezone: 'UTC',
    active: true,
  }));

function send(units: readonly UnitLabel[], typed: string) {
  const form = readForm({ unit_id: typed }, { unit_id: 'Unit' });
  return { value: unitField('Unit', units).read(form, 'unit_id'), errors: form.errors };
}

test('of up to 20 units one is selected, and of more the name is typed', () => {
  const draw = (count: number): string =>
    String(unitField('Unit', buildUnits(count)).draw(emptyForm, { name: 'unit_id', label: 'Unit' }));
  expect(draw(20)).toContain('<select');
  expect(draw(21)).not.toContain('<select');
  expect(draw(21)).toContain('<option value="The Mill · Room 2">');
  expect(draw(21)).toContain('<option value="The Mill · Twin (1001)">');
});

test('a typed name, or an id, is that of the unit, and a name that several have is refused', () => {
  const units = buildUnits(21);
  expect(send(units, ' The Mill · Room 2 ')).toEqual({ value: units[2]?.id, errors: {} });
  expect(send(units, units[3]?.id ?? '')).toEqual({ value: units[3]?.id, errors: {} });
  expect(send(units, 'The Mill · Twin (1001)')).toEqual({ value: units[1]?.id, errors: {} });
  for (const typed of ['The Mill · Twin', 'The Barn'])
    expect(send(units, typed).errors).toEqual({
      unit_id: 'Unit must be one of those that the field suggests.',
    });
});
