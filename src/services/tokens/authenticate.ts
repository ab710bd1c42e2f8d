import DataLoader from 'dataloader';
import type { Database } from '../../db/client.ts';
import { findTeamsBySlug, listAllTeams as selectAllTeams } from '../../db/queries/teams/teams.ts';
import { findTokensByHash } from '../../db/queries/teams/tokens.ts';
import { findPermissionsOfRole, PERMISSIONS_WITHOUT_ROLE } from '../../domain/access/permissions.ts';
import { isDnsLabel } from '../../domain/text/slug.ts';
import { isPossibleToken } from '../../domain/tokens/form.ts';
import type { SiteBookingMode, SiteCancellationMode, TokenAccess } from '../../domain/vocabulary.ts';
import type { StoredAccess } from '../access/access.ts';
import type { Clock } from '../clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { TeamTerms } from '../team-scope.ts';
import type { TokenUses } from './uses.ts';

type FoundToken = Awaited<ReturnType<typeof findTokensByHash>>[number];

export type Team = { id: number; slug: string; name: string };
export type Site = Team &
  TeamTerms & {
    siteBookings: SiteBookingMode;
    siteHoldMinutes: number;
    siteMaxNights: number;
    siteCancellation: SiteCancellationMode;
  };
export type Account = {
  team: Team & TeamTerms & { enforceTokenScope: boolean };
  token: { id: string; name: string } & TokenKind;
  access: StoredAccess;
};

/** With a role, or with a scope. */
type TokenKind = { access: TokenAccess; role: null } | { access: null; role: string };

export const listAllTeams = ({ db }: { db: Database }) => selectAllTeams(db);

export type AccountService = ReturnType<typeof createAccountService>;

const MAX_LOOK_UPS = 8;

/** One query answers all look-ups of one turn of the event loop. No result is cached. */
const createLoader = <Key, Found>(find: (keys: readonly Key[]) => Promise<(Found | null)[]>) =>
  new DataLoader<Key, Found | null>(find, {
    cache: false,
    maxBatchSize: MAX_LOOK_UPS,
    batchScheduleFn: (load) => setImmediate(load),
  });

/** The row has either a scope or a role. */
function toAccount({ token, isLimited, rolePermissions }: FoundToken): Pick<Account, 'token' | 'access'> {
  const { id, name, access, role } = token;
  return role === null
    ? {
        token: { id, name, access: access ?? 'read-only', role },
        access: { permissions: PERMISSIONS_WITHOUT_ROLE, isByRole: false, isLimited },
      }
    : {
        token: { id, name, access: null, role },
        access: { permissions: findPermissionsOfRole(role, rolePermissions), isByRole: true, isLimited },
      };
}

type Dependencies = { db: Database; clock: Clock; keyring: Keyring; tokenUses: TokenUses };

/** By bearer token, or by the slug of a booking site. */
export function createAccountService({ db, clock, keyring, tokenUses }: Dependencies) {
  /** Each token is searched by several hashes, one for each application key. */
  const liveTokens = createLoader(async (hashLists: readonly string[][]) => {
    const found = new Map((await findTokensByHash(db, hashLists.flat())).map((row) => [row.hash, row]));
    return hashLists.map((hashes) => hashes.map((hash) => found.get(hash)).find(Boolean) ?? null);
  });
  const sites = createLoader(async (slugs: readonly string[]) => {
    const found = new Map((await findTeamsBySlug(db, slugs)).map((team) => [team.slug, team]));
    return slugs.map((slug) => found.get(slug) ?? null);
  });
  return {
    /**
     * Null if the token is unknown or revoked. The database is asked every time, so a revocation takes effect
     * with the very next request. A text that cannot be a token is refused without a query.
     */
    async authenticate(token: string): Promise<Account | null> {
      if (!isPossibleToken(token)) return null;
      const found = await liveTokens.load(keyring.hashes(token));
      if (!found) return null;
      tokenUses.record({ teamId: found.team.id, tokenId: found.token.id, usedAt: clock() });
      return { team: found.team, ...toAccount(found) };
    },

    /** Before this request, or now if no earlier use is stored. */
    async findLastUse({ team, token }: { team: Team; token: Account['token'] }): Promise<Date> {
      const now = clock();
      return (await tokenUses.find({ teamId: team.id, tokenId: token.id }, now)) ?? now;
    },

    async findSite(slug: string): Promise<Site | null> {
      return isDnsLabel(slug) ? sites.load(slug) : null;
    },
  };
}
