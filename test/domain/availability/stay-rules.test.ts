import { expect, it } from 'vitest';
import { findStayDatesProblem } from '../../../src/domain/availability/checks.ts';
import { MAX_STAY_NIGHTS } from '../../../src/domain/limits.ts';

it.each([
  ['2031-06-02', '2031-06-03', null],
  ['2031-06-02', '2031-06-02', 'not_after'],
  ['2031-06-02', '2031-06-01', 'not_after'],
  ['2031-12-31', '2032-01-01', null],
  // 2032 is a leap year: 365 nights from its first day end on its last.
  ['2032-01-01', '2032-12-31', null],
  ['2032-01-01', '2033-01-01', 'too_long'],
  ['2031-01-01', '2032-01-01', null],
  ['2031-01-01', '2032-01-02', 'too_long'],
])('a stay from %s to %s: %s', (checkIn, checkOut, problem) => {
  expect(findStayDatesProblem({ checkIn, checkOut })).toBe(problem);
});

it('a stay has 365 nights at most', () => {
  expect(MAX_STAY_NIGHTS).toBe(365);
});
