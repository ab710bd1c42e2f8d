import { longChoice } from '../../../../web/form-table/long-choice.ts';
import {
  date,
  defineForm,
  integer,
  longText,
  oneOf,
  optional,
  optionalAmount,
  orNull,
  required,
  tick,
  unmarked,
} from '../../../../web/form-table.ts';
import { type Choice, toChoices } from '../../../../web/views/fields.ts';
import { SOURCE_WORDS } from '../../../../web/views/words.ts';
import { BOOKING_LANGUAGE } from '../languages/guest-language.ts';
import { extras } from './extras.ts';
import { HOLD_NAME, holdHours } from './hold.ts';
import { PARTY_FIELDS, PARTY_NAMES } from './party.ts';

export const NOTES = defineForm({
  notes: unmarked(longText('Your team’s notes')),
  special_requests: unmarked(longText('The guest’s requests')),
});

export const defineCancellation = (currency: string) =>
  defineForm({ fee: optionalAmount('The fee', currency), reason: longText('Reason') });

const STATUSES = [
  { value: 'confirmed', name: 'Confirmed' },
  { value: 'pending', name: 'Pending: only holds the dates' },
];

export const NEW_BOOKING = defineForm(
  {
    listing_id: required('The place'),
    unit_id: optional('The unit'),
    check_in: date('Arrival'),
    check_out: date('Departure'),
    ...PARTY_FIELDS,
    extras: extras('Extras'),
    coupon_code: unmarked(optional('Coupon')),
    'guest.name': required('Name'),
    'guest.email': unmarked(optional('Email')),
    'guest.phone': unmarked(optional('Phone')),
    guest_id: optional('The guest'),
    language: BOOKING_LANGUAGE,
    notes: unmarked(longText('Your team’s notes')),
    special_requests: unmarked(longText('The guest’s requests')),
    source: {
      ...unmarked(oneOf('Source', toChoices(SOURCE_WORDS))),
      read: (form, name) => form.optional(name) ?? 'manual',
    },
    status: orNull(unmarked(oneOf('Status', STATUSES))),
    override_rules: tick('Against the rules'),
    expires_in: holdHours('The hold'),
    expected_total: integer('The total'),
  },
  { ...PARTY_NAMES, expires_in: HOLD_NAME },
);

/** The booking keeps its unit if that is free, or else gets another one. */
const ANY_UNIT = { value: '', name: 'Its own, or any' };

export type StayChoices = { places: readonly Choice[]; units: readonly Choice[] };

export const defineChangedStay = ({ places, units }: StayChoices) =>
  defineForm(
    {
      listing_id: longChoice('The place', places),
      unit_id: unmarked(longChoice('The unit', [ANY_UNIT, ...units])),
      check_in: date('Arrival'),
      check_out: date('Departure'),
      ...PARTY_FIELDS,
      extras: extras('Extras'),
      coupon_code: unmarked(optional('The coupon')),
      override_rules: tick('Against the rules'),
    },
    PARTY_NAMES,
  );

/** What a booking has, for what no choice matters. */
export const CHANGED_STAY = defineChangedStay({ places: [], units: [] });

/** The form that only changes the unit. */
export const defineMove = (units: readonly Choice[]) =>
  defineForm({ unit_id: longChoice('Another unit', units) });
