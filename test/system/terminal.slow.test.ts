/** However one ends what was started in a terminal, none of its processes stays, PostgreSQL least of all. */
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { at } from '../helpers/bookings.ts';
import { openSharedFolder, postgresOn, type Running, run, untilSaid } from '../helpers/process.ts';
import { sized } from '../reliability/figures.ts';
import { expectRefusal, stop } from './server-process.ts';
import { CTRL_C, hasTerminals, npmInTerminal, type Terminal } from './terminal.ts';

/** `FULL_LOAD=true npm run test:rest -- terminal` presses ten times. */
const ROUNDS = sized(10, 3);
const ROUNDS_TIMEOUT_MS = 600_000;

const root = await openSharedFolder('innkeep-terminal-');
/** A directory for tests that need no new one. */
const shared = path.join(root, 'shared');
let dataDir: string;
let running: Running[] = [];

beforeEach(() => {
  dataDir = shared;
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ finished }) => finished));
  running = [];
});

const settings = () => ({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' });
const useNewDirectory = async () => {
  dataDir = await mkdtemp(path.join(root, 'new-'));
};

async function inTerminal(...args: string[]): Promise<Terminal> {
  const terminal = await npmInTerminal(args, settings());
  running.push(terminal);
  return terminal;
}

function start(script: 'server' | 'cli', ...args: string[]): Running {
  const process = run(script, { env: settings(), args, cwd: root });
  running.push(process);
  return process;
}

const hasUnfinishedCluster = async () =>
  (await readdir(dataDir)).some((name) => name.startsWith('postgres-new-'));

async function expectNothingLeft(terminal?: Terminal): Promise<void> {
  await expect
    .poll(async () => ({
      postgres: await postgresOn(dataDir),
      unfinished: await hasUnfinishedCluster(),
      processes: terminal?.hasProcesses() ?? false,
    }))
    .toEqual({ postgres: null, unfinished: false, processes: false });
}

/** Waits for a moment that may pass quickly. */
async function untilSeen(isSeen: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 20_000; attempt += 1) {
    if (await isSeen()) return;
    await sleep(2);
  }
  throw new Error('It never came.');
}

describe.skipIf(!hasTerminals)('in a terminal', () => {
  test.each(['once', 'twice'])(
    `Ctrl-C pressed %s ends a server, ${ROUNDS} times in a row`,
    async (times) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const terminal = await inTerminal('start');
        await untilSaid(terminal, /Stop it with Ctrl-C/);
        terminal.type(CTRL_C);
        // The second one comes while the first is at work, sooner or later.
        await sleep(round * 60);
        if (times === 'twice') terminal.type(CTRL_C);
        await terminal.finished;
        await expectNothingLeft(terminal);
      }
    },
    ROUNDS_TIMEOUT_MS,
  );

  test('Ctrl-C during the first start of a server ends it while the database is made, and while it starts', async () => {
    await useNewDirectory();
    const making = await inTerminal('start');
    await untilSeen(hasUnfinishedCluster);
    making.type(CTRL_C);
    await making.finished;
    await expectNothingLeft(making);
    const starting = await inTerminal('start');
    await untilSeen(async () => (await postgresOn(dataDir)) !== null);
    starting.type(CTRL_C);
    starting.type(CTRL_C);
    await starting.finished;
    await expectNothingLeft(starting);
  });

  test('closing the terminal’s window ends a server, and a command', async () => {
    const server = await inTerminal('start');
    await untilSaid(server, /Stop it with Ctrl-C/);
    server.hangUp();
    await expectNothingLeft(server);
    const command = await inTerminal('run', '-s', 'cli', '--', 'team', 'import', '-');
    await untilSeen(async () => (await postgresOn(dataDir)) !== null);
    command.hangUp();
    await expectNothingLeft(command);
  });

  test('Ctrl-C ends a command beside a server, and the server keeps its database', async () => {
    const server = await inTerminal('start');
    await untilSaid(server, /Stop it with Ctrl-C/);
    const postgres = await postgresOn(dataDir);
    const command = await inTerminal('run', '-s', 'cli', '--', 'team', 'import', '-');
    // It has opened the database, and waits for its file.
    await sleep(3_000);
    command.type(CTRL_C);
    await command.finished;
    expect(command.hasProcesses()).toBe(false);
    expect(await postgresOn(dataDir)).toBe(postgres);
    server.type(CTRL_C);
    await server.finished;
    await expectNothingLeft(server);
  });
});

const ofTeam = ['--team', 'harbour'];
const ofPerson = ['--email', 'jo@example.com'];
const ofToken = [...ofTeam, '--name', 'Till'];
const COMMANDS: string[][] = [
  ['migrate'],
  ['verify'],
  ['distribute'],
  ['demo'],
  ['team', 'list'],
  ['team', 'import', '-'],
  ['team', 'export', 'harbour'],
  ['member', 'list', ...ofTeam],
  ['member', 'add', ...ofTeam, ...ofPerson],
  ['member', 'remove', ...ofTeam, ...ofPerson],
  ['member', 'password', ...ofPerson],
  ['token', 'create', ...ofToken],
  ['token', 'show', ...ofToken],
  ['token', 'list', ...ofTeam],
  ['token', 'revoke', ...ofToken],
  ['key', 'rotate'],
];
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const SIGNALS = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];

test.each(
  COMMANDS.map((words, index) => ({
    words,
    line: words.join(' '),
    signal: at(SIGNALS, index % SIGNALS.length),
  })),
)('$signal ends `$line` and the database that it has started', async ({ words, signal }) => {
  const command = start('cli', ...words);
  await untilSeen(async () => (await postgresOn(dataDir)) !== null);
  command.child.kill(signal);
  command.child.kill(signal);
  const { code, stderr } = await command.finished;
  expect({ code, hasStack: /\n +at /.test(stderr) }).toEqual({ code: EXIT_CODES[signal], hasStack: false });
  await expectNothingLeft();
});

test('what a killed first start has left behind is removed at once by the next start', async () => {
  await useNewDirectory();
  const killed = start('server');
  await untilSeen(hasUnfinishedCluster);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  expect(await hasUnfinishedCluster()).toBe(true);
  const next = start('server');
  await untilSaid(next, /Stop it with Ctrl-C/);
  expect((await readdir(dataDir)).sort()).toEqual(['address', 'app-key', 'postgres', 'postgres.log']);
  await stop(next, 'SIGINT');
  await expectNothingLeft();
});

test('a second server on the same data directory is refused, and the first one continues and stops in order', async () => {
  const first = start('server');
  const [, address = ''] = await untilSaid(first, /API +(\S+)\/v1\n[\s\S]*Ctrl-C/);
  await expectRefusal(start('server'), /already runs on/);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await stop(first, 'SIGINT')).code).toBe(0);
  await expectNothingLeft();
});

test('an uncaught error of the server ends its embedded database too', async () => {
  const server = run('server', {
    env: settings(),
    cwd: root,
    nodeArgs: ['--import', `data:text/javascript,process.on('SIGUSR2',()=>Promise.reject(new Error('why')))`],
  });
  running.push(server);
  await untilSaid(server, /Stop it with Ctrl-C/);
  expect((await stop(server, 'SIGUSR2')).code).toBe(1);
  await expectNothingLeft();
});
