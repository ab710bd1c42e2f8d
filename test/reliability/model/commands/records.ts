/** Other writes: payments, invoices and deposits, blocks, guests. */
import fc from 'fast-check';
import { type FieldErrors, invalid, notThere } from '../answers.ts';
import { command, keptUnder, write } from '../asking.ts';
import {
  blockedUnits,
  changeGuest,
  completeIfDue,
  expireOn,
  guestByEmail,
  guestById,
  receive,
  step,
  type Verdict,
} from '../bookings.ts';
import { stamp } from '../dates.ts';
import {
  anyKey,
  anyPick,
  anyStay,
  anyToken,
  datesOf,
  NOBODY,
  picked,
  pickOf,
  sometimes,
  storedText,
  tokenOf,
} from '../drawing.ts';
import { type Part, type Payment, paidOf } from '../folio.ts';
import type { Json } from '../service.ts';
import { type Block, type Booking, isFree, type State, takingsOf } from '../state.ts';
import { unitsOf } from '../team.ts';
import { anyKind, bookingOf, EMAILS } from './writes.ts';

const WORDS: Record<Part, string[]> = {
  payments: ['paid', 'failed', 'refunded'],
  invoices: ['paid', 'void'],
  'security-deposit': ['held', 'returned', 'kept'],
};
const CALLED: Record<Part, string> = {
  payments: 'payment',
  invoices: 'invoice',
  'security-deposit': 'security deposit',
};

export const recordStep = command(
  'folio step',
  fc.record({
    kind: anyKind,
    part: fc.constantFrom<Part>('payments', 'payments', 'invoices', 'security-deposit', 'security-deposit'),
    item: anyPick,
    to: fc.constantFrom(0, 0, 1, 1, 2, 2, 3),
    /** The share of what is left, in thousandths, if the step is a refund. */
    refund: sometimes(fc.constantFrom(1, 500, 999, 1_000, 1_001), 60),
    reference: fc.constantFrom(undefined, undefined, null, '', ' pi_1 ', 'pi_2'),
    mayExceed: fc.constantFrom(undefined, undefined, false, true),
  }),
  async (
    state,
    service,
    { kind, part: wanted, item: pick, to: word, refund: share, reference: sent, mayExceed },
  ) => {
    const booking = bookingOf(state, kind.pick);
    const { payments = [], invoices = [], deposit = null } = booking?.folio ?? {};
    // Bookings without a deposit are asked for it only sometimes.
    const part = wanted === 'security-deposit' && !deposit && pick % 4 > 0 ? 'payments' : wanted;
    const items = { payments, invoices, 'security-deposit': deposit ? [deposit] : [] }[part];
    const item = pickOf<{ id: string | null; status: string }>(items, pick);
    const token = tokenOf(state, kind.token);
    const words = WORDS[part];
    const to = word === 3 ? 'scheduled' : picked(words, word);
    const isWord = words.includes(to);
    const { amount = 0, refunded_amount = 0 } = part === 'payments' && item ? (item as Payment) : {};
    const left = amount - refunded_amount;
    const refund =
      part === 'payments' && to === 'refunded' && share !== null
        ? Math.max(1, share > 1_000 ? left + 1 : Math.floor((left * share) / 1_000))
        : null;
    const reference = part === 'payments' ? sent : undefined;
    const own = part === 'security-deposit' ? part : `${part}/${item?.id ?? NOBODY}`;
    await write(state, service, 'folio step', {
      method: 'PUT',
      path: `/bookings/${booking?.id ?? NOBODY}/${own}`,
      body: {
        status: to,
        reference,
        ...(refund === null ? {} : { refunded_amount: refund }),
        ...(part === 'payments' ? { allow_overpayment: mayExceed } : {}),
      },
      token,
      key: kind.key ?? undefined,
      missing: booking && item ? null : notThere(CALLED[part]),
      // The booking exists, so the write can complete it.
      whenMissing: () => booking !== undefined && completeIfDue(state, booking),
      errors: isWord ? [] : [['status', `The status field must be one of ${words.join(', ')}.`]],
      judge: () =>
        step(state, booking as Booking, part, item as NonNullable<typeof item>, to, token, {
          refund,
          reference: reference === undefined ? undefined : storedText(reference),
          mayExceed: mayExceed === true,
        }),
      booking,
    });
  },
);

export const addPayment = command(
  'receive',
  fc.record({
    kind: anyKind,
    /** In thousandths of what is owed, or an amount in cents that no field has. */
    share: fc.constantFrom(1, 300, 500, 1_000, 1_000, 1_001, 0, -1),
    hoursAgo: sometimes(fc.integer({ min: 0, max: 60 }), 50),
    reference: fc.constantFrom(undefined, null, ' cash '),
    mayExceed: fc.constantFrom(undefined, false, true),
  }),
  async (state, service, { kind, share, hoursAgo, reference, mayExceed }) => {
    const booking = bookingOf(state, kind.pick);
    const owed = booking ? Math.max(0, booking.grand_total - paidOf(booking.folio)) : 0;
    const amount =
      share < 1 ? share : Math.max(1, Math.floor((owed * share) / 1_000) + Number(share > 1_000));
    const at = state.now.subtract({ hours: hoursAgo ?? 0 });
    const token = tokenOf(state, kind.token);
    await write(state, service, 'receive', {
      method: 'POST',
      path: `/bookings/${booking?.id ?? NOBODY}/payments`,
      body: {
        amount,
        ...(hoursAgo === null ? {} : { paid_at: at.toString() }),
        reference,
        allow_overpayment: mayExceed,
      },
      token,
      key: kind.key ?? undefined,
      missing: booking ? null : notThere('booking'),
      errors: amount < 1 ? [['amount', 'The amount field must be at least 1.']] : [],
      judge: () => {
        const received = {
          amount,
          at,
          reference: storedText(reference ?? null),
          mayExceed: mayExceed === true,
        };
        return receive(state, booking as Booking, received, token);
      },
      booking,
    });
  },
);

export const addBlock = command(
  'block',
  fc.record({
    listing: anyPick,
    stay: anyStay,
    unit: sometimes(anyPick, 60),
    reason: fc.constantFrom(undefined, null, ' Paint. '),
    token: anyToken,
    key: anyKey,
  }),
  async (state, service, draw) => {
    const listing = picked(state.team.listings, draw.listing);
    const { check_in: start_date, check_out: end_date } = datesOf(state, listing, draw.stay);
    const ofAnybody = draw.unit !== null && draw.unit % 6 === 0;
    const everyUnit = (ofAnybody ? state.team.listings : [listing]).flatMap((one) =>
      unitsOf(state.team, one),
    );
    const unitId = draw.unit === null ? null : (pickOf(everyUnit, draw.unit)?.id ?? NOBODY);
    const errors: FieldErrors =
      start_date < end_date ? [] : [['end_date', 'The end date field must be a date after start date.']];
    const found = blockedUnits(state, listing, unitId);
    const unknown: FieldErrors = found ? [] : [['unit_id', 'The listing has no unit with this id.']];
    const units = found ?? [];
    const token = tokenOf(state, draw.token);
    const reason = storedText(draw.reason ?? null);
    const judge = (): Verdict => {
      const no = (field: string, message: string): Verdict => ({
        refused: invalid([[field, message]]),
        because: [field],
      });
      if (units.length === 0) return no('listing_id', 'The listing has no active unit.');
      const takings = takingsOf(state);
      if (units.some((unit) => !isFree(takings, unit, start_date, end_date)))
        return no('availability', 'Some of these nights are taken already.');
      const done = (answer: Json) => {
        const ids = new Map<string, string>(answer.data.map((one: Block) => [one.unit_id, one.id]));
        const made = [...ids.keys()].map((unit_id) => ({
          id: ids.get(unit_id) ?? NOBODY,
          listing_id: ownerOf(state, unit_id),
          unit_id,
          start_date,
          end_date,
          reason,
          source: null,
          feed_id: null,
          created_at: stamp(state.now),
        }));
        // One for each of the listing's units, in any order.
        const isEach = made.length === units.length && units.every((unit) => ids.has(unit));
        if (!isEach) return { data: units };
        expireOn(state, units, start_date, end_date);
        state.blocks.push(...made);
        return { data: made };
      };
      return { status: 201, because: [unitId === null ? 'every unit' : 'one unit'], done };
    };
    const body = { listing_id: listing.id, unit_id: unitId, start_date, end_date, reason: draw.reason };
    await write(state, service, 'block', {
      method: 'POST',
      path: '/blocks',
      body,
      token,
      key: draw.key ?? undefined,
      errors,
      unknown,
      judge,
    });
  },
);

const ownerOf = ({ team }: State, unitId: string): string =>
  team.listings.find(({ units }) => units.some(({ id }) => id === unitId))?.id ?? NOBODY;

export const removeBlock = command('unblock', anyKind, async (state, service, { pick, token, key }) => {
  const block = pick === 999 ? undefined : pickOf(state.blocks, pick);
  const done = () => {
    state.blocks = state.blocks.filter((one) => one !== block);
    return null;
  };
  await write(state, service, 'unblock', {
    method: 'DELETE',
    path: `/blocks/${block?.id ?? NOBODY}`,
    token: tokenOf(state, token),
    key: key ?? undefined,
    missing: block ? null : notThere('block'),
    judge: () => ({ status: 204, done }),
  });
});

const guestFields = {
  name: fc.constantFrom('Bea Lind', ' Ida ', 'Ögmundur'),
  email: fc.constantFrom(null, '', ...EMAILS),
  phone: fc.constantFrom(null, '', '1'),
  notes: fc.constantFrom(null, ' Tea. '),
};

const USED: FieldErrors = [['email', 'Another guest of the team has this email.']];

const storedFields = (fields: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, storedText(text)]));

export const addGuest = command(
  'add guest',
  fc.record({ fields: fc.record(guestFields), token: anyToken, key: anyKey }),
  async (state, service, { fields, token, key }) => {
    const stored = storedFields(fields);
    const judge = (): Verdict => {
      if (guestByEmail(state, stored.email ?? null)) return { refused: invalid(USED), because: ['email'] };
      const done = ({ data }: Json) => {
        const guest = {
          name: '',
          email: null,
          phone: null,
          notes: null,
          erased_at: null,
          ...stored,
          id: data.id,
          created_at: stamp(state.now),
        };
        state.guests.push(guest);
        return { data: guest };
      };
      return { status: 201, done };
    };
    await write(state, service, 'add guest', {
      method: 'POST',
      path: '/guests',
      body: fields,
      token: tokenOf(state, token),
      key: key ?? undefined,
      judge,
    });
  },
);

export const alterGuest = command(
  'change guest',
  fc.record({ kind: anyKind, fields: fc.record(guestFields, { requiredKeys: [] }) }),
  async (state, service, { kind, fields }) => {
    const guest = kind.pick === 999 ? undefined : pickOf(state.guests, kind.pick);
    const stored = storedFields(fields as Record<string, string | null>);
    const judge = (): Verdict => {
      const namesake = guestByEmail(state, stored.email ?? null);
      if (namesake && namesake !== guest) return { refused: invalid(USED), because: ['email'] };
      const done = () => {
        changeGuest(guest, stored);
        return { data: guestById(state, guest?.id ?? NOBODY) };
      };
      return { status: 200, done };
    };
    await write(state, service, 'change guest', {
      method: 'PUT',
      path: `/guests/${guest?.id ?? NOBODY}`,
      body: fields,
      token: tokenOf(state, kind.token),
      key: kind.key ?? undefined,
      missing: guest ? null : notThere('guest'),
      judge,
    });
  },
);

/** A client without an answer repeats its request under its key, or uses the key for another request. */
export const repeat = command(
  'repeat',
  fc.record({ pick: anyPick, token: anyToken, isOther: fc.constantFrom(false, false, true) }),
  async (state, service, { pick, token, isOther }) => {
    const key = pickOf([...state.kept.keys()], pick);
    const kept = key === undefined ? undefined : keptUnder(state, key);
    if (key === undefined || !kept) return;
    const { method, path, body } = kept.asked;
    const asked = { method, path, body: isOther ? { ...body, unknown: 1 } : body };
    const judge = () => {
      throw new Error('An answer that is kept is judged again.');
    };
    await write(state, service, 'repeat', { ...asked, token: tokenOf(state, token), key, judge });
  },
);
