import DataLoader from 'dataloader';
import type { Database } from '../db/client.ts';
import { findTeamsBySlug, listAllTeams } from '../db/queries/teams.ts';
import { findTokensByHash } from '../db/queries/tokens.ts';
import type { PaymentTerms } from '../domain/folio.ts';
import { isDnsLabel } from '../domain/slug.ts';
import { isPossibleToken } from '../domain/token.ts';
import type { TokenScope } from '../domain/vocabulary.ts';
import type { Clock } from './clock.ts';
import type { Keyring } from './keyring.ts';
import type { TokenUses } from './token-uses.ts';

export type Team = { id: number; slug: string; name: string };
export type Account = {
  team: Team & PaymentTerms & { enforceTokenScope: boolean };
  token: { id: string; name: string; scope: TokenScope };
};

export type AccountService = ReturnType<typeof createAccountService>;

type Dependencies = { db: Database; clock: Clock; keyring: Keyring; tokenUses: TokenUses };

/** So many look-ups share a statement at most; each number of them is a statement of its own. */
const MAX_TOGETHER = 8;

/**
 * Look-ups that are asked for in one turn of the event loop are made together, which spares a busy server the statement
 * of most requests. None is remembered.
 */
const together = <Key, Found>(find: (keys: readonly Key[]) => Promise<(Found | null)[]>) =>
  new DataLoader<Key, Found | null>(find, {
    cache: false,
    maxBatchSize: MAX_TOGETHER,
    batchScheduleFn: (ask) => setImmediate(ask),
  });

/** Resolves who asks: a bearer token to its team, a booking site's name to the team whose site it is. */
export function createAccountService({ db, clock, keyring, tokenUses }: Dependencies) {
  /** Live tokens, each by the hashes that it may have. */
  const liveTokens = together(async (asked: readonly string[][]) => {
    const found = new Map((await findTokensByHash(db, asked.flat())).map((row) => [row.hash, row]));
    return asked.map((hashes) => hashes.map((hash) => found.get(hash)).find(Boolean) ?? null);
  });
  const sites = together(async (slugs: readonly string[]) => {
    const found = new Map((await findTeamsBySlug(db, slugs)).map((team) => [team.slug, team]));
    return slugs.map((slug) => found.get(slug) ?? null);
  });
  return {
    /**
     * The account that a bearer token stands for; null where it is unknown or revoked. Asked of the database every
     * time, so that a revocation holds at the very next request. A text that cannot be a token costs no query.
     */
    async authenticate(token: string): Promise<Account | null> {
      if (!isPossibleToken(token)) return null;
      const found = await liveTokens.load(keyring.hashes(token));
      if (!found) return null;
      tokenUses.record({ teamId: found.team.id, tokenId: found.token.id, usedAt: clock() });
      return { team: found.team, token: found.token };
    },

    /** When a token was last used: just now if nothing earlier is stored. */
    async findLastUse({ team, token }: Account): Promise<Date> {
      const now = clock();
      return (await tokenUses.find({ teamId: team.id, tokenId: token.id }, now)) ?? now;
    },

    /** The team whose booking site is called `slug`; null where there is none. */
    async findSite(slug: string): Promise<Team | null> {
      return isDnsLabel(slug) ? sites.load(slug) : null;
    },

    /** Every team of the installation, for its operator. */
    listSites: (): Promise<Team[]> => listAllTeams(db),
  };
}
