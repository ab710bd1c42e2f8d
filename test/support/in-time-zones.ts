import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Time zones of processes: UTC, those with clock changes and with odd minutes, and the furthest from UTC on both sides.
 */
export const PROCESS_ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

/** A script's output in processes of each of those time zones. */
export const printedInTimeZones = (script: URL, args: readonly string[] = []): Promise<string[]> =>
  Promise.all(
    PROCESS_ZONES.map(async (zone) => {
      const options = { env: { ...process.env, TZ: zone } };
      const { stdout } = await run(process.execPath, [script.pathname, ...args], options);
      return stdout;
    }),
  );
