import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

describe('prices, calendars and instants', () => {
  it("are the same bytes whatever the process's time zone", async () => {
    const probe = new URL('./time-zone-probe.ts', import.meta.url).pathname;
    const printed = await Promise.all(
      ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].map(async (zone) => {
        const { stdout } = await run(process.execPath, [probe], { env: { ...process.env, TZ: zone } });
        return stdout;
      }),
    );
    expect(new Set(printed).size).toBe(1);
    const [first = ''] = printed;
    expect(JSON.parse(first)).toMatchObject({ calendar: expect.any(Array) });
  });
});
