/** Who has the next turn at what is done a few at a time, and who is refused (docs/rules.md, 3.12 and 3.19). */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Overloaded } from '../../../src/services/errors.ts';
import { createLine } from '../../../src/services/sharing/line.ts';
import { createShares, type Holder } from '../../../src/services/sharing/shares.ts';
import { createTurns, type Turns } from '../../../src/services/sharing/turns.ts';

afterEach(() => vi.useRealTimers());

const holderOf = (team: number | null, caller: string | null): Holder => ({ team, caller });
const tick = () => new Promise(setImmediate);

/** Lets holders wait for turns, and records in which order they get them. */
function watch(turns: Turns) {
  const begun: { name: string; end: () => void }[] = [];
  const refused: string[] = [];
  return {
    begun: () => begun.map(({ name }) => name),
    refused,
    ask(...holders: Holder[]): void {
      for (const holder of holders) {
        const name = `${holder.team} ${holder.caller}`;
        turns.take(holder).then(
          (end) => begun.push({ name, end }),
          (error) => {
            expect(error).toBeInstanceOf(Overloaded);
            refused.push(name);
          },
        );
      }
    },
    /** Ends the turns of those who have begun, one after the other. */
    async endAll(): Promise<void> {
      for (let index = 0; index < begun.length; index += 1) {
        begun[index]?.end();
        await tick();
      }
    },
  };
}

test('teams get their turns one after the other, and so do the callers of a team', async () => {
  const turns = createTurns({ atOnce: { process: 1 }, waitMs: 1_000 });
  const watched = watch(turns);
  watched.ask(
    ...[holderOf(1, 'a'), holderOf(1, 'a'), holderOf(1, 'a'), holderOf(1, 'b'), holderOf(1, 'b')],
    ...[holderOf(2, 'c'), holderOf(3, 'd'), holderOf(2, 'c')],
  );
  await tick();
  expect(turns.readFigures()).toEqual({ open: 8, waiting: 7, refused: 0 });
  await watched.endAll();
  expect(watched.begun()).toEqual(['1 a', '1 a', '2 c', '3 d', '1 b', '2 c', '1 a', '1 b']);
  expect(turns.readFigures()).toEqual({ open: 0, waiting: 0, refused: 0 });
});

test('if a team may have one turn at a time, others do not wait for its next one', async () => {
  const turns = createTurns({ atOnce: { process: 2, team: 1 }, waitMs: 1_000 });
  const watched = watch(turns);
  watched.ask(holderOf(1, 'a'), holderOf(1, 'b'), holderOf(2, 'c'), holderOf(2, 'd'));
  await tick();
  expect(watched.begun()).toEqual(['1 a', '2 c']);
  await watched.endAll();
  expect(watched.begun()).toEqual(['1 a', '2 c', '1 b', '2 d']);
});

test('whoever waits too long is refused, and leaves no gap', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const turns = createTurns({ atOnce: { process: 1 }, inLine: { process: 2 }, waitMs: 1_000 });
  const end = await turns.take(holderOf(1, 'a'));
  const late = expect(turns.take(holderOf(1, 'a'))).rejects.toBeInstanceOf(Overloaded);
  await expect(turns.take(holderOf(2, 'b'))).rejects.toBeInstanceOf(Overloaded);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  end();
  expect(turns.readFigures()).toEqual({ open: 0, waiting: 0, refused: 2 });
  (await turns.take(holderOf(1, 'a')))();
});

test('a newcomer who could not begin in time, at the rate seen, is refused at once, and all others wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const turns = createTurns({ atOnce: { process: 2 }, waitMs: 4_000, refusesEarly: true });
  const take = (team = 1) => turns.take(holderOf(team, null));
  // Nothing is known of the rate yet: all wait.
  const first = [await take(), await take()];
  const unknown = Array.from({ length: 40 }, () => take());
  await vi.advanceTimersByTimeAsync(500);
  for (const end of first) end();
  for (const waiting of unknown) (await waiting)();
  // Turns of 500 ms: eight begin within 4 s.
  const slow = createTurns({ atOnce: { process: 2 }, waitMs: 4_000, refusesEarly: true });
  const one = await slow.take(holderOf(1, null));
  await vi.advanceTimersByTimeAsync(500);
  one();
  const atWork = [await slow.take(holderOf(1, null)), await slow.take(holderOf(1, null))];
  const waiting = Array.from({ length: 8 }, () => slow.take(holderOf(1, null)));
  await expect(slow.take(holderOf(1, null))).rejects.toThrow('No turn would come in time.');
  // Another team has its turn after one of this team, so it waits.
  const other = slow.take(holderOf(2, null));
  expect(slow.readFigures()).toEqual({ open: 11, waiting: 9, refused: 1 });
  for (const end of atWork) end();
  (await other)();
  for (const turn of waiting) (await turn)();
  // With nothing under way, the rate refuses nobody.
  (await slow.take(holderOf(1, null)))();
});

test('a share counts the process, the team and the caller, and gives each place back once', () => {
  const shares = createShares({ process: 4, team: 3, caller: 2 });
  const [first] = [shares.take(holderOf(1, 'a')), shares.take(holderOf(1, 'a'))];
  expect(shares.take(holderOf(1, 'a'))).toBeNull();
  expect(shares.take(holderOf(null, 'a'))).toBeNull();
  shares.take(holderOf(1, 'b'));
  expect(shares.take(holderOf(1, 'c'))).toBeNull();
  shares.take(holderOf(null, null));
  expect(shares.take(holderOf(2, 'd'))).toBeNull();
  expect(shares.readFigures()).toEqual({ open: 4, waiting: 0, refused: 4 });
  first?.();
  first?.();
  expect(shares.readFigures().open).toBe(3);
  expect(shares.take(holderOf(2, 'd'))).not.toBeNull();
});

test('a newcomer knows how many turns come before its own', () => {
  const holders = fc.record({
    team: fc.constantFrom(1, 2, 3),
    caller: fc.constantFrom('a', 'b', 'c'),
  });
  fc.assert(
    fc.property(
      fc.array(holders, { maxLength: 30 }),
      fc.nat(5),
      holders,
      (waiting, servedCount, newcomer) => {
        const line = createLine<{ holder: Holder; name: string }>();
        for (const holder of waiting) line.add({ holder, name: 'earlier' });
        const serve = () => {
          const [next] = line.listNext();
          if (next) line.remove(next);
          return next?.name;
        };
        for (let count = 0; count < servedCount; count += 1) serve();
        const expected = line.countBefore(newcomer);
        line.add({ holder: newcomer, name: 'newcomer' });
        let before = 0;
        for (let name = serve(); name !== 'newcomer'; name = serve()) before += 1;
        // Its team, or its caller, may have the very next turn.
        expect(before).toBeLessThanOrEqual(expected);
        expect(before).toBeGreaterThanOrEqual(expected - 3);
      },
    ),
  );
});
