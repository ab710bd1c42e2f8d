import type { CommanderError } from '@commander-js/extra-typings';
import { afterEach, expect, test, vi } from 'vitest';
import { createCommandProgram } from '../../src/commands/program.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The arguments that the command would get, or the message if it is not called. */
async function parse(words: string[]): Promise<unknown> {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  let called: unknown = null;
  const program = createCommandProgram('innkeep', (work) => async (...given) => {
    called = [work.name, ...given.slice(0, -1)];
  });
  await program.parseAsync(words, { from: 'user' }).catch((_: CommanderError) => {});
  return called ?? said.mock.calls.join('');
}

test.each([
  [['token', 'steal'], "unknown command 'steal'", 'token'],
  [['token', 'creat'], "unknown command 'creat' (Did you mean create?)", 'token'],
  [['team'], 'team needs one of its commands: import, export, list', 'team'],
  [['toString'], "unknown command 'toString'", ''],
  [['token', 'create', '--name', 'y'], "required option '--team <slug>' not specified", 'token create'],
  [
    ['token', 'create', '--team', 'x', '--name', ' '],
    "option '--name <name>' argument ' ' is invalid. It must not be empty",
    'token create',
  ],
  [
    ['token', 'create', '--team', 'x', '--name', 'a\u009bb'],
    "option '--name <name>' argument 'a\\u009bb' is invalid. It must not contain control characters",
    'token create',
  ],
  [
    ['token', 'create', '--team', 'x', '--name', 'y', '--scope', 'all'],
    "option '--scope <scope>' argument 'all' is invalid. Allowed choices are read-write, read-only",
    'token create',
  ],
  [['help', 'token', 'nix'], "unknown command 'nix'", 'token'],
  [['member', 'add', '--team', 'x'], "required option '--email <email>' not specified", 'member add'],
  [['team', 'import'], "missing required argument 'file'", 'team import'],
  [['migrate', 'now'], "too many arguments for 'migrate'. Expected 0 arguments but got 1: now", 'migrate'],
  [['verify', '--every'], "unknown option '--every'", 'verify'],
  [['team', 'export', 'a', '--out'], "option '--out <file>' argument missing", 'team export'],
])('%j is refused in one line that names the help', async (words, problem, about) => {
  expect(await parse(words)).toBe(
    `innkeep: ${problem}. Help: ${['innkeep', about, '--help'].filter(Boolean).join(' ')}\n`,
  );
});

test.each([
  [['verify'], ['reportInvariants', {}]],
  [
    ['team', 'export', 'harbour', '--secrets', '--out', ' file.json '],
    ['runExportTeam', 'harbour', { secrets: true, out: 'file.json' }],
  ],
  [
    ['token', 'create', '--name', ' Till ', '--team', 'x'],
    ['runCreateToken', { team: 'x', name: 'Till', scope: 'read-write' }],
  ],
])('%j calls its command', async (words, called) => {
  expect(await parse(words)).toEqual(called);
});

/** Every command, by the words that call it. */
function wordsOf(
  command: { commands: readonly unknown[]; name(): string },
  before: string[] = [],
): string[][] {
  return (command.commands as (typeof command)[]).flatMap((child) => {
    const words = [...before, child.name()];
    return [words, ...wordsOf(child, words)];
  });
}

test.each([
  ['with --help', (words: string[]) => [...words, '--help']],
  ['after help', (words: string[]) => ['help', ...words]],
])('every command and group explains itself on stdout %s', async (_how, ask) => {
  const all = wordsOf(createCommandProgram('innkeep', () => async () => {}));
  expect(all.length).toBeGreaterThan(12);
  for (const words of all) {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const silent = await parse(ask(words));
    expect([silent, out.mock.calls.join('')]).toEqual([
      '',
      expect.stringMatching(
        new RegExp(`^Usage: innkeep ${words.join(' ')} [^\\n]+\\n\\n(?!Options|Commands)\\w.+\\n`),
      ),
    ]);
    vi.restoreAllMocks();
  }
});
