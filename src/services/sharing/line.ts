import type { Holder } from './shares.ts';

export type InLine = { holder: Holder };

/**
 * Teams have their turns one after the other, and so have the callers of a team. A team that has much in line
 * delays another one by a single turn.
 */
export function createLine<Entry extends InLine>() {
  /** The first team is the next one, and so is the first of its callers. */
  const teams = new Map<Holder['team'], Map<Holder['caller'], Entry[]>>();
  let length = 0;

  return {
    length: (): number => length,

    add(entry: Entry): void {
      const { team, caller } = entry.holder;
      const callers = teams.getOrInsertComputed(team, () => new Map());
      callers.getOrInsertComputed(caller, () => []).push(entry);
      length += 1;
    },

    /** Its team and its caller are the last ones from now on. */
    remove(entry: Entry): void {
      const { team, caller } = entry.holder;
      const callers = teams.get(team);
      if (!callers) return;
      const others = (callers.get(caller) ?? []).filter((other) => other !== entry);
      callers.delete(caller);
      if (others.length > 0) callers.set(caller, others);
      teams.delete(team);
      if (callers.size > 0) teams.set(team, callers);
      length -= 1;
    },

    /** In the order of the teams' turns. */
    listNext: (): Entry[] => [...teams.values()].flatMap(([[, [next]] = [null, []]]) => next ?? []),

    /** If nobody else comes. */
    countBefore({ team, caller }: Holder): number {
      const ofTeam = teams.get(team) ?? new Map<Holder['caller'], Entry[]>();
      const ownPosition = countTurnsBefore(
        ofTeam.get(caller)?.length ?? 0,
        listOthers(ofTeam, caller).map((entries) => entries.length),
      );
      return countTurnsBefore(
        ownPosition,
        listOthers(teams, team).map((callers) =>
          callers.values().reduce((sum, entries) => sum + entries.length, 0),
        ),
      );
    },
  };
}

const listOthers = <Key, Value>(map: Map<Key, Value>, own: Key): Value[] =>
  [...map].flatMap(([key, value]) => (key === own ? [] : [value]));

/** While one has its turns, each of the others has as many, and one more. */
const countTurnsBefore = (own: number, others: readonly number[]): number =>
  others.reduce((sum, count) => sum + Math.min(count, own + 1), own);
