/** A place's terms: cancellation, moving of bookings, and its external reference. */

import { type CancellationPolicy, findFeeBase } from '../../../../../domain/cancellation.ts';
import { ppmToPercent } from '../../../../../domain/formats.ts';
import {
  MAX_CANCELLATION_TIERS,
  MAX_CODE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REFERENCE_LENGTH,
} from '../../../../../domain/limits.ts';
import { isBuilding } from '../../../../../domain/listing.ts';
import type { ListingKind, ReseatingMode } from '../../../../../domain/vocabulary.ts';
import type { Listing } from '../../../../../services/listings.ts';
import type { Form } from '../../../../../web/form.ts';
import type { Labels, SentForm } from '../../../../../web/sent-form.ts';
import { renderField, renderSelect, toChoices } from '../../../../../web/views/fields.ts';
import { toNumberField } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { FEE_BASE_WORDS, FEE_TAX_HELP } from '../../../../../web/views/words.ts';

/**
 * One more than allowed, so that the API refuses the last one with a message, instead of the form losing it.
 */
const MAX_ROWS = MAX_CANCELLATION_TIERS + 1;

type TierField = 'days_before' | 'refund_percent';
const TIER_WORDS = {
  days_before: 'Days before arrival',
  refund_percent: 'Paid back until then, in %',
} satisfies Record<TierField, string>;
const TIER_FIELDS: readonly TierField[] = ['days_before', 'refund_percent'];
const nameOfTier = (row: number, field: TierField): string => `tiers_${row}_${field}`;

const MODES = {
  '': 'As the team does',
  on: 'Yes',
  off: 'No',
} satisfies Record<ReseatingMode | '', string>;

const OWN_LABELS = {
  cancellation_name: 'Name of the terms',
  cancellation_grace_hours: 'Free for so many hours after booking',
  cancellation_grace_days_before: 'If arrival is at least so many days away',
  cancellation_fee_of: 'What is paid back is',
  cancellation_fee_tax: 'Tax that the fee contains',
  reseating: 'Move bookings to other units to make room for a new one',
  external_reference: 'Its number in another system',
};

export const TERMS_LABELS: Labels = {
  ...OWN_LABELS,
  ...Object.fromEntries(
    Array.from({ length: MAX_ROWS }, (_, row) =>
      TIER_FIELDS.map((field) => [nameOfTier(row, field), `${TIER_WORDS[field]}, row ${row + 1},`]),
    ).flat(),
  ),
};

/** A grace period of 0 hours or days is shown as an empty field. */
export const toTermsValues = ({
  kind,
  cancellationPolicy: policy,
  reseating,
  externalReference,
}: Listing): Record<string, string> => ({
  cancellation_name: policy?.name ?? '',
  cancellation_grace_hours: toNumberField(policy?.graceHours || null),
  cancellation_grace_days_before: toNumberField(policy?.graceDaysBefore || null),
  cancellation_fee_of: policy ? findFeeBase(policy) : 'total',
  cancellation_fee_tax: policy?.feeTax ?? '',
  ...toTierValues(policy),
  ...(isBuilding(kind) ? {} : { reseating: reseating ?? '' }),
  external_reference: externalReference ?? '',
});

const toTierValues = (policy: CancellationPolicy | null) =>
  Object.fromEntries(
    (policy?.tiers ?? []).flatMap(({ daysBefore, refundPpm }, row) => [
      [nameOfTier(row, 'days_before'), String(daysBefore)],
      [nameOfTier(row, 'refund_percent'), String(ppmToPercent(refundPpm))],
    ]),
  );

/** With the numbers of the rows that are filled in. */
export function readTerms(form: SentForm, kind: ListingKind) {
  const all = Array.from({ length: MAX_ROWS }, (_, row) => ({
    row,
    tier: {
      days_before: form.integer(nameOfTier(row, 'days_before')),
      refund_percent: readPercent(form, nameOfTier(row, 'refund_percent')),
    },
  }));
  const rows = all.filter(({ tier }) => tier.days_before !== null || tier.refund_percent !== null);
  const policy = {
    name: form.optional('cancellation_name'),
    grace_hours: form.integer('cancellation_grace_hours'),
    grace_days_before: form.integer('cancellation_grace_days_before'),
    fee_tax: form.optional('cancellation_fee_tax'),
  };
  const isGiven = rows.length > 0 || Object.values(policy).some((value) => value !== null);
  // Terms without any row are refused by the fields that are missing, not by the API's word for rows.
  const shown = rows.length > 0 ? rows : all.slice(0, 1);
  const body = {
    cancellation_policy: isGiven
      ? { ...policy, fee_of: form.text('cancellation_fee_of'), tiers: shown.map(({ tier }) => tier) }
      : null,
    ...(isBuilding(kind) ? {} : { reseating: form.optional('reseating') }),
    external_reference: form.optional('external_reference'),
  };
  return { body, tierRows: shown.map(({ row }) => row) };
}

/** A text that is no percentage is returned as it is, so that the schema refuses it. */
function readPercent(form: SentForm, name: string): unknown {
  const typed = form.optional(name)?.trim() ?? null;
  return typed !== null && /^\d{1,3}(?:[.,]\d{1,9})?$/.test(typed) ? Number(typed.replace(',', '.')) : typed;
}

/** An error about all rows is shown at the first. */
export function toTermsField(path: string, tierRows: readonly number[]): string {
  const [, index, field] = /\.tiers(?:\.(\d+)(?:\.(\w+))?)?$/.exec(path) ?? [];
  if (!path.includes('.tiers')) return path.replace('cancellation_policy.', 'cancellation_');
  return nameOfTier(
    tierRows[Number(index ?? 0)] ?? 0,
    field === 'refund_percent' ? 'refund_percent' : 'days_before',
  );
}

type View = { form: Form; kind: ListingKind };

/** Whose terms apply if a place has none of its own. */
const WHOSE = {
  standalone: 'your team',
  building: 'your team',
  unit_type: 'its building, or else of your team,',
} satisfies Record<ListingKind, string>;

export const renderCancellation = ({ form, kind }: View): Html => html`
<p class="help">What a guest gets back who cancels. The first row has the most days, and no later row pays back more. Later than the last row nothing is paid back. If all of it is empty, the terms of ${WHOSE[kind]} apply. Bookings that exist keep theirs.</p>
${renderField(form, { name: 'cancellation_name', label: OWN_LABELS.cancellation_name, help: 'Guests see it, such as “Flexible”.', maxLength: MAX_NAME_LENGTH, isOptional: 'unmarked' })}
<div data-rows>${Array.from(
  { length: countRows(form.values) },
  (_, row) =>
    html`<div class="fields" data-row>${TIER_FIELDS.map((field) => renderField(form, { name: nameOfTier(row, field), label: TIER_WORDS[field], keys: field === 'days_before' ? 'numeric' : 'decimal', isOptional: 'unmarked' }))}</div>`,
)}
<button class="quiet" type="button" data-more hidden>One more row</button></div>
<div class="fields">${(['cancellation_grace_hours', 'cancellation_grace_days_before'] as const).map((name) =>
  renderField(form, { name, label: OWN_LABELS[name], keys: 'numeric', isOptional: 'unmarked' }),
)}</div>
<div class="fields">${renderSelect(form, { name: 'cancellation_fee_of', label: OWN_LABELS.cancellation_fee_of, choices: toChoices(FEE_BASE_WORDS) })}
${renderField(form, { name: 'cancellation_fee_tax', label: OWN_LABELS.cancellation_fee_tax, help: FEE_TAX_HELP, maxLength: MAX_CODE_LENGTH, isOptional: 'unmarked' })}</div>`;

/** Up to the last one that is filled in, and an empty one. */
function countRows(values: Form['values']): number {
  const filled = Array.from({ length: MAX_ROWS }, (_, row) => row).filter((row) =>
    TIER_FIELDS.some((field) => (values[nameOfTier(row, field)] ?? '').trim() !== ''),
  );
  return Math.min((filled.at(-1) ?? -1) + 2, MAX_ROWS);
}

/** A building has no bookings to move, because it has no units itself. */
export const renderOffice = ({ form, kind }: View): Html => html`
${
  isBuilding(kind)
    ? EMPTY_HTML
    : renderSelect(form, {
        name: 'reseating',
        label: OWN_LABELS.reseating,
        choices: toChoices(MODES),
        isOptional: 'unmarked',
      })
}
${renderField(form, { name: 'external_reference', label: OWN_LABELS.external_reference, help: 'Such as that of your accounting or your channel manager. Guests do not see it.', maxLength: MAX_REFERENCE_LENGTH, isOptional: true })}`;
