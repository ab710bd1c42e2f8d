import { words } from '../../helpers/words.ts';

/** The outcomes that commands must have met, so that nothing is trusted without a test. */

type Outcomes = ReadonlyMap<string, number>;

const REASONS = words(`
  listing_not_bookable past_date advance_notice booking_window guests_exceeded min_stay max_stay
  closed_for_arrival closed_for_departure dates_unavailable`);

const COUPON = words(`
  unknown inactive valid_from valid_until stay_from stay_until min_nights listings max_redemptions`).map(
  (why) => `coupon ${why}`,
);

const each = (start: string, ends: readonly string[]) => ends.map((end) => `${start} ${end}`);

/**
 * Every outcome that a full run must have. Outcomes of quotes are counted separately for the team and for the public.
 */
const REQUIRED = [
  ...each('quote: 200', ['available', ...REASONS]),
  ...each('quote: 422', [...COUPON, 'field check_in', 'field check_out', 'field guests']),
  'quote: 404',
  'calendar: 200',
  'site: 200',
  'site listing: 200',
  'site listing: 404',
  ...each('create: 201', ['unit', 'whole building', 'with coupon', 'override']),
  ...each('create: 422', [...REASONS, ...COUPON]),
  ...each('create: 422 field', ['check_in', 'check_out', 'number_of_guests', 'guest', 'guest_id']),
  ...each('change: 200', ['by the rules', 'override']),
  ...each('change: 422', [...REASONS, 'check_in', 'check_out', 'guest.email']),
  ...each('change: 422', ['cancelled', 'completed', 'due']),
  ...each('sweep: 0', ['expires']),
  ...each('change: 422', ['lapsed', 'expires_in']),
  ...each('confirm: 422', ['confirmed', 'cancelled', 'completed']),
  ...each('cancel: 200', ['confirmed', 'pending', 'with coupon']),
  ...each('cancel: 200', ['no terms', 'terms without fee', 'terms with fee', 'given fee']),
  ...each('cancel: 422', ['cancelled', 'completed', 'fee']),
  ...each('folio step: 200 payments', ['paid', 'failed', 'refunded', 'refunded in part']),
  ...each('folio step: 200 invoices', ['paid', 'void']),
  'folio step: 200 security-deposit held',
  ...each('folio step: 422', ['field status', 'payments confirmed', 'payments cancelled']),
  ...each('receive: 201', ['owed', 'overpaid']),
  ...each('receive: 422', ['cancelled', 'too much', 'field amount']),
  ...each('block: 201', ['one unit', 'every unit']),
  ...each('block: 422', ['availability', 'field unit_id']),
  ...each('sweep: 0', ['completes', 'nothing due']),
  ...each('bookings: 200', ['some', 'none', 'more pages']),
  ...each('repeat: 200', ['again']),
  ...each('repeat: 201', ['again']),
  ...each('make charge: 201', ['fees', 'taxes', 'discounts']),
  ...each('change charge: 200', ['fees', 'taxes', 'discounts']),
  ...each('delete charge: 204', ['fees', 'taxes', 'discounts']),
  ...each('change coupon: 200', ['active', 'max_redemptions', 'min_nights', 'percent', 'amount']),
  ...each('add unit: 422', ['listing', 'name']),
  'make charge: 422 code',
  'delete coupon: 204',
  'delete coupon: 422 code',
  'add unit: 201',
  'change unit: 200',
  'change unit: 422 name',
  'delete unit: 204',
  'delete unit: 422 unit',
  'change listing: 200',
  'rates: 200',
  'days: 200',
  'days: 404',
  'many days: 200',
  'many days: 422 field updates.1.listing_id',
  'confirm: 200',
  'unblock: 204',
  'add guest: 201',
  'add guest: 422 email',
  'change guest: 200',
  'change guest: 422 email',
];

/** A status that any command may have. */
const ANYWHERE = ['401', '403', '404', '409 other request'];

/** The required outcomes that are missing. */
export function neverMet(outcomes: Outcomes): string[] {
  const met = [...outcomes.keys()].map((outcome) => outcome.replace(/^public /, ''));
  const missing = REQUIRED.filter((one) => !met.includes(one.trim()));
  return [...missing, ...ANYWHERE.filter((end) => !met.some((outcome) => outcome.endsWith(`: ${end}`)))];
}

/** How often each command ended in each way. */
export const tableOf = (outcomes: Outcomes): string =>
  [...outcomes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => `${String(count).padStart(6)}  ${outcome}\n`)
    .join('');
