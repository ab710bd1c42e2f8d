import { parseArgs } from 'node:util';
import { TOKEN_SCOPES, type TokenScope } from '../domain/vocabulary.ts';
import { type Command, type Input, OPTIONS, type Options } from './command.ts';
import { reportMigration, verify } from './database.ts';
import { rotateKey } from './keys.ts';
import { addMember, removeMember, resetPassword } from './members.ts';
import { exportTeam, importTeam } from './team.ts';
import { createToken, listTokens, revokeToken, showToken } from './tokens.ts';

export const USAGE = `Usage: npm run -s cli -- COMMAND   (in the image: innkeep COMMAND)

  migrate                                     bring the database to the newest schema
  verify                                      check what must hold of every row, over all teams
  team import FILE                            create or update a team from a team file; - reads standard input
  team export SLUG [--secrets] [--out FILE]   write a team as a team file; --secrets: with tokens and password hashes
  token create --team SLUG --name N [--scope read-only|read-write]
                                              make a token (read-write) and print it alone
  token show   --team SLUG --name N           print a token again, alone
  token revoke --team SLUG --name N           refuse a token from the next request on
  token list   --team SLUG                    print name, scope, creation and last use of a team's tokens
  member add    --team SLUG --email E [--name N]
                                              make somebody a member, and print the link by which they choose a password
  member remove --team SLUG --email E         take a member out of a team; the last one cannot be
  member password --email E                   give a person a new password and print it alone
  key rotate                                  store every token under APP_KEY, so that APP_KEY_PREVIOUS can go

Results go to stdout, everything else to stderr. Exit: 0 done, 1 refused, 2 wrong usage.
`;

const COMMANDS: Record<string, Command> = {
  migrate: { operand: null, needs: [], run: reportMigration },
  verify: { operand: null, needs: [], run: verify },
  'team import': { operand: 'FILE', needs: [], run: importTeam },
  'team export': { operand: 'SLUG', needs: [], takes: ['secrets', 'out'], run: exportTeam },
  'token create': { operand: null, needs: ['team', 'name'], takes: ['scope'], run: createToken },
  'token show': { operand: null, needs: ['team', 'name'], run: showToken },
  'token revoke': { operand: null, needs: ['team', 'name'], run: revokeToken },
  'key rotate': { operand: null, needs: [], run: rotateKey },
  'token list': { operand: null, needs: ['team'], run: listTokens },
  'member add': { operand: null, needs: ['team', 'email'], takes: ['name'], run: addMember },
  'member remove': { operand: null, needs: ['team', 'email'], run: removeMember },
  'member password': { operand: null, needs: ['email'], run: resetPassword },
};

/** Which command the words ask for and with what, or what is wrong with them (contract, section 12). */
export function parseCommand(
  words: string[],
): { name: string; command: Command; input: Input } | { problem: string } {
  try {
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
    const name = [positionals.slice(0, 2).join(' '), positionals[0] ?? ''].find((words) =>
      Object.hasOwn(COMMANDS, words),
    );
    const command = name === undefined ? undefined : COMMANDS[name];
    if (!name || !command) return { problem: `There is no command "${positionals.join(' ')}".` };
    const operands = positionals.slice(name.split(' ').length);
    if (operands.length !== (command.operand ? 1 : 0) || operands[0] === '')
      return {
        problem: `The command "${name}" takes ${command.operand ? `one ${command.operand}` : 'no operand'}.`,
      };
    const problem = problemOfOptions(name, command, values);
    return problem ? { problem } : { name, command, input: { operand: operands[0] ?? '', options: values } };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function problemOfOptions(name: string, { needs, takes = [] }: Command, values: Options): string | null {
  const foreign = (Object.keys(values) as (keyof Options)[]).find(
    (option) => !needs.includes(option) && !takes.includes(option),
  );
  if (foreign) return `The command "${name}" takes no --${foreign}.`;
  const missing = needs.find((option) => !values[option]?.toString().trim());
  if (missing) return `The command "${name}" needs --${missing}.`;
  if (values.scope !== undefined && !TOKEN_SCOPES.includes(values.scope as TokenScope)) {
    return `--scope must be ${TOKEN_SCOPES.join(' or ')}.`;
  }
  return null;
}
