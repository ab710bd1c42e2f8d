import { expect, test } from 'vitest';
import { createParserTurns } from '../../../../src/options/calendars/services/parsing/parser-turns.ts';

const SLOW = new Set([7, 8, 9]);

/** Readings by the number of their team, which end when the test says so. */
function openTurns() {
  const turns = createParserTurns((teamId) => SLOW.has(teamId));
  const running: { teamId: number; end: () => void }[] = [];
  return {
    begin(...teamIds: number[]): void {
      for (const teamId of teamIds)
        void turns.run(teamId, () => new Promise<void>((end) => running.push({ teamId, end })));
    },
    async running(): Promise<number[]> {
      await new Promise(setImmediate);
      return running.map(({ teamId }) => teamId);
    },
    end(teamId: number): void {
      const [ended] = running.splice(
        running.findIndex((one) => one.teamId === teamId),
        1,
      );
      ended?.end();
    },
  };
}

test('a team has one calendar parsed at a time, and the process two', async () => {
  const turns = openTurns();
  turns.begin(1, 1, 1);
  expect(await turns.running()).toEqual([1]);
  turns.begin(2, 3);
  expect(await turns.running()).toEqual([1, 2]);
});

test('teams have their calendars parsed in turn, however many one of them has', async () => {
  const turns = openTurns();
  turns.begin(1, 1, 1, 2, 3, 3, 4);
  const began = [];
  for (let nth = 0; nth < 7; nth += 1) {
    const [next = 0] = await turns.running();
    began.push(next);
    turns.end(next);
  }
  expect(began.toSorted()).toEqual([1, 1, 1, 2, 3, 3, 4]);
  // All have had their first turn before one has had its third.
  expect(new Set(began.slice(0, 5))).toEqual(new Set([1, 2, 3, 4]));
});

test('all slow teams together have one calendar parsed at a time, so that the others have room', async () => {
  const turns = openTurns();
  turns.begin(7, 8, 9);
  expect(await turns.running()).toEqual([7]);
  turns.begin(1);
  expect(await turns.running()).toEqual([7, 1]);
  turns.begin(2);
  turns.end(1);
  expect(await turns.running()).toEqual([7, 2]);
  turns.end(2);
  turns.end(7);
  expect(await turns.running()).toEqual([8]);
});

test('a calendar that fails to parse gives its turn to the next', async () => {
  const turns = createParserTurns(() => false);
  const fail = () => Promise.reject(new Error('broken'));
  for (let nth = 0; nth < 5; nth += 1) await expect(turns.run(1, fail)).rejects.toThrow('broken');
  expect(await turns.run(1, async () => 'read')).toBe('read');
});
