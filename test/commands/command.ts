import { vi } from 'vitest';
import { runCommand } from '../../src/commands/run.ts';
import { readConfig } from '../../src/config.ts';
import type { Finished } from '../helpers/process.ts';

/** Runs a command of the command line inside this process, with only these variables. One at a time. */
export async function runInProcess(words: string[], env: Record<string, string>): Promise<Finished> {
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((_text, ...rest: unknown[]) => {
      for (const callback of rest) if (typeof callback === 'function') callback();
      return true;
    }),
  );
  try {
    const code = await runCommand({ name: 'innkeep', words, configure: () => readConfig(env) });
    const [stdout = '', stderr = ''] = spies.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
    return { code, stdout, stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
