import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

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
