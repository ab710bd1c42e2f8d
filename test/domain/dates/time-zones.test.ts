import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { dateInZone, isTimeZone } from '../../../src/domain/dates/dates.ts';
import { presentExactTime } from '../../../src/web/views/when.ts';

/** Time zones of processes: UTC, one with clock changes, and the furthest from UTC on both sides. */
const PROCESS_ZONES = ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

it('prices, calendars and instants are the same to the byte in every time zone of the process', async () => {
  const script = new URL('./time-zone-probe.ts', import.meta.url).pathname;
  const printed = await Promise.all(
    PROCESS_ZONES.map(async (zone) => {
      const { stdout } = await promisify(execFile)(process.execPath, [script], {
        env: { ...process.env, TZ: zone },
      });
      return stdout;
    }),
  );
  expect(new Set(printed).size).toBe(1);
  expect(JSON.parse(printed[0] ?? '')).toMatchObject({ calendar: expect.any(Array) });
});

it('a time zone takes no memory for each way to spell it', () => {
  const zone = 'america/argentina/buenos_aires';
  const spell = (nth: number) =>
    [...zone].map((letter, place) => ((nth >> (place % 12)) & 1 ? letter.toUpperCase() : letter)).join('');
  const now = new Date();
  const before = process.memoryUsage.rss();
  for (let nth = 0; nth < 4_000; nth += 1) {
    expect(isTimeZone(spell(nth))).toBe(true);
    expect(dateInZone(spell(nth), now)).toBe(dateInZone(zone, now));
    presentExactTime(now, spell(nth));
  }
  // 4,000 formats are more than 100 MB.
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
});
