import type { SiteBookingMode, SiteCancellationMode } from '../../../../domain/vocabulary.ts';
import { type FormPart, joinForm } from '../../../../web/form-table/join.ts';
import {
  defineForm,
  findAt,
  integer,
  longText,
  oneOf,
  optional,
  percent,
  required,
} from '../../../../web/form-table.ts';
import { toChoices } from '../../../../web/views/fields.ts';
import { defineTerms } from '../terms-form.ts';

const MODES = {
  off: 'Off: guests look, and ask you',
  request: 'By request: you confirm each booking',
  instant: 'At once: a booking is confirmed when it is made',
} satisfies Record<SiteBookingMode, string>;
const CANCELLATION = {
  off: 'Not by themselves: they ask you',
  by_terms: 'By themselves, at the fee of your terms',
} satisfies Record<SiteCancellationMode, string>;

export const SITE = defineForm({
  site_bookings: oneOf('Bookings', toChoices(MODES)),
  site_max_nights: integer('Longest stay'),
  site_cancellation: oneOf('Cancelling', toChoices(CANCELLATION)),
  name: required('Name'),
  site_headline: optional('Headline'),
  site_sentence: optional('The sentence'),
  site_color: optional('Colour'),
  imprint: longText('Imprint'),
  'contact.email': optional('Email'),
  'contact.phone': optional('Phone'),
  'contact.website': optional('Website'),
  terms_url: optional('Terms'),
  privacy_url: optional('Privacy'),
  deposit_percent: percent('Deposit'),
  balance_due_days: integer('Days before arrival'),
  payment_instructions: longText('How guests pay'),
  payment_link: optional('Page on which guests pay'),
  arrival_days_before: integer('Days before arrival on which they see it'),
});

export const SITE_TERMS = defineTerms({
  names: { name: 'policy_name' },
  labels: {
    name: 'Name of the terms',
    grace_hours: 'Hours of grace',
    grace_days_before: 'Days before arrival of the grace',
    fee_of: 'What they get back is',
    fee_tax: 'Tax that the fee contains',
  },
  group: 'tier',
  leastTiers: 3,
  labelTier: (number) => ({
    days_before: `Days before arrival ${number}`,
    refund_percent: `Given back ${number}`,
  }),
});

/** In minutes, the longest first. */
const HOLD_UNITS = { days: 1_440, hours: 60, minutes: 1 };

export const HOLD = defineForm({
  hold_value: integer('How long a request waits'),
  hold_unit: oneOf('Counted in', toChoices({ minutes: 'minutes', hours: 'hours', days: 'days' })),
});

/** In the body, a number of minutes. The form shows the largest unit that gives a whole number. */
const holdPart = {
  labels: HOLD.labels,
  toValues(presented) {
    const minutes = Number(findAt(presented, 'site_hold_minutes'));
    const units = Object.entries(HOLD_UNITS);
    const [unit, length] = units.find(([, length]) => minutes % length === 0) ?? ['minutes', 1];
    return { hold_value: String(minutes / length), hold_unit: unit };
  },
  read(form) {
    const { hold_value: value, hold_unit: unit } = HOLD.read(form);
    const length = new Map(Object.entries(HOLD_UNITS)).get(String(unit)) ?? 1;
    return { site_hold_minutes: typeof value === 'number' ? value * length : value };
  },
  findName: (path) => (path === 'site_hold_minutes' ? 'hold_value' : undefined),
} satisfies FormPart;

export const SITE_FORM = joinForm(SITE, holdPart, SITE_TERMS);
