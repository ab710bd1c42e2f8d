/** Cancellation terms in a form, the team's or a place's. They are none if all fields are empty. */

import { MAX_CANCELLATION_TIERS } from '../../../domain/limits.ts';
import type { FormPart } from '../../../web/form-table/join.ts';
import { defineRows } from '../../../web/form-table/rows.ts';
import {
  defineForm,
  type FieldKind,
  findAt,
  integer,
  oneOf,
  optional,
  percent,
  required,
} from '../../../web/form-table.ts';
import { toChoices } from '../../../web/views/fields.ts';
import { FEE_BASE_WORDS } from '../../../web/views/words.ts';

const POLICY = 'cancellation_policy';
type TermsField = 'name' | 'grace_hours' | 'grace_days_before' | 'fee_of' | 'fee_tax';
type TierField = 'days_before' | 'refund_percent';

type TermsOptions = {
  /** Of the inputs. */
  names: Partial<Record<TermsField, string>>;
  labels: Record<TermsField, string>;
  /** Begins the names of the tiers' inputs. */
  group: string;
  leastTiers: number;
  labelTier: (number: number) => Record<TierField, string>;
};

/** No grace is shown as an empty field. */
const grace = (label: string): FieldKind => ({
  ...integer(label),
  show: (value) => (value ? String(value) : ''),
});

const feeBase = (label: string): FieldKind => ({
  ...oneOf(label, toChoices(FEE_BASE_WORDS)),
  show: (value) => String(value ?? 'total'),
});

export function defineTerms({ names, labels, group, leastTiers, labelTier }: TermsOptions) {
  const policy = defineForm(
    {
      name: required(labels.name),
      grace_hours: grace(labels.grace_hours),
      grace_days_before: grace(labels.grace_days_before),
      fee_of: feeBase(labels.fee_of),
      fee_tax: optional(labels.fee_tax),
    },
    names,
  );
  const tiers = defineRows<TierField>(
    group,
    (number) => {
      const { days_before, refund_percent } = labelTier(number);
      return { days_before: integer(days_before), refund_percent: percent(refund_percent) };
    },
    { max: MAX_CANCELLATION_TIERS, least: leastTiers, path: 'tiers' },
  );

  const part = {
    labels: { ...policy.labels, ...tiers.labels },
    toValues(presented) {
      const shown = findAt(presented, POLICY);
      return { ...policy.toValues(shown), ...tiers.toValues(shown) };
    },
    read(form) {
      const { fee_of, ...rest } = policy.read(form);
      const isGiven =
        tiers.readItems(form).length > 0 ||
        Object.values(rest).some((value) => value !== null && value !== '');
      if (!isGiven) return { [POLICY]: null };
      // Terms without any row are refused by the fields that are missing, not by the API's word for rows.
      const sent = tiers.readItems(form, { least: 1 }).map(({ item: { days_before, refund_percent } }) => ({
        days_before: days_before ?? undefined,
        refund_percent: refund_percent ?? undefined,
      }));
      return { [POLICY]: { ...rest, fee_of, tiers: sent } };
    },
    findName(path, values) {
      if (!path.startsWith(`${POLICY}.`)) return undefined;
      const rest = path.slice(POLICY.length + 1);
      return policy.findName(rest) ?? tiers.findName(rest, values);
    },
  } satisfies FormPart;
  return { ...part, policy, tiers };
}
