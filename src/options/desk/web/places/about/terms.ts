/** A place's own cancellation terms. */

import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../../../../domain/limits.ts';
import type { ListingKind } from '../../../../../domain/vocabulary.ts';
import type { Form } from '../../../../../web/form.ts';
import { type Drawn, field } from '../../../../../web/form-table.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { FEE_TAX_HELP } from '../../../../../web/views/words.ts';
import { defineTerms } from '../../terms-form.ts';

const TIER_WORDS = {
  days_before: 'Days before arrival',
  refund_percent: 'Paid back until then, in %',
};

export const PLACE_TERMS = defineTerms({
  names: {
    name: 'cancellation_name',
    grace_hours: 'cancellation_grace_hours',
    grace_days_before: 'cancellation_grace_days_before',
    fee_of: 'cancellation_fee_of',
    fee_tax: 'cancellation_fee_tax',
  },
  labels: {
    name: 'Name of the terms',
    grace_hours: 'Free for so many hours after booking',
    grace_days_before: 'If arrival is at least so many days away',
    fee_of: 'What is paid back is',
    fee_tax: 'Tax that the fee contains',
  },
  group: 'tiers',
  leastTiers: 1,
  labelTier: (number) => ({
    days_before: `${TIER_WORDS.days_before}, row ${number},`,
    refund_percent: `${TIER_WORDS.refund_percent}, row ${number},`,
  }),
});
const { policy: POLICY, tiers: TIERS } = PLACE_TERMS;

/** Whose terms apply if a place has none of its own. */
const WHOSE = {
  standalone: 'your team',
  building: 'your team',
  unit_type: 'its building, or else of your team,',
} satisfies Record<ListingKind, string>;

/** All of them may be empty together. */
const UNMARKED: Drawn = { isOptional: 'unmarked' };

export const renderCancellation = (form: Form, kind: ListingKind): Html => html`
<p class="help">What a guest gets back who cancels. The first row has the most days, and no later row pays back more. Later than the last row nothing is paid back. If all of it is empty, the terms of ${WHOSE[kind]} apply. Bookings that exist keep theirs.</p>
${field(form, POLICY, 'name', { ...UNMARKED, help: 'Guests see it, such as “Flexible”.', maxLength: MAX_NAME_LENGTH })}
<div data-rows>${TIERS.findShown(form.values).map(
  (
    row,
  ) => html`<div class="fields" data-row>${TIERS.field(form, row, 'days_before', { ...UNMARKED, label: TIER_WORDS.days_before })}
${TIERS.field(form, row, 'refund_percent', { ...UNMARKED, label: TIER_WORDS.refund_percent, unit: undefined })}</div>`,
)}
<button class="quiet" type="button" data-more hidden>One more row</button></div>
<div class="fields">${field(form, POLICY, 'grace_hours', UNMARKED)}
${field(form, POLICY, 'grace_days_before', UNMARKED)}</div>
<div class="fields">${field(form, POLICY, 'fee_of')}
${field(form, POLICY, 'fee_tax', { ...UNMARKED, help: FEE_TAX_HELP, maxLength: MAX_CODE_LENGTH })}</div>`;
