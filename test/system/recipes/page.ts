/** The recipes of docs/operations.md: their files and commands, copied from the page, with other folders and ports. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const PAGE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** The block of the page that begins with `# title`, with each of `replaced` for what stands in the page. */
export function readRecipe(title: string, replaced: Record<string, string | number> = {}): string {
  const blocks = [...PAGE.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const [found, ...more] = blocks.filter((block) => block.startsWith(`# ${title}\n`));
  if (found === undefined || more.length > 0) throw new Error(`The page has not one recipe ${title}.`);
  let text = found;
  for (const [inPage, here] of Object.entries(replaced)) {
    if (!text.includes(inPage)) throw new Error(`The recipe ${title} does not have ${inPage}.`);
    text = text.replaceAll(inPage, String(here));
  }
  return text;
}

/** The path of a program, or null if it is not installed. Debian keeps some apart from people's programs. */
export function findProgram(name: string): string | null {
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return directories.map((directory) => path.join(directory, name)).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const execute = promisify(execFile);

/** Runs commands of the page in a shell that ends at the first one that fails. */
export async function runCommands(commands: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', commands], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return stdout;
}

/** A program that runs until it is stopped. What it prints is in the error if it ends before. */
export function startProgram(program: string, args: string[], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'pipe',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return {
    said: () => said,
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

type Answer = { status: number; headers: string; body: string };

/** Asks with curl, which a browser of another program checks less strictly, and which speaks to any address by any name. */
export async function ask(
  url: string,
  { host, args = [] }: { host?: string; args?: string[] } = {},
): Promise<Answer> {
  const named = host ? ['--header', `Host: ${host}`] : [];
  const { stdout } = await execute('curl', ['--silent', '--insecure', '--include', ...named, ...args, url], {
    maxBuffer: 16_000_000,
  });
  const end = stdout.indexOf('\r\n\r\n');
  const headers = stdout.slice(0, end);
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(headers)?.[1]), headers, body: stdout.slice(end + 4) };
}
