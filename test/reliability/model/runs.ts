/** One run: a team is set up, things happen to it, and in the end everything that can be read is. */
import { expect } from 'vitest';
import { pageOf } from './answers.ts';
import { beginningOf, type TeamDraw, teamOf } from './any-team.ts';
import { expectSame, inspect, send } from './asking.ts';
import { shownBooking } from './bookings.ts';
import { byFirstNight, newestFirst } from './commands/lists.ts';
import { dayIn, plus, stamp } from './dates.ts';
import { picked } from './drawing.ts';
import type { Service } from './service.ts';
import { type Booking, isFree, type State, takingsOf, todayOf } from './state.ts';
import { calendarOf } from './stays.ts';

let started = 0;

/** A new team in both, with bookings that it brought with it. */
export async function beginRun(
  draw: TeamDraw,
  service: Service,
  outcomes: State['outcomes'],
): Promise<State> {
  started += 1;
  const team = teamOf(draw, started);
  const now = beginningOf(draw);
  const state: State = {
    team,
    teamId: 0,
    now,
    tokens: [],
    bookings: [],
    blocks: [],
    guests: [],
    kept: new Map(),
    commands: 0,
    story: [`${team.team.timezone}, ${stamp(now)}`],
    outcomes,
  };
  service.setClock(now);
  for (const one of draw.imported) bringBooking(state, one);
  state.teamId = await service.importTeam(team, broughtFile(state));
  state.tokens.push(await service.newToken(state.teamId, 'Back office', 'read-write'));
  state.tokens.push(await service.newToken(state.teamId, 'Display', 'read-only'));
  for (const booking of state.bookings) await inspect(state, service, booking);
  return state;
}

/** A booking of another channel, which has no plan here; it may have one payment. */
function bringBooking(
  state: State,
  { unit: pick, offset, nights, paid }: TeamDraw['imported'][number],
): void {
  const listings = state.team.listings.filter(({ units }) => units.length > 0);
  const listing = picked(listings, pick);
  const unit = picked(listing.units, pick);
  const check_in = plus(todayOf(state), offset);
  const check_out = plus(check_in, nights);
  const end = plus(check_out, listing.rules.preparation_days);
  if (!isFree(takingsOf(state), unit.id, check_in, end)) return;
  const number = state.bookings.length + 1;
  const id = (kind: string) => listing.id.replace(/.{6}$/, `${kind}000${number}0`);
  const created_at = stamp(state.now.subtract({ hours: 50 }));
  const guest = {
    id: id('a'),
    name: `Channel ${number}`,
    email: `channel${number}@example.com`,
    phone: null,
    notes: null,
    created_at,
  };
  state.guests.push(guest);
  const grand_total = 10_001 * nights;
  state.bookings.push({
    id: id('b'),
    confirmation_code: `CH-${number}`,
    listing_id: listing.id,
    whole_building: false,
    guest_id: guest.id,
    status: 'confirmed',
    source: 'airbnb',
    check_in,
    check_out,
    number_of_guests: 2,
    accommodation_total: grand_total,
    discount_total: 0,
    fees_total: 0,
    taxes_total: 0,
    grand_total,
    price_breakdown: [
      {
        type: 'accommodation',
        code: 'accommodation',
        name: 'Accommodation',
        basis: 'night',
        quantity: nights,
        unit_amount: null,
        percent: null,
        base_amount: null,
        amount: grand_total,
        included: false,
      },
    ],
    coupon_code: null,
    notes: null,
    special_requests: null,
    cancellation_reason: null,
    confirmed_at: created_at,
    cancelled_at: null,
    completed_at: null,
    created_at,
    updated_at: created_at,
    unitIds: [unit.id],
    preparationDays: listing.rules.preparation_days,
    bookedOn: dayIn(state.team.team.timezone, state.now.subtract({ hours: 50 })),
    folio: {
      payments: paid
        ? [{ id: id('c'), amount: grand_total, status: 'paid', due_on: check_in, paid_at: created_at }]
        : [],
      invoices: [],
      deposit: null,
    },
    events: [],
  });
}

/** What was brought, as a team file has it. */
function broughtFile({ team, bookings, guests }: State): object {
  const inFile = (booking: Booking) => {
    const {
      unitIds,
      preparationDays,
      price_breakdown: lines,
      folio,
      whole_building: _w,
      bookedOn: _b,
      guest_id,
      listing_id,
      accommodation_total,
      discount_total,
      fees_total,
      taxes_total,
      grand_total,
      ...own
    } = booking;
    const listing = team.listings.find(({ id }) => id === listing_id);
    return {
      ...own,
      guest: guests.find(({ id }) => id === guest_id)?.email,
      listing: listing?.slug,
      unit: listing?.units.find(({ id }) => id === unitIds[0])?.name,
      totals: { accommodation_total, discount_total, fees_total, taxes_total, grand_total },
      lines,
      preparation_days: preparationDays,
      payments: folio.payments,
    };
  };
  return { guests, bookings: bookings.map(inFile) };
}

/** Everything that can be read of the team is as the model has it. */
export async function endRun(state: State, service: Service): Promise<void> {
  const token = picked(
    state.tokens.filter(({ isLive }) => isLive),
    0,
  ).text;
  const lists = [
    { name: 'bookings', all: newestFirst(state.bookings), shown: (one: Booking) => shownBooking(state, one) },
    { name: 'guests', all: newestFirst(state.guests), shown: (one: object) => one },
    { name: 'blocks', all: byFirstNight(state.blocks), shown: (one: object) => one },
  ];
  for (const { name, all, shown } of lists) {
    const query = { per_page: '100' };
    const answer = await send(state, service, { method: 'GET', path: `/${name}?per_page=100`, token });
    expectSame(answer, pageOf(`/v1/${name}`, query, all as never[], shown as never));
  }
  for (const booking of state.bookings) await inspect(state, service, booking);
  const [from, to] = [plus(todayOf(state), -3), plus(todayOf(state), 60)];
  for (const listing of state.team.listings) {
    const path = `/listings/${listing.id}/calendar?start_date=${from}&end_date=${to}`;
    const answer = await send(state, service, { method: 'GET', path, token });
    expectSame(answer, { status: 200, body: { data: calendarOf(state, listing, from, to) } });
  }
  const ids = [...state.bookings, ...state.guests, ...state.blocks].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}

/** What went wrong, and all that was asked and answered up to there. */
export const storyOf = ({ story }: State, error: unknown): string =>
  `${error instanceof Error ? error.message : error}\n\n${story.join('\n')}`;
