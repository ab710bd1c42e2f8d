/** Events around a team's bookings: time passes, tokens are revoked, rates and rules change. */
import fc from 'fast-check';
import { anyDay, anyPolicy, anyRates, anyRules } from '../any-team.ts';
import { command, inspect, note } from '../asking.ts';
import { completeIfDue, expireIfLapsed } from '../bookings.ts';
import { type Moment, momentOf, plus, stamp } from '../dates.ts';
import { anyPick, picked, pickOf } from '../drawing.ts';
import type { Service } from '../service.ts';
import { type State, todayOf } from '../state.ts';
import type { Listing, Team } from '../team.ts';

const setClock = (state: State, service: Service, moment: Moment) => {
  if (Temporal.Instant.compare(moment, state.now) <= 0) return;
  state.now = moment;
  state.story.push(`the clock: ${stamp(moment)}`);
  service.setClock(moment);
};

export const timePasses = command(
  'time passes',
  fc.record({
    how: fc.constantFrom(
      'hours',
      'hours',
      'days',
      'check-out',
      'check-out',
      'lapse',
      'lapse',
      'midnight',
      'a day less a second',
      'a day',
    ),
    pick: anyPick,
    hours: fc.integer({ min: 1, max: 30 }),
    days: fc.integer({ min: 1, max: 5 }),
    seconds: fc.integer({ min: -1, max: 1 }),
    sweeps: fc.constantFrom(false, false, true),
  }),
  async (state, service, { how, pick, hours, days, seconds, sweeps }) => {
    const { timezone } = state.team.team;
    const soon = state.bookings.filter(({ status }) => status === 'confirmed' || status === 'pending');
    const booking = pickOf(soon, pick);
    const listing = state.team.listings.find(({ id }) => id === booking?.listing_id);
    const moments: Record<string, Moment> = {
      hours: state.now.add({ hours }),
      days: state.now.add({ hours: days * 24 }),
      midnight: momentOf(plus(todayOf(state), 1), '00:00', timezone).add({ seconds }),
      'a day': state.now.add({ hours: 24 }),
      'a day less a second': state.now.add({ seconds: 86_399 }),
    };
    if (booking && listing && booking.check_out < plus(todayOf(state), 20))
      moments['check-out'] = momentOf(booking.check_out, listing.check_out_time, timezone).add({ seconds });
    const hold = pickOf(
      state.bookings.filter((one) => one.status === 'pending' && one.expires_at !== null),
      pick,
    );
    if (hold?.expires_at) moments.lapse = Temporal.Instant.from(hold.expires_at).add({ seconds });
    setClock(state, service, moments[how] ?? state.now.add({ hours }));
    note(state, 'time passes', 0, [how]);
    if (sweeps) await sweepIn(state, service);
  },
);

async function sweepIn(state: State, service: Service): Promise<void> {
  state.story.push('the sweep');
  await service.sweep();
  const expired = state.bookings.filter((booking) => expireIfLapsed(state, booking));
  const completed = state.bookings.filter((booking) => completeIfDue(state, booking));
  for (const booking of [...expired, ...completed]) await inspect(state, service, booking);
  if (expired.length > 0) note(state, 'sweep', 0, ['expires']);
  note(state, 'sweep', 0, [completed.length > 0 ? 'completes' : 'nothing due']);
}

export const sweep = command('sweep', fc.constant(null), sweepIn);

export const revokeToken = command('revoke', fc.boolean(), async (state, service, isFirst) => {
  const live = state.tokens.filter(({ isLive }) => isLive);
  const token = picked(live, isFirst ? 0 : 1);
  await service.revoke(state.teamId, token);
  token.isLive = false;
  // The name is free again.
  const fresh = await service.newToken(state.teamId, token.name, token.scope);
  if (token.scope === 'read-write') state.tokens.unshift(fresh);
  else state.tokens.push(fresh);
  note(state, 'revoke', 0, [token.scope]);
});

/** A change of the team's data. */
const alteration = fc.oneof(
  fc.record({ rates: anyRates }),
  fc.record({ rules: anyRules }),
  fc.record({ day: anyDay }),
  fc.record({ day: anyDay }),
  fc.record({ toggle: fc.constantFrom('status', 'site', 'whole', 'scope', 'coupon') }),
  fc.record({ toggle: fc.constant('unit') }),
  fc.record({ max_guests: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    terms: fc.record({
      deposit_percent: fc.constantFrom(0, 12.5, 33.3333, 100),
      balance_due_days: fc.nat(20),
      cancellation_policy: fc.option(anyPolicy),
    }),
  }),
);
type Alteration = {
  rates?: Listing['rates'];
  rules?: Listing['rules'];
  day?: { offset: number } & Omit<Listing['days'][number], 'date'>;
  toggle?: string;
  max_guests?: number;
  terms?: Pick<Team['team'], 'deposit_percent' | 'balance_due_days' | 'cancellation_policy'>;
};

export const alterTeam = command(
  'alter',
  fc.record({ pick: anyPick, how: alteration }),
  async (state, service, { pick, how }) => {
    const listing = picked(state.team.listings, pick);
    const before = JSON.stringify(listing);
    alter(state, listing, pick, how as Alteration);
    if (JSON.stringify(listing) !== before) listing.updated_at = stamp(state.now);
    state.story.push(`the team file: ${listing.slug} ${JSON.stringify(how)}`);
    await service.importTeam(state.team);
    note(state, 'alter', 0, [(how as Alteration).toggle ?? Object.keys(how)[0] ?? '']);
  },
);

function alter(state: State, listing: Listing, pick: number, how: Alteration): void {
  const { rates, rules, day, toggle, max_guests, terms } = how;
  const { team, coupons } = state.team;
  if (rates) listing.rates = rates;
  if (rules) listing.rules = rules;
  if (max_guests) listing.max_guests = max_guests;
  if (terms) Object.assign(team, terms);
  if (day) {
    const { offset, ...rule } = day;
    const date = plus(todayOf(state), offset);
    listing.days = [...listing.days.filter((one) => one.date !== date), { date, ...rule }];
  }
  if (toggle === 'status') listing.status = listing.status === 'active' ? 'inactive' : 'active';
  if (toggle === 'site') listing.listed_on_site = !listing.listed_on_site;
  if (toggle === 'whole' && listing.kind === 'building')
    listing.whole_building_bookable = !listing.whole_building_bookable;
  if (toggle === 'scope') team.enforce_token_scope = !team.enforce_token_scope;
  const unit = pickOf(listing.units, pick);
  if (toggle === 'unit' && unit) unit.active = !unit.active;
  const coupon = pickOf(coupons, pick);
  if (toggle === 'coupon' && coupon) coupon.active = !coupon.active;
}
