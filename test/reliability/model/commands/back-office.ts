/** The parts that the writes of a back office share. */
import { invalid } from '../answers.ts';
import type { Verdict } from '../bookings.ts';
import { anyKey, anyPick, anyToken, pickOf, tokenOf } from '../drawing.ts';
import type { Json } from '../service.ts';
import type { State } from '../state.ts';

/** The shape of every write here: the listing, the token and the key, and a booking that must not change. */
export const anyWrite = { pick: anyPick, token: anyToken, key: anyKey };
type Drawn = { pick: number; token: number; key: string | null };

export const askedBy = (state: State, { pick, token, key }: Drawn) => ({
  token: tokenOf(state, token),
  key: key ?? undefined,
  booking: pickOf(state.bookings, pick),
});
export const no = (field: string, message: string): Verdict => ({
  refused: invalid([[field, message]]),
  because: [field],
});
export const ok = (status: number, done: (answer: Json) => Json, ...because: string[]): Verdict => ({
  status,
  because,
  done,
});
