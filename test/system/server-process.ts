/** Servers in processes of their own, each with what its welcome says. */
import { expect } from 'vitest';
import { type Finished, type Running, run, untilSaid } from '../helpers/process.ts';

export type Server = Running & { address: string; token: string; curls: string[] };

export const ONE_LINE = /^innkeep: [^\n]+\n$/;

/** Starts a server with a demo, and waits until it listens. */
export async function startServer(env: Record<string, string>, cwd: string): Promise<Server> {
  const server = run('server', { env, cwd });
  const [, address = ''] = await untilSaid(server, /API +(\S+)\/v1\n[\s\S]*Stop it with Ctrl-C/).catch(
    async (error: unknown) => {
      await stop(server);
      throw error;
    },
  );
  const { stdout } = server.said;
  const token = /Demo token +(\S+)/.exec(stdout)?.[1] ?? '';
  const curls = stdout.split('\n').flatMap((line) => (/^\s*curl /.test(line) ? [line.trim()] : []));
  return { ...server, address, token, curls };
}

export async function stop(
  { child, finished }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<Finished> {
  child.kill(signal);
  return finished;
}

export const askMe = ({ address, token }: { address: string; token: string }) =>
  fetch(`${address}/v1/me`, { headers: { authorization: `Bearer ${token}` } });

/** The process ends with 1 and one line on stderr. */
export async function expectRefusal(process: Running, line: RegExp): Promise<void> {
  const { code, stdout, stderr } = await process.finished;
  expect(stderr).toMatch(ONE_LINE);
  expect(stderr).toMatch(line);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}
