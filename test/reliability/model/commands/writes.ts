/** Bookings: created, changed, confirmed and cancelled. */

import fc from 'fast-check';
import { words } from '../../../helpers/words.ts';
import { type FieldErrors, notThere } from '../answers.ts';
import { command, inspect, write } from '../asking.ts';
import { type Change, cancel, change, confirm, create, guestByEmail, isOver } from '../bookings.ts';
import { plus } from '../dates.ts';
import {
  anyCoupon,
  anyGuests,
  anyKey,
  anyPick,
  anyStay,
  anyText,
  anyToken,
  codeOf,
  datesOf,
  NOBODY,
  picked,
  pickOf,
  sometimes,
  storedText,
  tokenOf,
} from '../drawing.ts';
import { type Booking, hasLapsed, type State, todayOf } from '../state.ts';
import type { Listing } from '../team.ts';
import { rangeErrors } from './questions.ts';

export const EMAILS = words(`
  bea@example.com Bea@Example.com ida@example.com IDA@example.com joe@example.com`);
const NAMES = ['Bea Lind', ' Ida Å ', 'Joe'];

const anyone = fc.record({
  name: fc.constantFrom(...NAMES),
  email: fc.constantFrom(null, undefined, '', ...EMAILS),
  phone: fc.constantFrom(null, undefined, '', ' +46 70 1 '),
});

const whose = fc.oneof(
  { weight: 14, arbitrary: fc.record({ guest: anyone }) },
  { weight: 5, arbitrary: fc.record({ known: anyPick }) },
  { weight: 1, arbitrary: fc.record({ wrong: fc.constantFrom('nobody', 'both', 'neither') }) },
);

/** Values that a field itself refuses. */
const FLAWS: [set: Record<string, unknown>, error: FieldErrors[number]][] = [
  [{ check_in: '2031-02-30' }, ['check_in', 'The check in field must be a date in the form YYYY-MM-DD.']],
  [{ check_out: '2031-6-2' }, ['check_out', 'The check out field must be a date in the form YYYY-MM-DD.']],
  [{ number_of_guests: 0 }, ['number_of_guests', 'The number of guests field must be at least 1.']],
  [
    { number_of_guests: 1_001 },
    ['number_of_guests', 'The number of guests field must not be greater than 1000.'],
  ],
  [{ number_of_guests: '2' }, ['number_of_guests', 'The number of guests field must be an integer.']],
  [{ notes: 5 }, ['notes', 'The notes field must be a text.']],
  [{ special_requests: ['x'] }, ['special_requests', 'The special requests field must be a text.']],
  [{ override_rules: 'yes' }, ['override_rules', 'The override rules field must be true or false.']],
];
const flawed = sometimes(fc.nat(FLAWS.length - 1), 5);
const flawOf = (flaw: number | null) => (flaw === null ? undefined : FLAWS[flaw]) ?? ([{}, null] as const);

type Whose = { guest: Record<string, string | null | undefined> } | { known: number } | { wrong: string };

const NO_LISTING: FieldErrors = [['listing_id', 'The team has no listing with this id.']];
const NO_GUEST: FieldErrors = [['guest_id', 'The team has no guest with this id.']];
const WRONG: Record<string, { sent: object; errors: FieldErrors; unknown: FieldErrors }> = {
  nobody: { sent: { guest_id: NOBODY }, errors: [], unknown: NO_GUEST },
  neither: { sent: {}, errors: [['guest', 'The guest field is required without guest id.']], unknown: [] },
  both: {
    sent: { guest_id: NOBODY, guest: { name: 'Joe' } },
    errors: [['guest_id', 'The guest id field must not be given together with guest.']],
    unknown: NO_GUEST,
  },
};

/** A new booking's guest: the sent value, the guest that it means, and its problems. */
function guestOf(state: State, draw: Whose) {
  const newcomer = { name: 'Joe', email: null, phone: null };
  const wrong = 'wrong' in draw ? WRONG[draw.wrong] : undefined;
  if (wrong) return { ...wrong, guest: newcomer };
  const fine = { errors: [], unknown: [] };
  const known = 'known' in draw ? pickOf(state.guests, draw.known) : undefined;
  if (known) return { ...fine, sent: { guest_id: known.id.toUpperCase() }, guest: known };
  const sent = 'guest' in draw ? draw.guest : { name: 'Joe' };
  const [email, phone] = [storedText(sent.email ?? null), storedText(sent.phone ?? null)];
  const guest = guestByEmail(state, email) ?? { name: sent.name?.trim() ?? '', email, phone };
  return { ...fine, sent: { guest: sent }, guest };
}

export const createBooking = command(
  'create',
  fc.record({
    listing: anyPick,
    stay: anyStay,
    guests: anyGuests,
    whose,
    coupon: anyCoupon,
    notes: anyText,
    special_requests: anyText,
    source: fc.constantFrom(undefined, null, 'airbnb', 'manual'),
    status: fc.constantFrom(undefined, undefined, 'pending', 'pending', 'confirmed'),
    /** Only with status `pending`. */
    expires_in: fc.constantFrom(undefined, null, 1, 90, 90, 3_000),
    override: fc.constantFrom(undefined, undefined, undefined, undefined, null, false, true),
    flaw: flawed,
    token: anyToken,
    key: anyKey,
  }),
  async (state, service, draw) => {
    const isNowhere = draw.listing === 999;
    const listing = picked(state.team.listings, draw.listing);
    const dates = datesOf(state, listing, draw.stay);
    const { sent, guest, ...ofGuest } = guestOf(state, draw.whose as Whose);
    const [flaws, flaw] = flawOf(draw.flaw);
    const couponCode = codeOf(state, draw.coupon);
    const body = {
      listing_id: isNowhere ? NOBODY : listing.id,
      ...dates,
      number_of_guests: draw.guests,
      ...sent,
      coupon_code: couponCode,
      notes: draw.notes,
      special_requests: draw.special_requests,
      source: draw.source,
      status: draw.status,
      expires_in: draw.status === 'pending' ? draw.expires_in : undefined,
      override_rules: draw.override,
      ...flaws,
    };
    const areDates = !('check_in' in flaws || 'check_out' in flaws);
    const errors = [...(flaw ? [flaw] : []), ...(areDates ? rangeErrors(dates) : []), ...ofGuest.errors];
    const unknown = [...(isNowhere ? NO_LISTING : []), ...ofGuest.unknown];
    const token = tokenOf(state, draw.token);
    const wanted = {
      ...dates,
      listing,
      guests: draw.guests,
      guest,
      couponCode: storedText(couponCode),
      notes: storedText(draw.notes ?? null),
      special_requests: storedText(draw.special_requests ?? null),
      source: draw.source ?? 'api',
      status: draw.status === 'pending' ? ('pending' as const) : ('confirmed' as const),
      override: draw.override === true,
      expiresIn: draw.status === 'pending' ? (draw.expires_in ?? null) : null,
    };
    const known = state.bookings.length;
    const judge = () => create(state, wanted, token);
    await write(state, service, 'create', {
      method: 'POST',
      path: '/bookings',
      body,
      token,
      key: draw.key ?? undefined,
      errors,
      unknown,
      judge,
    });
    const made = state.bookings[known];
    if (made) await inspect(state, service, made);
  },
);

export type Kind = { pick: number; token: number; key: string | null };
export const anyKind: fc.Arbitrary<Kind> = fc.record({ pick: anyPick, token: anyToken, key: anyKey });

/**
 * The booking of a command: mostly a live one, sometimes one that is due or has lapsed, has ended, has a coupon or has payments. 999
 * means an unknown one.
 */
export function bookingOf(state: State, pick: number): Booking | undefined {
  if (pick === 999) return undefined;
  const { bookings } = state;
  const open = bookings.filter(({ status }) => status === 'pending' || status === 'confirmed');
  const over = open.filter((booking) => isOver(state, booking) || hasLapsed(state, booking));
  const cheaper = open.filter(({ coupon_code }) => coupon_code !== null);
  const moved = open.filter(isMoneyMoved);
  const preferred = [over, over, bookings, cheaper, moved, moved, open, open][pick % 8] ?? [];
  return pickOf(preferred.length > 0 ? preferred : bookings, Math.floor(pick / 8));
}

/** Whether any part of its folio has changed since the booking was made. */
const isMoneyMoved = ({ folio: { payments, invoices, deposit } }: Booking): boolean =>
  payments.some(({ status }) => status !== 'scheduled') ||
  invoices.some(({ status }) => status === 'paid') ||
  (deposit !== null && deposit.status !== 'pending');

const listingOfBooking = (state: State, booking: Booking): Listing =>
  picked(
    state.team.listings.filter(({ id }) => id === booking.listing_id),
    0,
  );

const dateChange = fc.oneof(
  { weight: 5, arbitrary: fc.record({ out: fc.integer({ min: -3, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ in: fc.integer({ min: -3, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ by: fc.integer({ min: -5, max: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ soon: fc.integer({ min: -1, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ stay: anyStay }) },
  { weight: 4, arbitrary: fc.constant({}) },
);
type DateChange = {
  out?: number;
  soon?: number;
  in?: number;
  by?: number;
  stay?: Parameters<typeof datesOf>[2];
};

function changedDates(state: State, booking: Booking, draw: DateChange): Change {
  const { check_in, check_out } = booking;
  if (draw.out !== undefined) return { check_out: plus(check_out, draw.out) };
  if (draw.in !== undefined) return { check_in: plus(check_in, draw.in) };
  if (draw.by !== undefined)
    return { check_in: plus(check_in, draw.by), check_out: plus(check_out, draw.by) };
  if (draw.soon !== undefined) return { check_in: plus(todayOf(state), draw.soon) };
  return draw.stay ? datesOf(state, listingOfBooking(state, booking), draw.stay) : {};
}

const guestChange = sometimes(
  fc.record(
    {
      name: fc.constantFrom(...NAMES),
      email: fc.constantFrom(null, '', ...EMAILS),
      phone: fc.constantFrom(null, '', ' +46 70 1 ', '2'),
    },
    { requiredKeys: [] },
  ),
  25,
);

export const changeBooking = command(
  'change',
  fc.record({
    kind: anyKind,
    dates: dateChange,
    guests: sometimes(anyGuests, 30),
    notes: anyText,
    special_requests: anyText,
    guest: guestChange,
    expires_in: fc.constantFrom(...Array<undefined>(12).fill(undefined), null, 1, 90),
    override: fc.constantFrom(undefined, undefined, undefined, undefined, false, true),
    flaw: flawed,
  }),
  async (state, service, draw) => {
    const { kind, flaw: flawPick, notes, special_requests, override, expires_in } = draw;
    const booking = bookingOf(state, kind.pick);
    const dates = booking ? changedDates(state, booking, draw.dates as DateChange) : {};
    const [flaws, flaw] = flawOf(flawPick);
    const guest = draw.guest ?? undefined;
    const body = {
      ...dates,
      number_of_guests: draw.guests ?? undefined,
      notes,
      special_requests,
      guest,
      override_rules: override,
      expires_in,
      ...flaws,
    };
    const { check_in, check_out } = dates;
    const areDates = !('check_in' in flaws || 'check_out' in flaws);
    const errors: FieldErrors = [
      ...(flaw ? [flaw] : []),
      ...(areDates && check_in !== undefined && check_out !== undefined
        ? rangeErrors({ check_in, check_out })
        : []),
    ];
    const token = tokenOf(state, kind.token);
    const wanted = {
      ...dates,
      ...(draw.guests === null ? {} : { number_of_guests: draw.guests }),
      ...textFields({ notes, special_requests }),
      ...(guest ? { guest: textFields(guest) } : {}),
      ...(override === undefined ? {} : { override_rules: override }),
      ...(expires_in === undefined ? {} : { expires_in }),
    } as Change;
    await write(state, service, 'change', {
      method: 'PUT',
      path: `/bookings/${booking?.id ?? NOBODY}`,
      body,
      token,
      key: kind.key ?? undefined,
      missing: booking ? null : notThere('booking'),
      errors,
      judge: () => change(state, booking as Booking, wanted, token),
      booking,
    });
  },
);

/** The given texts in their stored form. */
const textFields = (texts: Record<string, string | null | undefined>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => (text === undefined ? [] : [[field, storedText(text)]])),
  );

export const confirmBooking = command(
  'confirm',
  anyKind,
  async (state, service, { pick, token: by, key }) => {
    const booking = bookingOf(state, pick);
    const token = tokenOf(state, by);
    await write(state, service, 'confirm', {
      method: 'POST',
      path: `/bookings/${booking?.id ?? NOBODY}/confirm`,
      token,
      key: key ?? undefined,
      missing: booking ? null : notThere('booking'),
      judge: () => confirm(state, booking as Booking, token),
      booking,
    });
  },
);

const NO_REASON: FieldErrors = [['reason', 'The reason field must be a text.']];
const NO_FEE: FieldErrors = [['fee', 'The fee field must be at least 0.']];

function feeOf(total: number, thousandths: number): number {
  if (thousandths < 0) return -1;
  return thousandths > 1_000 ? total + 1 : Math.floor((total * thousandths) / 1_000);
}

export const cancelBooking = command(
  'cancel',
  fc.record({
    kind: anyKind,
    reason: fc.constantFrom(undefined, null, '', ' Storm. ', 5),
    /** In thousandths of the grand total; one cent too much or too little beyond these. */
    fee: fc.constantFrom(undefined, undefined, null, 0, 500, 1_000, 1_001, -1),
  }),
  async (state, service, { kind, reason, fee: share }) => {
    const booking = bookingOf(state, kind.pick);
    const token = tokenOf(state, kind.token);
    const total = booking?.grand_total ?? 0;
    const fee = typeof share === 'number' ? feeOf(total, share) : share;
    const body = reason === undefined && fee === undefined ? undefined : { reason, fee };
    await write(state, service, 'cancel', {
      method: 'POST',
      path: `/bookings/${booking?.id ?? NOBODY}/cancel`,
      body,
      token,
      key: kind.key ?? undefined,
      missing: booking ? null : notThere('booking'),
      errors: [...(reason === 5 ? NO_REASON : []), ...((fee ?? 0) < 0 ? NO_FEE : [])],
      judge: () => {
        const given = { reason: typeof reason === 'string' ? storedText(reason) : null, fee: fee ?? null };
        return cancel(state, booking as Booking, given, token);
      },
      booking,
    });
  },
);
