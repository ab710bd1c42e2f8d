import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { runCommand } from '../../src/commands/run.ts';
import { readConfig } from '../../src/config.ts';
import type { Finished } from '../helpers/process.ts';

/** Runs a command of the command line inside this process, with only these variables. One at a time. */
export async function runInProcess(
  words: string[],
  env: Record<string, string>,
  input?: string,
): Promise<Finished> {
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((_text, ...rest: unknown[]) => {
      for (const callback of rest) if (typeof callback === 'function') callback();
      return true;
    }),
  );
  const stdin = vi.spyOn(process, 'stdin', 'get');
  if (input !== undefined) stdin.mockReturnValue(Readable.from([Buffer.from(input)]) as typeof process.stdin);
  try {
    const code = await runCommand({ name: 'innkeep', words, configure: () => readConfig(env) });
    const [stdout = '', stderr = ''] = spies.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
    return { code, stdout, stderr };
  } finally {
    for (const spy of [...spies, stdin]) spy.mockRestore();
  }
}
