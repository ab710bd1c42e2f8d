import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { words } from '../../helpers/words.ts';

/** Whole hours and parts of one, north and south, changes at midnight and by half an hour, both sides of the date line. */
const ZONES = words(`
  UTC Europe/Lisbon Europe/Berlin America/New_York America/St_Johns America/Santiago Africa/Cairo Asia/Beirut
  Asia/Kathmandu Australia/Lord_Howe Pacific/Chatham Pacific/Kiritimati`);

it('dates and instants are the same in twelve time zones of the process, on every day on which clocks change', async () => {
  const script = new URL('./clock-changes-probe.ts', import.meta.url).pathname;
  const texts: string[] = [];
  for (const zone of ZONES) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...ZONES], {
      env: { ...process.env, TZ: zone },
      maxBuffer: 64 * 2 ** 20,
    });
    texts.push(stdout);
  }
  expect(new Set(texts).size).toBe(1);
  const { counts, dates } = JSON.parse(texts[0] ?? '');
  // Two changes a year, of which each is between two days. Some zones have none.
  expect(counts.filter((count: number) => count >= 16)).toHaveLength(9);
  for (const { date, number, days, span, difference } of dates) {
    expect(number.slice(1)).toEqual([date, expect.any(Number), true]);
    expect(span).toEqual([days[1], date, days[2]]);
    expect(difference).toBeGreaterThanOrEqual(59);
  }
});
