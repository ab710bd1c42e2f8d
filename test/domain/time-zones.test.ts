import { describe, expect, it } from 'vitest';
import { printedInTimeZones } from './in-time-zones.ts';

describe('prices, calendars and instants', () => {
  it("are the same bytes whatever the process's time zone", async () => {
    const printed = await printedInTimeZones(new URL('./time-zone-probe.ts', import.meta.url));
    expect(new Set(printed).size).toBe(1);
    const [first = ''] = printed;
    expect(JSON.parse(first)).toMatchObject({ calendar: expect.any(Array) });
  });
});
