import { findFeeBase } from '../../../../domain/cancellation.ts';
import { ppmToPercent } from '../../../../domain/formats.ts';
import { MAX_CANCELLATION_TIERS } from '../../../../domain/limits.ts';
import type { TeamSettings } from '../../../../services/team/settings.ts';
import type { Form } from '../../../../web/form.ts';
import { computeFormVersion, type Labels, readForm, type SentForm } from '../../../../web/sent-form.ts';
import { toNumberField } from '../../../../web/views/format.ts';
import { readPercent } from '../../../../web/views/percent.ts';

const LABELS = {
  site_bookings: 'Bookings',
  hold_value: 'How long a request waits',
  hold_unit: 'Counted in',
  site_max_nights: 'Longest stay',
  site_cancellation: 'Cancelling',
  name: 'Name',
  site_sentence: 'The sentence',
  imprint: 'Imprint',
  contact_email: 'Email',
  contact_phone: 'Phone',
  contact_website: 'Website',
  terms_url: 'Terms',
  privacy_url: 'Privacy',
  deposit_percent: 'Deposit',
  balance_due_days: 'Days before arrival',
  payment_instructions: 'How guests pay',
  payment_link: 'Page on which guests pay',
  arrival_days_before: 'Days before arrival on which they see it',
  policy_name: 'Name of the terms',
  grace_hours: 'Hours of grace',
  grace_days_before: 'Days before arrival of the grace',
  fee_of: 'What they get back is',
  fee_tax: 'Tax that the fee contains',
} satisfies Labels;

/** In minutes, the longest first. */
const HOLD_UNITS = { days: 1_440, hours: 60, minutes: 1 };

/** Without a script, nobody can add rows. */
const LEAST_ROWS = 3;
export const countTierRows = (stored: number): number =>
  Math.min(Math.max(LEAST_ROWS, stored + 1), MAX_CANCELLATION_TIERS);

const rowLabels = Object.fromEntries(
  Array.from({ length: MAX_CANCELLATION_TIERS }, (_, row) => [
    [`tier_${row}_days_before`, `Days before arrival ${row + 1}`],
    [`tier_${row}_refund_percent`, `Given back ${row + 1}`],
  ]).flat(),
);

export function toSiteForm(team: TeamSettings): Form {
  const { contact, cancellationPolicy: policy } = team;
  const tiers = (policy?.tiers ?? []).flatMap(({ daysBefore, refundPpm }, row) => [
    [`tier_${row}_days_before`, String(daysBefore)],
    [`tier_${row}_refund_percent`, String(ppmToPercent(refundPpm))],
  ]);
  const values = {
    site_bookings: team.siteBookings,
    ...toHoldValues(team.siteHoldMinutes),
    site_max_nights: String(team.siteMaxNights),
    site_cancellation: team.siteCancellation,
    name: team.name,
    site_sentence: team.siteSentence ?? '',
    imprint: team.imprint ?? '',
    contact_email: contact?.email ?? '',
    contact_phone: contact?.phone ?? '',
    contact_website: contact?.website ?? '',
    terms_url: team.termsUrl ?? '',
    privacy_url: team.privacyUrl ?? '',
    deposit_percent: String(ppmToPercent(team.depositPpm)),
    balance_due_days: String(team.balanceDueDays),
    payment_instructions: team.paymentInstructions ?? '',
    payment_link: team.paymentLink ?? '',
    arrival_days_before: String(team.arrivalDaysBefore),
    policy_name: policy?.name ?? '',
    grace_hours: toNumberField(policy?.graceHours || null),
    grace_days_before: toNumberField(policy?.graceDaysBefore || null),
    fee_of: policy ? findFeeBase(policy) : 'total',
    fee_tax: policy?.feeTax ?? '',
    ...Object.fromEntries(tiers),
  };
  return { values, errors: {} };
}

export const computeSiteVersion = (team: TeamSettings): string => computeFormVersion(toSiteForm(team).values);

/** In the largest unit that gives a whole number. */
function toHoldValues(minutes: number): Record<'hold_value' | 'hold_unit', string> {
  const units = Object.entries(HOLD_UNITS);
  const [unit, length] = units.find(([, length]) => minutes % length === 0) ?? ['minutes', 1];
  return { hold_value: String(minutes / length), hold_unit: unit };
}

/** Empty rows are left out of the terms, so `rows` says from which row each part came. */
const toSiteField =
  (rows: () => readonly number[]) =>
  (path: string): string => {
    if (path === 'site_hold_minutes') return 'hold_value';
    const policyPath = path.replace(/^cancellation_policy\./, '');
    const [, index, field] = /^tiers\.(\d+)\.?(\w*)$/.exec(policyPath) ?? [];
    if (index !== undefined) return `tier_${rows()[Number(index)] ?? 0}_${field || 'days_before'}`;
    if (policyPath === 'tiers') return 'tier_0_days_before';
    return policyPath === path ? path.replaceAll('.', '_') : policyPath.replace(/^name$/, 'policy_name');
  };

export function readSiteForm(sent: unknown) {
  let rows: number[] = [];
  const form = readForm(
    sent,
    { ...LABELS, ...rowLabels },
    toSiteField(() => rows),
  );
  const { policy, tierRows } = readPolicy(form);
  rows = tierRows;
  const body = {
    site_bookings: form.text('site_bookings'),
    site_hold_minutes: readHoldMinutes(form),
    site_max_nights: form.integer('site_max_nights'),
    site_cancellation: form.text('site_cancellation'),
    name: form.text('name'),
    site_sentence: form.optional('site_sentence'),
    imprint: form.optional('imprint'),
    contact: {
      email: form.optional('contact_email'),
      phone: form.optional('contact_phone'),
      website: form.optional('contact_website'),
    },
    terms_url: form.optional('terms_url'),
    privacy_url: form.optional('privacy_url'),
    deposit_percent: readPercent(form, 'deposit_percent'),
    balance_due_days: form.integer('balance_due_days'),
    payment_instructions: form.optional('payment_instructions'),
    payment_link: form.optional('payment_link'),
    arrival_days_before: form.integer('arrival_days_before'),
    cancellation_policy: policy,
  };
  return { form, body, seen: form.text('seen') };
}

function readHoldMinutes(form: SentForm): unknown {
  const value = form.integer('hold_value');
  const unit = form.text('hold_unit');
  const length = Object.hasOwn(HOLD_UNITS, unit) ? HOLD_UNITS[unit as keyof typeof HOLD_UNITS] : 1;
  return typeof value === 'number' ? value * length : value;
}

/** Null if all fields are empty. */
function readPolicy(form: SentForm) {
  const name = form.text('policy_name').trim();
  const [grace, graceDays] = [form.integer('grace_hours'), form.integer('grace_days_before')];
  const feeTax = form.optional('fee_tax');
  const all = Array.from({ length: MAX_CANCELLATION_TIERS }, (_, row) => ({
    row,
    days_before: form.integer(`tier_${row}_days_before`),
    refund_percent: readPercent(form, `tier_${row}_refund_percent`),
  }));
  const filled = all.filter(
    ({ days_before, refund_percent }) => days_before !== null || refund_percent !== null,
  );
  if (name === '' && filled.length === 0 && grace === null && graceDays === null && feeTax === null)
    return { policy: null, tierRows: [] };
  // Terms without any row are refused by the fields that are missing, not by the API's word for rows.
  const shown = filled.length > 0 ? filled : all.slice(0, 1);
  const tierRows = shown.map(({ row }) => row);
  const tiers = shown.map(({ days_before, refund_percent }) => ({
    days_before: days_before ?? undefined,
    refund_percent: refund_percent ?? undefined,
  }));
  const fee = { fee_of: form.text('fee_of'), fee_tax: feeTax };
  return { policy: { name, grace_hours: grace, grace_days_before: graceDays, tiers, ...fee }, tierRows };
}
