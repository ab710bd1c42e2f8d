/** `--listings`, which limits a member or a token (docs/rules.md, 27.35). */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { MAX_LISTINGS_OF_ACCESS } from '../domain/limits.ts';
import { OperatorError } from '../operator-error.ts';
import { type AccessListings, findListingsBySlug } from '../services/access/listings.ts';
import { listRoleNames } from '../services/access/roles.ts';
import type { Invalid } from '../services/errors.ts';
import type { ReadScope } from '../services/team-scope.ts';
import { parseText } from './command.ts';

export const buildListingsOption = () =>
  new Option(
    '--listings <slugs>',
    'the only standalone listings and buildings that it is for, with commas between their slugs (default: all)',
  ).argParser(parseSlugs);

function parseSlugs(value: string): string[] {
  const slugs = [...new Set(value.split(',').map(parseText))];
  if (slugs.length > MAX_LISTINGS_OF_ACCESS)
    throw new InvalidArgumentError(`They must be at most ${MAX_LISTINGS_OF_ACCESS}.`);
  return slugs;
}

/** All of them if the option is left out. */
export async function findListingsOrRefuse(
  scope: ReadScope,
  slugs: readonly string[] | undefined,
): Promise<AccessListings> {
  if (slugs === undefined) return null;
  const bySlug = await findListingsBySlug(scope, slugs);
  return slugs.map((slug) => {
    const id = bySlug.get(slug);
    if (id === undefined) throw new OperatorError(`there is no standalone listing or building "${slug}".`);
    return id;
  });
}

export async function buildRightsError(
  scope: ReadScope,
  { messages }: Invalid,
  team: string,
  role: string | undefined,
): Promise<OperatorError> {
  if ('listings' in messages)
    return new OperatorError(
      `the role "${role}" concerns the whole team, so it cannot be limited to listings.`,
    );
  const codes = (await listRoleNames(scope)).map(({ code }) => code);
  return new OperatorError(`${team} has no role "${role}". Its roles are ${codes.join(', ')}.`);
}
