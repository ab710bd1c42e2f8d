/** The effects of writes on bookings (contract, section 8). */
import { type FieldErrors, invalid, type Told } from './answers.ts';
import { between, type Day, dayIn, type Moment, momentOf, plus, stamp } from './dates.ts';
import {
  mayStep,
  newFolio,
  type Part,
  type Payment,
  paidOf,
  planAnew,
  receivePayment,
  settle,
  shownFolio,
  TIMES,
} from './folio.ts';
import { priceOf, type Stay } from './price.ts';
import { type Booking, type Event, type Guest, hasLapsed, type State, type Token } from './state.ts';
import { chosenUnit, couponFor, type Reason, reasonsFor } from './stays.ts';
import {
  activeUnitsOf,
  type Coupon,
  couponByCode,
  type Listing,
  listingById,
  shownListing,
  unitsOf,
} from './team.ts';
import { bookedTerms, feeOf, policyOf } from './terms.ts';

/** The outcome of a write: a refusal with its reasons, or the effect once the service has answered. */
export type Verdict =
  | { refused: Told; because: string[] }
  | { status: number; because?: string[]; done: Done };
/** Applies it to the model, with the values that only the service can choose, and returns the complete answer. */
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
export type Done = (answer: any) => unknown;

export type Wanted = Stay & {
  listing: Listing;
  guest: Guest | { name: string; email: string | null; phone: string | null };
  couponCode: string | null;
  notes: string | null;
  special_requests: string | null;
  source: string;
  status: 'pending' | 'confirmed';
  override: boolean;
  /** The minutes for which a pending one holds its nights. */
  expiresIn: number | null;
};

export type Change = {
  check_in?: Day;
  check_out?: Day;
  number_of_guests?: number;
  notes?: string | null;
  special_requests?: string | null;
  guest?: { name?: string; email?: string | null; phone?: string | null };
  override_rules?: boolean;
  expires_in?: number | null;
};

const refuse = (errors: FieldErrors, ...because: string[]): Verdict => ({
  refused: invalid(errors),
  because: because.length > 0 ? because : errors.map(([field]) => field),
});

const listingOf = (state: State, { listing_id }: Booking): Listing => {
  const listing = listingById(state.team, listing_id);
  if (!listing) throw new Error('A booking without its listing.');
  return listing;
};

export const guestById = (state: State, id: string): Guest | undefined =>
  state.guests.find((guest) => guest.id === id);

export const guestByEmail = (state: State, email: string | null): Guest | undefined =>
  state.guests.find((guest) => email !== null && guest.email?.toLowerCase() === email.toLowerCase());

/** A booking as it is read. */
export function shownBooking(state: State, booking: Booking) {
  const { unitIds, preparationDays: _days, bookedOn: _on, folio: _folio, events: _events, ...rest } = booking;
  const { policy: _policy, ...own } = rest;
  const listing = listingOf(state, booking);
  const unit = listing.units.find(({ id }) => id === unitIds[0]);
  return {
    ...own,
    unit: booking.whole_building ? null : { id: unit?.id, name: unit?.name },
    nights: between(booking.check_in, booking.check_out),
    currency: state.team.team.currency,
    listing: shownListing(state.team, listing),
    guest: guestById(state, booking.guest_id),
    cancellation: bookedTerms(booking, state.team.team.timezone),
    unit_pinned: false,
  };
}

export const folioOf = ({ team }: State, booking: Booking) =>
  shownFolio(booking.folio, team.team.currency, booking);

const event = (type: string, actor: Event['actor'], data: Event['data'], created_at: string): Event => ({
  id: null,
  type: `booking.${type}`,
  actor,
  data,
  created_at,
});
const by = ({ name }: Token): Event['actor'] => ({ type: 'token', name });

const fieldOf = ({ code }: Reason) => (code === 'guests_exceeded' ? 'number_of_guests' : 'availability');
/** Rules under `availability` before those under `number_of_guests`. */
const messagesOf = (reasons: readonly Reason[]): FieldErrors =>
  reasons
    .map((reason): FieldErrors[number] => [fieldOf(reason), reason.message])
    .toSorted(([a], [b]) => Number(a > b) - Number(a < b));

/** When a confirmed booking completes: at its check-out, in the listing's time zone. */
const endOf = (state: State, booking: Booking) =>
  momentOf(booking.check_out, listingOf(state, booking).check_out_time, state.team.team.timezone);
export const isOver = (state: State, booking: Booking): boolean =>
  Temporal.Instant.compare(state.now, endOf(state, booking)) >= 0;

/** Completes a booking that is due, and returns whether it was. */
export function completeIfDue(state: State, booking: Booking): boolean {
  if (booking.status !== 'confirmed' || !isOver(state, booking)) return false;
  const now = stamp(state.now);
  Object.assign(booking, {
    status: 'completed',
    completed_at: stamp(endOf(state, booking)),
    updated_at: now,
  });
  booking.events.push(event('completed', { type: 'system', name: null }, {}, now));
  return true;
}

const HAS_LAPSED = 'The hold of this booking has lapsed, so the booking is cancelled.';

/** Cancels a lapsed hold at the moment at which it lapsed, and returns whether it had. */
export function expireIfLapsed(state: State, booking: Booking): boolean {
  if (!hasLapsed(state, booking) || booking.expires_at === null) return false;
  const now = stamp(state.now);
  Object.assign(booking, {
    status: 'cancelled',
    cancellation_reason: 'expired',
    cancelled_at: booking.expires_at,
    cancellation_fee: booking.policy ? 0 : null,
    updated_at: now,
  });
  settle(booking.folio, booking.expires_at);
  booking.events.push(event('expired', { type: 'system', name: null }, {}, now));
  return true;
}

/** Cancels the lapsed holds that still have nights `[from, to)` of these units. */
export function expireOn(state: State, unitIds: readonly (string | undefined)[], from: Day, to: Day): void {
  for (const booking of state.bookings) {
    const isThere =
      booking.check_in < to &&
      from < plus(booking.check_out, booking.preparationDays) &&
      booking.unitIds.some((id) => unitIds.includes(id));
    if (isThere) expireIfLapsed(state, booking);
  }
}

/** Cancels as many lapsed holds as a further redemption needs, the first to lapse first. */
function expireForCoupon(state: State, { code, max_redemptions }: Coupon): void {
  if (max_redemptions === null) return;
  const using = state.bookings.filter(
    ({ status, coupon_code }) => status !== 'cancelled' && coupon_code === code,
  );
  const lapsed = using
    .filter((booking) => hasLapsed(state, booking))
    .sort((a, b) => (`${a.expires_at} ${a.id}` < `${b.expires_at} ${b.id}` ? -1 : 1));
  for (const booking of lapsed.slice(0, Math.max(0, using.length + 1 - max_redemptions)))
    expireIfLapsed(state, booking);
}

const expiryOf = (state: State, minutes: number | null): string | null =>
  minutes === null ? null : stamp(state.now.add({ minutes }));

/** Checks a new code: unique, and only of unambiguous capitals and digits. */
function newCode({ bookings }: State, told: string): string {
  const isNew = bookings.every(({ confirmation_code }) => confirmation_code !== told);
  return isNew && /^[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{8}$/.test(told) ? told : 'another code';
}

export function create(state: State, wanted: Wanted, token: Token): Verdict {
  const { listing, couponCode, override } = wanted;
  const reasons = reasonsFor(state, listing, wanted, { booking: null, override });
  const applied = couponCode === null ? null : couponFor(state, listing, wanted, couponCode);
  const errors = messagesOf(reasons);
  const because = reasons.map(({ code }) => code);
  if (applied && 'refusal' in applied) {
    errors.push(['coupon_code', applied.refusal]);
    because.push(`coupon ${applied.why}`);
  }
  if (errors.length > 0) return refuse(errors, ...because);

  const now = stamp(state.now);
  const bookedOn = dayIn(state.team.team.timezone, state.now);
  const coupon = applied && 'coupon' in applied ? applied.coupon : null;
  const price = priceOf(state.team, listing, { ...wanted, coupon, bookedOn });
  const isWhole = listing.kind === 'building';
  const units = isWhole ? activeUnitsOf(state.team, listing) : [chosenUnit(state, listing, wanted, null)];
  const done: Done = ({ data }) => {
    const end = plus(wanted.check_out, listing.rules.preparation_days);
    const unitIds = units.map((unit) => unit?.id);
    expireOn(state, unitIds, wanted.check_in, end);
    if (coupon) expireForCoupon(state, coupon);
    const guest =
      'id' in wanted.guest
        ? wanted.guest
        : { ...wanted.guest, id: data.guest_id, notes: null, erased_at: null, created_at: now };
    if (!state.guests.includes(guest)) state.guests.push(guest);
    const owed = { grandTotal: price.grand_total, bookedOn, checkIn: wanted.check_in };
    const booking: Booking = {
      ...price,
      id: data.id,
      confirmation_code: newCode(state, data.confirmation_code),
      listing_id: listing.id,
      whole_building: isWhole,
      guest_id: guest.id,
      status: wanted.status,
      source: wanted.source,
      check_in: wanted.check_in,
      check_out: wanted.check_out,
      number_of_guests: wanted.guests,
      coupon_code: coupon?.code ?? null,
      notes: wanted.notes,
      special_requests: wanted.special_requests,
      cancellation_reason: null,
      cancellation_fee: null,
      expires_at: expiryOf(state, wanted.expiresIn),
      policy: policyOf(state.team, listing),
      confirmed_at: wanted.status === 'confirmed' ? now : null,
      cancelled_at: null,
      completed_at: null,
      created_at: now,
      updated_at: now,
      unitIds: units.map((unit) => unit?.id ?? 'none'),
      preparationDays: listing.rules.preparation_days,
      bookedOn,
      folio: newFolio(state.team, owed, data.confirmation_code, listing.security_deposit, now),
      events: [event('created', by(token), override ? { override_rules: true } : {}, now)],
    };
    state.bookings.push(booking);
    return { data: shownBooking(state, booking) };
  };
  const how = [
    isWhole ? 'whole building' : 'unit',
    ...(coupon ? ['with coupon'] : []),
    ...(override ? ['override'] : []),
  ];
  return { status: 201, because: how, done };
}

const lapsed = (): Verdict => refuse([['status', HAS_LAPSED]], 'lapsed');

const noLonger = ({ status }: Booking, why: string = status): Verdict =>
  refuse([['status', `A ${status} booking can no longer be changed.`]], why);

/** A date that does not fit the booking's other one, if only one of them changes. */
function misfit(booking: Booking, change: Change): FieldErrors {
  const { check_in = booking.check_in, check_out = booking.check_out } = change;
  const isOut = change.check_out !== undefined;
  const length = between(check_in, check_out);
  if (length >= 1 && length <= 365) return [];
  const [own, side, other] = isOut ? ['check_out', 'after', 'check in'] : ['check_in', 'before', 'check out'];
  const rule = length < 1 ? `must be a date ${side} ${other}` : `must be at most 365 nights ${side} ${other}`;
  return [[own ?? '', `The ${own?.replace('_', ' ')} field ${rule}.`]];
}

export function change(state: State, booking: Booking, wanted: Change, token: Token): Verdict {
  if (expireIfLapsed(state, booking)) return lapsed();
  if (completeIfDue(state, booking)) return noLonger(booking, 'due');
  if (booking.status === 'cancelled' || booking.status === 'completed') return noLonger(booking);
  const wrong = misfit(booking, wanted);
  if (wanted.expires_in !== undefined && booking.status !== 'pending')
    wrong.push(['expires_in', 'The expires in field can be set only for a pending booking.']);
  if (wrong.length > 0) return refuse(wrong);

  const stay = {
    check_in: wanted.check_in ?? booking.check_in,
    check_out: wanted.check_out ?? booking.check_out,
    guests: wanted.number_of_guests ?? booking.number_of_guests,
  };
  const listing = listingOf(state, booking);
  const scope = { booking, override: wanted.override_rules === true };
  const reasons = reasonsFor(state, listing, stay, scope);
  if (reasons.length > 0) return refuse(messagesOf(reasons), ...reasons.map(({ code }) => code));
  const guest = guestById(state, booking.guest_id);
  const namesake = guestByEmail(state, wanted.guest?.email ?? null);
  if (namesake && namesake !== guest)
    return refuse([['guest.email', 'Another guest of the team has this email.']]);
  return {
    status: 200,
    because: [wanted.override_rules ? 'override' : 'by the rules'],
    done: () => {
      apply(state, booking, listing, stay, wanted, by(token));
      return { data: shownBooking(state, booking) };
    },
  };
}

/** A booking keeps its coupon while its length and stay window allow it, whatever else has changed. */
function couponKept(state: State, { coupon_code }: Booking, { check_in, check_out }: Stay) {
  const coupon = coupon_code === null ? undefined : couponByCode(state.team, coupon_code);
  if (!coupon) return null;
  const { min_nights, stay_from, stay_until } = coupon;
  const holds =
    (min_nights === null || between(check_in, check_out) >= min_nights) &&
    (stay_from === null || check_in >= stay_from) &&
    (stay_until === null || check_out <= stay_until);
  return holds ? coupon : null;
}

function apply(
  state: State,
  booking: Booking,
  listing: Listing,
  stay: Stay,
  wanted: Change,
  actor: Event['actor'],
): void {
  const before = structuredClone({ ...booking, folio: null, events: null });
  const data: Event['data'] = {};
  const isMoved = stay.check_in !== booking.check_in || stay.check_out !== booking.check_out;
  if (isMoved) {
    const units = booking.whole_building
      ? activeUnitsOf(state.team, listing)
      : [chosenUnit(state, listing, stay, booking)];
    booking.unitIds = units.map((unit) => unit?.id ?? 'none');
    expireOn(state, booking.unitIds, stay.check_in, plus(stay.check_out, booking.preparationDays));
  }
  const isRuled = isMoved || stay.guests !== booking.number_of_guests;
  if (isRuled) {
    const coupon = couponKept(state, booking, stay);
    Object.assign(booking, priceOf(state.team, listing, { ...stay, coupon, bookedOn: booking.bookedOn }));
    const { check_in, check_out, guests: number_of_guests } = stay;
    Object.assign(booking, { check_in, check_out, number_of_guests, coupon_code: coupon?.code ?? null });
  }
  if (wanted.notes !== undefined) booking.notes = wanted.notes;
  if (wanted.special_requests !== undefined) booking.special_requests = wanted.special_requests;
  if (wanted.expires_in !== undefined) booking.expires_at = expiryOf(state, wanted.expires_in);

  for (const field of TOLD)
    if (before[field] !== booking[field]) data[field] = [before[field], booking[field]];
  if (!booking.whole_building && before.unitIds[0] !== booking.unitIds[0])
    data.unit_id = [before.unitIds[0], booking.unitIds[0]];
  const guestFields = changeGuest(guestById(state, booking.guest_id), wanted.guest ?? {});
  if (guestFields.length > 0) data.guest = guestFields;
  if (Object.keys(data).length === 0) return;
  // If no rule is checked, there is none to override.
  if (wanted.override_rules && isRuled) data.override_rules = true;

  const now = stamp(state.now);
  booking.updated_at = now;
  booking.events.push(event('changed', actor, data, now));
  const { grand_total: grandTotal, bookedOn, check_in: checkIn, confirmation_code } = booking;
  if (before.grand_total !== grandTotal || before.check_in !== checkIn)
    planAnew(booking.folio, state.team, { grandTotal, bookedOn, checkIn }, confirmation_code, now);
}

/** The fields of a change that are reported with their former values. */
const TOLD = [
  'check_in',
  'check_out',
  'number_of_guests',
  'accommodation_total',
  'discount_total',
  'fees_total',
  'taxes_total',
  'grand_total',
  'coupon_code',
  'notes',
  'special_requests',
  'expires_at',
] as const;

/** Sets a guest's fields, and returns those that changed. */
export function changeGuest(guest: Guest | undefined, fields: Partial<Guest>): string[] {
  if (!guest) throw new Error('A booking without its guest.');
  const names = (['name', 'email', 'phone', 'notes'] as const).filter(
    (name) => fields[name] !== undefined && fields[name] !== guest[name],
  );
  for (const name of names) Object.assign(guest, { [name]: fields[name] });
  return names;
}

export function confirm(state: State, booking: Booking, token: Token): Verdict {
  if (expireIfLapsed(state, booking)) return lapsed();
  const wasDue = completeIfDue(state, booking);
  const no = (message: string, why: string) => refuse([['status', message]], why);
  if (booking.status !== 'pending')
    return no(`A ${booking.status} booking cannot be confirmed.`, wasDue ? 'due' : booking.status);
  if (isOver(state, booking)) return no('A booking whose dates are over cannot be confirmed.', 'over');
  return {
    status: 200,
    done: () => {
      const now = stamp(state.now);
      Object.assign(booking, { status: 'confirmed', confirmed_at: now, expires_at: null, updated_at: now });
      booking.events.push(event('confirmed', by(token), {}, now));
      return { data: shownBooking(state, booking) };
    },
  };
}

export function cancel(
  state: State,
  booking: Booking,
  { reason, fee }: { reason: string | null; fee: number | null },
  token: Token,
): Verdict {
  if (expireIfLapsed(state, booking))
    return {
      refused: { status: 422, body: { success: false, message: HAS_LAPSED, errors: {} } },
      because: ['lapsed'],
    };
  const wasDue = completeIfDue(state, booking);
  const { status } = booking;
  if (status === 'cancelled' || status === 'completed') {
    const message = `A ${status} booking cannot be cancelled.`;
    return {
      refused: { status: 422, body: { success: false, message, errors: {} } },
      because: [wasDue ? 'due' : status],
    };
  }
  if (fee !== null && fee > booking.grand_total)
    return refuse([['fee', `The fee field must not be greater than ${booking.grand_total}.`]]);
  const byTerms = feeOf(booking, state.team.team.timezone, state.now);
  const how = byTerms === null ? 'no terms' : byTerms === 0 ? 'terms without fee' : 'terms with fee';
  return {
    status: 200,
    because: [status, ...(booking.coupon_code ? ['with coupon'] : []), fee === null ? how : 'given fee'],
    done: () => {
      const now = stamp(state.now);
      const set = { status: 'cancelled', cancelled_at: now, cancellation_reason: reason, updated_at: now };
      Object.assign(booking, set, { cancellation_fee: fee ?? byTerms });
      settle(booking.folio, now);
      booking.events.push(event('cancelled', by(token), { reason }, now));
      return { data: shownBooking(state, booking) };
    },
  };
}

const NAMES: Record<Part, [noun: string, key: string]> = {
  payments: ['A payment', 'payment'],
  invoices: ['An invoice', 'invoice'],
  'security-deposit': ['A security deposit', 'security_deposit'],
};

/** A report of the payment provider: a step of a payment, an invoice or the deposit. */
export function step(
  state: State,
  booking: Booking,
  part: Part,
  item: { id: string | null; status: string },
  to: string,
  token: Token,
  /** Of a payment: its refund and its new reference, if any is sent, and whether it may be more than what is owed. */
  {
    refund = null,
    reference,
    mayExceed = false,
  }: { refund?: number | null; reference?: string | null | undefined; mayExceed?: boolean } = {},
): Verdict {
  if (expireIfLapsed(state, booking)) return lapsed();
  completeIfDue(state, booking);
  const from = item.status;
  const [noun, key] = NAMES[part];
  if (!mayStep(part, from, to, booking.status === 'cancelled')) {
    const message = `${noun} that is ${from} cannot become ${to} on a ${booking.status} booking.`;
    return refuse([['status', message]], `${part} ${booking.status}`);
  }
  const payment = part === 'payments' ? (item as Payment) : null;
  const left = payment ? payment.amount - payment.refunded_amount : 0;
  if (refund !== null && refund > left)
    return refuse([['refunded_amount', `The refunded amount field must not be greater than ${left}.`]]);
  const owed = booking.grand_total - paidOf(booking.folio);
  if (payment && to === 'paid' && payment.amount > owed && !mayExceed)
    return refuse(
      [['status', 'A payment of more than what is owed becomes paid only with allow_overpayment.']],
      'too much',
    );
  const isPart = to === 'refunded' && refund !== null && refund < left;
  return {
    status: 200,
    because: [`${part} ${to}${isPart ? ' in part' : ''}`],
    done: () => {
      const now = stamp(state.now);
      const before = { ...payment };
      if (payment && to === 'refunded') payment.refunded_amount += refund ?? left;
      if (payment && reference !== undefined) payment.reference = reference;
      if (!isPart) item.status = to;
      const time = TIMES[part][to];
      if (time) Object.assign(item, { [time]: now });
      const told = (data: object) =>
        booking.events.push(event('folio_changed', by(token), { [key]: item.id, ...data }, now));
      if (from !== item.status) told({ status: [from, to] });
      else if (isPart) told({ refunded_amount: [before.refunded_amount, payment?.refunded_amount] });
      else if (before.reference !== payment?.reference) told({});
      return { data: folioOf(state, booking) };
    },
  };
}

/** Money that came otherwise than planned. */
export function receive(
  state: State,
  booking: Booking,
  received: { amount: number; at: Moment; reference: string | null; mayExceed: boolean },
  token: Token,
): Verdict {
  if (expireIfLapsed(state, booking)) return lapsed();
  completeIfDue(state, booking);
  const { amount, at, reference, mayExceed } = received;
  if (booking.status === 'cancelled')
    return refuse([['amount', 'A payment cannot be added to a cancelled booking.']], 'cancelled');
  const owed = booking.grand_total - paidOf(booking.folio);
  if (amount > owed && !mayExceed) {
    const most = Math.max(0, owed);
    return refuse(
      [['amount', `The amount field must not be greater than what is owed, ${most}.`]],
      'too much',
    );
  }
  return {
    status: 201,
    because: [amount > owed ? 'overpaid' : 'owed'],
    done: ({ data }) => {
      const payment = receivePayment(booking.folio, {
        amount,
        due_on: dayIn(state.team.team.timezone, at),
        paid_at: stamp(at),
        reference,
      });
      const known = new Set(booking.folio.payments.map(({ id }) => id));
      payment.id = data.payments.find(({ id }: { id: string }) => !known.has(id))?.id ?? null;
      const told = { payment: payment.id, status: [null, 'paid'] };
      booking.events.push(event('folio_changed', by(token), told, stamp(state.now)));
      return { data: folioOf(state, booking) };
    },
  };
}

/** The units of a block, or null if the listing has no such unit. */
export function blockedUnits(state: State, listing: Listing, unitId: string | null): string[] | null {
  if (unitId === null) return activeUnitsOf(state.team, listing).map(({ id }) => id);
  return unitsOf(state.team, listing).some(({ id }) => id === unitId) ? [unitId] : null;
}
