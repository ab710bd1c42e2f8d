import type { TokenScope } from '../domain/vocabulary.ts';
import { type Runtime, StartError } from '../runtime.ts';
import { MAX_LIVE_TOKENS, MAX_TOKEN_NAME_LENGTH } from '../services/tokens.ts';
import { EXIT, findTeam, type Input, type Options, print, say } from './command.ts';

/** Makes a token and prints it alone. */
export async function createToken({ services }: Runtime, { options }: Input): Promise<number> {
  const team = await findTeam(services, options);
  const name = options.name?.trim() ?? '';
  if ([...name].length > MAX_TOKEN_NAME_LENGTH) {
    throw new StartError(`--name must not have more than ${MAX_TOKEN_NAME_LENGTH} characters.`);
  }
  const scope = (options.scope ?? 'read-write') as TokenScope;
  const created = await services.tokens.createToken(team.id, { name, scope, createdBy: null });
  if (created.ok) {
    print(created.token);
    return EXIT.done;
  }
  say(
    created.reason === 'name_taken'
      ? `the team has a token named "${name}" already.`
      : `the team has ${MAX_LIVE_TOKENS} tokens, which is as many as it may have.`,
  );
  return EXIT.refused;
}

export async function showToken({ services }: Runtime, { options }: Input): Promise<number> {
  const team = await findTeam(services, options);
  const token = await services.tokens.showToken(team.id, options.name?.trim() ?? '');
  if (token === null) return refuseUnknownToken(options);
  print(token);
  return EXIT.done;
}

export async function revokeToken({ services }: Runtime, { options }: Input): Promise<number> {
  const team = await findTeam(services, options);
  if (!(await services.tokens.revokeToken(team.id, options.name?.trim() ?? '')))
    return refuseUnknownToken(options);
  say(`the token "${options.name}" is revoked.`);
  return EXIT.done;
}

/** Prints name, scope, creation and last use, a token a line, with tabs between. */
export async function listTokens({ services }: Runtime, { options }: Input): Promise<number> {
  const team = await findTeam(services, options);
  for (const token of await services.tokens.listTokens(team.id)) {
    print(
      [
        token.name,
        token.scope,
        token.createdAt.toISOString(),
        token.lastUsedAt?.toISOString() ?? 'never',
      ].join('\t'),
    );
  }
  return EXIT.done;
}

function refuseUnknownToken({ team, name }: Options): number {
  say(`the team ${team} has no token named "${name}".`);
  return EXIT.refused;
}
