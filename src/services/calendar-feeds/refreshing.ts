import { Overloaded } from '../errors.ts';
import { createSlots, type Slots } from '../webhooks/slots.ts';

/** How many readings of one team that callers ask for are under way at once. Each may hold 5 MB twice. */
const AT_ONCE = 3;
/** How many more of the team may wait for their turn. */
const MAX_WAITING = 50;

/**
 * Runs the readings that callers ask for, so that one team with slow calendars can fill neither the process's memory nor
 * other teams' time. Throws at once if too many of the team wait already.
 */
export function createRefreshes(read: (teamId: number, id: string) => Promise<unknown>) {
  const teams = new Map<number, { slots: Slots; count: number }>();

  return async (teamId: number, id: string): Promise<void> => {
    const own = teams.get(teamId) ?? { slots: createSlots(AT_ONCE), count: 0 };
    if (own.count >= AT_ONCE + MAX_WAITING)
      throw new Overloaded('Too many calendars are to be read at once.');
    teams.set(teamId, own);
    own.count += 1;
    try {
      await own.slots.run(() => read(teamId, id));
    } finally {
      own.count -= 1;
      if (own.count === 0) teams.delete(teamId);
    }
  };
}
