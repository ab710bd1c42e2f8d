import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { toInstantText } from '../domain/formats.ts';
import { MAX_LIVE_TOKENS, MAX_TOKEN_NAME_LENGTH } from '../domain/limits.ts';
import { compose, findTextProblem, listWrittenForms } from '../domain/text/text.ts';
import { TOKEN_ACCESS_MODES, type TokenAccess } from '../domain/vocabulary.ts';
import { OperatorError } from '../operator-error.ts';
import { Conflict, Invalid, NotFound } from '../services/errors.ts';
import { createSystemScope } from '../services/team-scope.ts';
import * as tokens from '../services/tokens/tokens.ts';
import {
  type AddCommands,
  type CommandContext,
  EXIT_CODES,
  findTeamOrRefuse,
  parseText,
  parseTypedText,
  printNote,
  printResult,
} from './command.ts';
import { buildListingsOption, buildRightsError, findListingsOrRefuse } from './listings.ts';

type TokenOptions = { team: string; name: string };
type NewTokenOptions = TokenOptions & {
  scope: TokenAccess;
  role?: string | undefined;
  listings?: string[] | undefined;
};

export const addTokenCommands: AddCommands = (program, run) => {
  const token = program.command('token').description("a team's tokens for the API");
  const addCommand = (verb: string, description: string) =>
    token
      .command(verb)
      .description(description)
      .requiredOption('--team <slug>', "the team's slug", parseText)
      .requiredOption('--name <name>', "the token's name, unique in its team", parseTokenName);
  addCommand('create', 'create a token and print it alone')
    .addOption(
      new Option(
        '--scope <scope>',
        'the scope of the token; it limits the token only if the team enforces scopes',
      )
        .choices(TOKEN_ACCESS_MODES)
        .default('read-write' as TokenAccess),
    )
    .addOption(
      new Option('--role <role>', 'the code of a role, which always limits the token').conflicts('scope'),
    )
    .addOption(buildListingsOption().conflicts('scope'))
    .action(run(runCreateToken));
  addCommand('show', 'print a token again, alone').action(run(runShowToken));
  addCommand('revoke', 'revoke a token: it is refused from the next request on').action(run(runRevokeToken));
  token
    .command('list')
    .description(
      "print name, scope or role, creation and last use of a team's tokens, with tabs between them",
    )
    .requiredOption('--team <slug>', "the team's slug", parseText)
    .action(run(printTokens));
};

function parseTokenName(value: string): string {
  const name = parseTypedText(value);
  const problem = findTextProblem(compose(name), { max: MAX_TOKEN_NAME_LENGTH, oneLine: true });
  if (problem) throw new InvalidArgumentError(`It ${problem.message}`);
  return name;
}

async function runCreateToken(
  { services }: CommandContext,
  { team: slug, name, scope: access, role, listings: slugs }: NewTokenOptions,
): Promise<number> {
  const team = await findTeamOrRefuse(services, slug);
  const scope = createSystemScope(services, team.id);
  if (slugs !== undefined && role === undefined) throw new OperatorError('--listings needs a --role.');
  const listings = await findListingsOrRefuse(scope, slugs);
  try {
    const { token } = await tokens.createToken(scope, services, {
      name: compose(name),
      ...(role === undefined ? { access } : { role: compose(role), listings }),
      createdBy: null,
    });
    printResult(token);
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof Invalid) throw await buildRightsError(scope, error, slug, role);
    if (!(error instanceof Conflict)) throw error;
    printNote(
      error.reason === 'name_taken'
        ? `the team already has a token named "${name}".`
        : `the team already has ${MAX_LIVE_TOKENS} tokens, the most it may have.`,
    );
    return EXIT_CODES.refused;
  }
}

async function findStoredName(services: CommandContext['services'], teamId: number, typed: string) {
  const forms = listWrittenForms(typed);
  for (const form of forms.slice(0, -1))
    if (await tokens.findToken(createSystemScope(services, teamId), form)) return form;
  return forms.at(-1) ?? typed;
}

async function runShowToken(
  { services }: CommandContext,
  { team: slug, name: typed }: TokenOptions,
): Promise<number> {
  const team = await findTeamOrRefuse(services, slug);
  const name = await findStoredName(services, team.id, typed);
  const token = await tokens.showToken(createSystemScope(services, team.id), services, name);
  if (token === null) return reportUnknownToken(slug, name);
  printResult(token);
  return EXIT_CODES.done;
}

async function runRevokeToken(
  { services }: CommandContext,
  { team: slug, name: typed }: TokenOptions,
): Promise<number> {
  const team = await findTeamOrRefuse(services, slug);
  const name = await findStoredName(services, team.id, typed);
  try {
    await tokens.revokeToken(createSystemScope(services, team.id), name);
    printNote(`the token "${name}" is revoked.`);
    return EXIT_CODES.done;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return reportUnknownToken(slug, name);
  }
}

async function printTokens({ services }: CommandContext, { team: slug }: { team: string }): Promise<number> {
  const team = await findTeamOrRefuse(services, slug);
  const list = await tokens.listTokens(createSystemScope(services, team.id));
  for (const { name, access, role, createdAt, lastUsedAt } of list)
    printResult(
      name,
      access ?? role ?? '',
      toInstantText(createdAt),
      lastUsedAt ? toInstantText(lastUsedAt) : 'never',
    );
  return EXIT_CODES.done;
}

function reportUnknownToken(team: string, name: string): number {
  printNote(`the team ${team} has no token named "${name}".`);
  return EXIT_CODES.refused;
}
