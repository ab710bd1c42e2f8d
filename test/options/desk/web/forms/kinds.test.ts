/** The desk's own kinds of fields read back what they show. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extras } from '../../../../../src/options/desk/web/bookings/extras.ts';
import { PARTY_FIELDS } from '../../../../../src/options/desk/web/bookings/party.ts';
import { someWeekdays } from '../../../../../src/options/desk/web/prices/forms.ts';
import { defineForm } from '../../../../../src/web/form-table.ts';
import { type Kinds, testKinds } from '../../../../web/forms/send-as-shown.ts';

const extra = fc.record({
  code: fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/),
  quantity: fc.integer({ min: 1, max: 999 }),
});

const KINDS: Kinds = {
  'ages of children': [PARTY_FIELDS['party.children_ages'], fc.array(fc.nat({ max: 17 }), { minLength: 1 })],
  weekdays: [someWeekdays('Field'), fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })],
};

testKinds(KINDS);

test('chosen extras are read back from their only field', () => {
  const table = defineForm({ extras: extras('Extras') });
  const chosen = fc.uniqueArray(extra, { selector: ({ code }) => code });
  fc.assert(
    fc.property(chosen, (all) => {
      const sorted = all.toSorted((one, other) => (one.code < other.code ? -1 : 1));
      const form = table.open(table.toValues({ extras: sorted }));
      expect(table.read(form)).toEqual({ extras: sorted });
    }),
  );
});
