import { expect, it } from 'vitest';
import { finishInPieces } from '../../../src/db/in-pieces.ts';
import { resolveRanges } from '../../../src/domain/day-ranges.ts';
import { daysChange, manyDaysChange } from '../../../src/services/team-data/days.ts';
import { turnsDuring } from '../../support/turns.ts';

const whole = { start_date: '2000-01-01', end_date: '2199-12-31', nightly: 900 };
const ranges = Array.from({ length: 13 }, (_, at) => ({ ...whole, min_stay: at + 1 }));

it('lets other requests run while long ranges are checked and resolved', async () => {
  expect(await turnsDuring(() => daysChange.safeParseAsync({ ranges }))).toBeGreaterThan(5);
  const updates = [{ listing_id: '01943600-0000-7000-8000-ffffffffffff', ranges }];
  expect(await turnsDuring(() => manyDaysChange.safeParseAsync({ updates }))).toBeGreaterThan(5);
  const parsed = await daysChange.parseAsync({ ranges });
  expect(await turnsDuring(() => finishInPieces(resolveRanges(parsed.ranges)))).toBeGreaterThan(5);
});

it('lets other requests run while many short ranges are read', async () => {
  const many = Array.from({ length: 50_000 }, () => ({ start_date: '2027-01-01', end_date: '2027-01-01' }));
  expect(await turnsDuring(() => daysChange.safeParseAsync({ ranges: many }))).toBeGreaterThan(5);
});
