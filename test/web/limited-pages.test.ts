/** A member with `listings` sees pages as if the team had no others (docs/rules.md, 27.36). */
import { expect, it } from 'vitest';
import { randomOf, seed } from '../helpers/random.ts';
import { words } from '../helpers/words.ts';
import { mergeRegisters } from '../registers/all.ts';
import { openLimitedWorld } from '../routes/access/limited-world.ts';

const { visitors, team, pools } = await openLimitedWorld(seed);
const random = randomOf(seed);
const base = `/app/teams/${team.slug}`;

/** The parameters of paths whose values are in the pools of the API. */
const POOL_OF: Record<string, string> = {
  listing: 'listing',
  unit: 'unit',
  booking: 'booking',
  guest: 'guest',
  mail: 'mail',
  feed: 'feed',
};
const VALUES_EACH = 3;

const pages = Object.keys(mergeRegisters('routes')).flatMap((name) => {
  const [method, path = ''] = name.split(' ');
  return method === 'GET' && path.startsWith('/app/teams/:team/')
    ? [path.slice('/app/teams/:team'.length)]
    : [];
});

/** Different values of the parameters of a path. None if they are of a kind that has no values here. */
function listAddresses(path: string): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => POOL_OF[name] ?? '');
  if (names.some((name) => !pools[name]?.length)) return [];
  const draw = () => path.replaceAll(/:(\w+)/g, (_, name) => random.pick(pools[POOL_OF[name] ?? ''] ?? []));
  return names.length === 0 ? [path] : [...new Set(Array.from({ length: VALUES_EACH }, draw))];
}

/** Without what is another in each answer. */
const toComparable = (body: string): string =>
  body
    .replaceAll(/(name="form_token" value=|nonce=|name="once" value=|data-token=)"[^"]*"/g, '$1')
    .replaceAll(/member-\d+@/g, 'member@');

/** They lead to what is the whole team's, for those who have all listings. */
const LEADING_FURTHER = words(
  '/messages /charges /places /places/:listing /places/:listing/about /places/:listing/units',
);

it.each(pages)('%s', async (path) => {
  const others = LEADING_FURTHER.includes(path) ? visitors.limitedAlone : visitors.alone;
  for (const address of listAddresses(path)) {
    const [seen, expected] = [await visitors.limited.get(base + address), await others.get(base + address)];
    // It is about the whole team.
    if (seen.statusCode === 403 && seen.body.includes('only some of its places')) continue;
    expect({ address, status: seen.statusCode, body: toComparable(seen.body) }).toEqual({
      address,
      status: expected.statusCode,
      body: toComparable(expected.body),
    });
  }
});
