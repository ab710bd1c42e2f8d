import { expect, test } from 'vitest';
import { parseCommand } from '../../src/commands/parsing.ts';

test.each([
  [['token', 'steal', '--team', 'x'], 'There is no command "token steal".'],
  [['team'], 'There is no command "team".'],
  [['toString'], 'There is no command "toString".'],
  [['token', 'create', '--team', 'x', '--name', ' '], 'The command "token create" needs --name.'],
  [['token', 'create', '--name', 'y'], 'The command "token create" needs --team.'],
  [
    ['token', 'create', '--team', 'x', '--name', 'y', '--scope', 'all'],
    '--scope must be read-write or read-only.',
  ],
  [['member', 'add', '--team', 'x'], 'The command "member add" needs --email.'],
  [['team', 'import'], 'The command "team import" takes one FILE.'],
  [['team', 'import', ''], 'The command "team import" takes one FILE.'],
  [['team', 'export', 'a', 'b'], 'The command "team export" takes one SLUG.'],
  [['migrate', 'now'], 'The command "migrate" takes no operand.'],
  [['team', 'import', 'a', '--secrets'], 'The command "team import" takes no --secrets.'],
  [['team', 'export', 'a', '--out'], expect.stringContaining("'--out <value>' argument missing")],
  [['verify', '--every'], expect.stringContaining("Unknown option '--every'")],
])('%j is refused', (words, problem) => {
  expect(parseCommand(words)).toEqual({ problem });
});

test('a command is found by its words, with its operand and its options', () => {
  expect(parseCommand(['team', 'export', 'harbour', '--secrets', '--out', 'file.json'])).toEqual({
    name: 'team export',
    command: expect.objectContaining({ operand: 'SLUG' }),
    input: { operand: 'harbour', options: { secrets: true, out: 'file.json' } },
  });
  expect(parseCommand(['verify'])).toMatchObject({ name: 'verify', input: { operand: '', options: {} } });
});
