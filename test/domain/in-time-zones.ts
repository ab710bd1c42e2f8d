import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Time zones of processes: UTC, one with clock changes, and the furthest from UTC on both sides. */
export const PROCESS_ZONES = ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

/** A script's output in processes of each of these time zones. */
export const printedInTimeZones = (
  script: URL,
  args: readonly string[] = [],
  zones: readonly string[] = PROCESS_ZONES,
): Promise<string[]> =>
  Promise.all(
    zones.map(async (zone) => {
      const options = { env: { ...process.env, TZ: zone } };
      const { stdout } = await run(process.execPath, [script.pathname, ...args], options);
      return stdout;
    }),
  );
