import { expect, test } from 'vitest';
import { isBuilding, isUnitType, needsOwnUnit } from '../../src/domain/listing.ts';
import { mayWrite } from '../../src/domain/vocabulary.ts';

test.each([
  ['standalone', false, false, true],
  ['building', true, false, false],
  ['unit_type', false, true, false],
] as const)(
  'a %s listing is a building: %s, is inside a building: %s, needs a unit of its own: %s',
  (kind, ...expected) => {
    expect([isBuilding(kind), isUnitType(kind), needsOwnUnit(kind)]).toEqual(expected);
  },
);

test('only a read-write token may write', () => {
  expect([mayWrite('read-write'), mayWrite('read-only')]).toEqual([true, false]);
});
