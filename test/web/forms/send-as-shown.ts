import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineForm, type FieldKind, field } from '../../../src/web/form-table.ts';
import { formsIn } from './page-forms.ts';

/** The only form of a page with one field, as a browser sends it. */
function sendAsShown(kind: FieldKind, value: unknown): unknown {
  const table = defineForm({ 'of.it': kind });
  const values = table.toValues({ of: { it: value } });
  const page = `<form>${field({ values, errors: {} }, table, 'of.it')}</form>`;
  const sent = new Map<string, string[]>();
  for (const [name, one] of formsIn(page, '/')[0]?.fields ?? [])
    sent.set(name, [...(sent.get(name) ?? []), one.replaceAll('\n', '\r\n')]);
  const form = table.open(
    Object.fromEntries([...sent].map(([name, all]) => [name, all.length > 1 ? all : all[0]])),
  );
  const { of } = table.read(form) as { of: { it: unknown } };
  expect(form.errors).toEqual({});
  return of.it;
}

/** By a name of the kind. */
export type Kinds = Record<string, [kind: FieldKind, values: fc.Arbitrary<unknown>]>;

export const testKinds = (kinds: Kinds) =>
  test.each(Object.entries(kinds))(
    'what a field of the kind “%s” shows is read back',
    (_name, [kind, values]) => {
      fc.assert(
        fc.property(values, (value) => {
          expect(sendAsShown(kind, value)).toEqual(value);
        }),
      );
    },
  );
