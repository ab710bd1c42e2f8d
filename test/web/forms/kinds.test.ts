/** What a kind of field shows of a value, it reads back as that value, so that a form that is sent unchanged changes nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amount,
  date,
  defineForm,
  email,
  integer,
  longText,
  oneOf,
  optional,
  optionalAmount,
  optionalDate,
  optionalInteger,
  orNull,
  percent,
  required,
  tick,
  ticks,
  ticksOrAll,
  unmarked,
  yesNo,
} from '../../../src/web/form-table.ts';
import { type Kinds, testKinds } from './send-as-shown.ts';

const PPM = 10_000;
const WORDS = { a: 'First', b: 'Second' };
const choices = Object.entries(WORDS).map(([value, name]) => ({ value, name }));

const trimmed = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && !/[\r\n]/.test(text));
const lines = fc.array(trimmed, { minLength: 1 }).map((all) => all.join('\n'));
const orNothing = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const cents = fc.nat({ max: 10 ** 11 });
const day = fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2199-12-31') });
const days = day.map((at) => at.toISOString().slice(0, 10));
const word = fc.constantFrom(...Object.keys(WORDS));
const listed = (all: readonly string[]) => fc.subarray([...all]);

const KINDS: Kinds = {
  required: [required('Field'), trimmed],
  email: [email('Field'), trimmed],
  optional: [optional('Field'), orNothing(trimmed)],
  'a long text': [longText('Field'), orNothing(lines)],
  integer: [integer('Field'), fc.integer()],
  'an optional integer': [optionalInteger('Field'), orNothing(fc.integer())],
  percent: [percent('Field'), fc.integer({ min: -100 * PPM, max: 100 * PPM }).map((ppm) => ppm / PPM)],
  ...Object.fromEntries(
    ['JPY', 'EUR', 'KWD'].flatMap((currency) => [
      [`an amount of ${currency}`, [amount('Field', currency), cents]],
      [`an optional amount of ${currency}`, [optionalAmount('Field', currency), orNothing(cents)]],
    ]),
  ),
  date: [date('Field'), days],
  'an optional date': [optionalDate('Field'), orNothing(days)],
  tick: [tick('Field'), fc.boolean()],
  ticks: [ticks('Field', choices), listed(Object.keys(WORDS))],
  'ticks of which none means all': [
    ticksOrAll('Field', choices),
    listed(Object.keys(WORDS)).map((chosen) => (chosen.length === 0 ? null : chosen)),
  ],
  choice: [oneOf('Field', choices), word],
  'an optional choice': [
    orNull(unmarked(oneOf('Field', [{ value: '', name: 'None' }, ...choices]))),
    orNothing(word),
  ],
  'yes or no': [yesNo('Field', { '': 'Not said', yes: 'Yes', no: 'No' }), orNothing(fc.boolean())],
};

testKinds(KINDS);

test('an error about a part of a field is shown at the field, and one about all fields at the first of them', () => {
  const { nameOf } = defineForm({
    'ages.from': integer('From'),
    'ages.to': integer('To'),
    types: ticks('Types'),
  });
  expect(['ages.to', 'types.0', 'ages', 'other.part'].map(nameOf)).toEqual([
    'ages_to',
    'types',
    'ages_from',
    'other_part',
  ]);
});

test('a field that a browser left out counts as empty, and one that a page does not show is not in the body', () => {
  const { open, read } = defineForm({
    name: required('Name'),
    'at.city': optional('City'),
    is_open: tick('Open'),
  });
  expect(read(open({}))).toEqual({ name: '', at: { city: null }, is_open: false });
  expect(read(open({}), (path) => path !== 'name')).toEqual({ name: '' });
});
