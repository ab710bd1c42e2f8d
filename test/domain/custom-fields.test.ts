import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CustomFieldsChange,
  findCustomFieldsProblem,
  mergeCustomFields,
  presentCustomFields,
  replaceCustomFields,
} from '../../src/domain/custom-fields.ts';
import { itHolds } from '../helpers/arbitraries.ts';

const name = fc.constantFrom('a', 'b', 'bb', 'c_1', 'constructor', 'lock_code', 'zone');
const value = fc.oneof(
  fc.constantFrom(null, 'x', 'Größe', true, false),
  fc.integer({ min: -9, max: 9 }),
  // Stored as JSON, which has one zero.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
);
const change: fc.Arbitrary<CustomFieldsChange> = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
);

describe('fields of a team’s own', () => {
  itHolds(
    'after any changes, the fields are those that were set last, in alphabetical order',
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const model = new Map<string, unknown>();
      let stored = mergeCustomFields(null, undefined);
      for (const one of changes) {
        stored = mergeCustomFields(stored, one);
        if (one === null) model.clear();
        for (const [key, set] of Object.entries(one ?? {})) {
          if (set === null) model.delete(key);
          else model.set(key, set);
        }
        const expected = [...model].sort(([x], [y]) => (x < y ? -1 : 1));
        expect(Object.entries(presentCustomFields(stored))).toEqual(expected);
        expect(stored === null).toBe(model.size === 0);
      }
    }),
  );

  itHolds(
    'a change that says what is stored, in whatever order, gives the stored fields themselves',
    fc.property(fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true }), (fields) => {
      const stored = mergeCustomFields(null, fields);
      const reversed = stored && Object.fromEntries(Object.entries(stored).reverse());
      expect(mergeCustomFields(reversed, stored ?? {})).toBe(reversed);
    }),
  );

  test('a file replaces them as a whole, or leaves them', () => {
    expect(replaceCustomFields({ a: 1, b: 2 }, { b: 3, c: null })).toEqual({ b: 3 });
    expect(replaceCustomFields({ a: 1 }, undefined)).toEqual({ a: 1 });
    expect(replaceCustomFields({ a: 1 }, null)).toBeNull();
  });

  test('they have at most 50 names and 4,096 bytes as JSON', () => {
    const numbered = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, true]));
    expect(findCustomFieldsProblem(numbered(50))).toBeNull();
    expect(findCustomFieldsProblem(numbered(51))).toEqual({
      code: 'limit',
      message: 'must have at most 50 fields',
    });
    // {"a":"…"} has 8 bytes around its text, and a ü has two.
    expect(findCustomFieldsProblem({ a: 'ü'.repeat(2_044) })).toBeNull();
    expect(findCustomFieldsProblem({ a: `${'ü'.repeat(2_044)}x` })).toEqual({
      code: 'too_long',
      message: expect.stringMatching(/4096 bytes/),
    });
  });
});
