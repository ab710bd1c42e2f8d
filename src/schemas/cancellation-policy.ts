import type { z } from 'zod';
import {
  type CancellationPolicy,
  type CancellationPolicyChange,
  findFeeBase,
} from '../domain/cancellation.ts';
import { ppmToPercent } from '../domain/formats.ts';
import {
  MAX_CANCELLATION_POLICY_DAYS,
  MAX_CANCELLATION_TIERS,
  MAX_CODE_LENGTH,
  MAX_GRACE_HOURS,
  MAX_NAME_LENGTH,
} from '../domain/limits.ts';
import { CANCELLATION_FEE_BASES } from '../domain/vocabulary.ts';
import { EVEN_IF_ITEMS_ARE_WRONG, hasIssueAt } from './fields/checks.ts';
import { integer, objectEntry, percentField, requiredText, wordField } from './fields/fields.ts';
import { buildIssue, nonEmptyListOf } from './fields/lists.ts';
import { nameTranslationsField } from './fields/translations.ts';

const cancellationTierEntry = objectEntry({
  days_before: integer(0, MAX_CANCELLATION_POLICY_DAYS).describe(
    'How many days before check-in the tier ends.',
  ),
  refund_percent: percentField.describe(
    'The share that is refunded until then, in percent of what `fee_of` says.',
  ),
});

const untransformedPolicyEntry = objectEntry({
  name: requiredText(MAX_NAME_LENGTH).describe('The name of the terms for guests.'),
  grace_hours: integer(0, MAX_GRACE_HOURS).nullish().meta({
    description: 'Within this many hours after it was made, a booking can be cancelled without a fee.',
    default: 0,
  }),
  grace_days_before: integer(0, MAX_CANCELLATION_POLICY_DAYS)
    .nullish()
    .meta({ description: 'The minimum number of days before check-in for that.', default: 0 }),
  tiers: nonEmptyListOf(cancellationTierEntry, MAX_CANCELLATION_TIERS, {
    error: 'must have at least one tier',
  })
    .superRefine(checkOrder, EVEN_IF_ITEMS_ARE_WRONG)
    .describe('By falling `days_before`. `refund_percent` must not rise.'),
  fee_of: wordField(CANCELLATION_FEE_BASES).nullish().meta({
    description:
      'What the fee is a share of: `total`, or `nights`, the accommodation less discounts, without fees and added taxes.',
    default: 'total',
  }),
  fee_tax: requiredText(MAX_CODE_LENGTH)
    .nullish()
    .describe('The code of an included percentage tax that the document of the fee tells, or null for none.'),
  translations: nameTranslationsField.write,
});

/**
 * Checked in the list itself, so that another wrong field does not hide it. A value that is wrong by itself
 * is compared with nothing.
 */
function checkOrder(
  tiers: readonly z.output<typeof cancellationTierEntry>[],
  { issues }: z.core.$RefinementCtx,
) {
  if (hasIssueAt(issues, [])) return;
  for (const [index, tier] of tiers.entries()) {
    const previousTier = tiers[index - 1];
    if (!previousTier) continue;
    const refuse = (field: keyof typeof tier, message: string, input: number) =>
      issues.push({ ...buildIssue('contradicts', message), path: [index, field], input });
    const mayCompare = (field: keyof typeof tier) =>
      [index - 1, index].every((position) => !hasIssueAt(issues, [position, field]));
    if (mayCompare('days_before') && tier.days_before >= previousTier.days_before)
      refuse(
        'days_before',
        `must be less than ${previousTier.days_before}, that of the one before`,
        tier.days_before,
      );
    if (mayCompare('refund_percent') && tier.refund_percent > previousTier.refund_percent) {
      const most = ppmToPercent(previousTier.refund_percent);
      refuse(
        'refund_percent',
        `must not be more than ${most}, that of the one before`,
        ppmToPercent(tier.refund_percent),
      );
    }
  }
}

export const cancellationPolicyEntry = untransformedPolicyEntry.transform(
  ({
    name,
    grace_hours,
    grace_days_before,
    tiers,
    fee_of,
    fee_tax,
    translations,
  }): CancellationPolicyChange => ({
    name,
    graceHours: grace_hours ?? 0,
    graceDaysBefore: grace_days_before ?? 0,
    tiers: tiers.map(({ days_before, refund_percent }) => ({
      daysBefore: days_before,
      refundPpm: refund_percent,
    })),
    // Defaults are not stored, so that terms of an earlier version stay equal.
    ...(fee_of === 'nights' ? { feeOf: fee_of } : {}),
    ...(fee_tax ? { feeTax: fee_tax } : {}),
    translations,
  }),
);

/** Null if there are none. */
export const presentCancellationPolicy = (policy: CancellationPolicy | null) =>
  policy && {
    name: policy.name,
    grace_hours: policy.graceHours,
    grace_days_before: policy.graceDaysBefore,
    tiers: policy.tiers.map(({ daysBefore, refundPpm }) => ({
      days_before: daysBefore,
      refund_percent: ppmToPercent(refundPpm),
    })),
    fee_of: findFeeBase(policy),
    fee_tax: policy.feeTax ?? null,
    translations: nameTranslationsField.present(policy.translations ?? null),
  };
