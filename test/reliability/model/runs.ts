/** One run: a team is created, commands run, and at the end everything readable is compared. */
import { expect } from 'vitest';
import { pageOf } from './answers.ts';
import { beginningOf, type TeamDraw, teamOf } from './any-team.ts';
import { expectSame, inspect, send } from './asking.ts';
import { shownBooking } from './bookings.ts';
import { bringBooking, broughtFile } from './brought.ts';
import { byFirstNight, newestFirst } from './commands/lists.ts';
import { plus, stamp } from './dates.ts';
import { picked } from './drawing.ts';
import type { Service } from './service.ts';
import { type Booking, noteTaken, type State, todayOf } from './state.ts';
import { calendarOf } from './stays.ts';

let started = 0;

/** A new team in both, with imported bookings. */
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
    everTaken: new Set(),
    guests: [],
    kept: new Map(),
    commands: 0,
    story: [`${team.team.timezone}, ${stamp(now)}`],
    outcomes,
  };
  service.setClock(now);
  for (const one of draw.imported) bringBooking(state, one);
  noteTaken(state);
  state.teamId = await service.importTeam(team, broughtFile(state));
  state.tokens.push(await service.newToken(state.teamId, 'Back office', 'read-write'));
  state.tokens.push(await service.newToken(state.teamId, 'Display', 'read-only'));
  for (const booking of state.bookings) await inspect(state, service, booking);
  return state;
}

/** Everything that can be read about the team equals the model. */
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

/** The error, with all requests and answers up to it. */
export const storyOf = ({ story }: State, error: unknown): string =>
  `${error instanceof Error ? error.message : error}\n\n${story.join('\n')}`;
