import { type HarbourTeam, harbourTeam, PICTURES_PATH } from '../demo/harbour.ts';
import { todayIn } from './domain/stay.ts';
import { systemClock } from './services/clock.ts';
import type { Listing } from './services/listings.ts';
import type { Services } from './services/services.ts';

const TOKEN_NAME = 'Demo';
/** Who signs in to the demo team's pages. */
const MEMBER_EMAIL = 'ana@harbour.example';
/** More than the demo has; who has added more than that has made it a team of their own. */
const MAX_LISTINGS = 100;

/** What a new user is told about the demo team. */
export type Demo = {
  teamSlug: string;
  token: string;
  /** Null once somebody has changed the password, or removed the demo's member. */
  signIn: { email: string; password: string } | null;
};

/**
 * Loads the demo team where the database has none, and makes its token; later starts find both again. `baseUrl` is
 * where the service is reached: the demo's pictures are addressed there, also where an earlier start had another one.
 */
export async function prepareDemo(services: Services, baseUrl: string): Promise<Demo> {
  const file = harbourTeam(todayIn('Europe/Lisbon', systemClock()), baseUrl);
  const teamSlug = file.team.slug;
  let team = await services.account.findSite(teamSlug);
  if (team) {
    const moved = movedPictures(file, await storedListings(services, team.id));
    const { slug, currency, timezone } = file.team;
    if (moved.length > 0) {
      await importSoundly(services, { team: { slug, name: team.name, currency, timezone }, listings: moved });
    }
  } else {
    await importSoundly(services, file);
    team = await services.account.findSite(teamSlug);
  }
  if (!team) throw new Error('The demo team is not there after its import.');
  // Random for each installation: a demo must not open a door that others know.
  await services.tokens.createToken(team.id, { name: TOKEN_NAME, scope: 'read-write', createdBy: null });
  const token = await services.tokens.showToken(team.id, TOKEN_NAME);
  if (!token) throw new Error('The demo team has no token.');
  return { teamSlug, token, signIn: await prepareSignIn(services, team.id) };
}

/** Gives the demo's member a password where they have none; later starts find it again. Each installation has another. */
async function prepareSignIn(services: Services, teamId: number): Promise<Demo['signIn']> {
  const member = await services.members.findMemberByEmail(teamId, MEMBER_EMAIL);
  const password = member && (await services.people.derivedPassword(MEMBER_EMAIL));
  return password ? { email: MEMBER_EMAIL, password } : null;
}

async function importSoundly(services: Services, file: unknown): Promise<void> {
  const imported = await services.teamFiles.importTeam(file);
  if (!imported.ok) throw new Error(`The demo team is unsound: ${imported.problems.join(' ')}`);
}

const storedListings = async (services: Services, teamId: number): Promise<Listing[]> =>
  (await services.listings.listListings(teamId, {}, { page: 1, perPage: MAX_LISTINGS })).rows;

/**
 * The demo's listings whose pictures are stored under another address, as entries that change nothing else. A listing
 * that somebody has edited is theirs and is left alone: the import would set its rate back.
 */
function movedPictures(file: HarbourTeam, stored: readonly Listing[]) {
  const storedBySlug = new Map(stored.map((listing) => [listing.slug, listing]));
  return file.listings.flatMap(({ slug, kind, building, rates, photos }) => {
    const listing = storedBySlug.get(slug);
    if (!listing || listing.createdAt.getTime() !== listing.updatedAt.getTime()) return [];
    const urls = new Set(photos?.map((photo) => photo.original_url));
    const hasMoved = listing.photos.some(
      ({ originalUrl }) => originalUrl?.includes(`${PICTURES_PATH}/`) && !urls.has(originalUrl),
    );
    if (!hasMoved) return [];
    const { publicTitle: public_title, maxGuests: max_guests } = listing;
    const times = {
      created_at: listing.createdAt.toISOString(),
      updated_at: listing.updatedAt.toISOString(),
    };
    return [
      { slug, kind, building, public_title, max_guests, rates: { nightly: rates.nightly }, photos, ...times },
    ];
  });
}

/** What the terminal shows once the service answers: where it is, and two requests that work when pasted. */
export function welcome(address: string, { teamSlug, token, signIn }: Demo): string {
  return `
  Innkeep is running.

    API            ${address}/v1
    Reference      ${address}/docs
    Booking page   ${address}/site/${teamSlug}
    Web pages      ${address}/app
    Demo team      ${teamSlug}
    Demo token     ${token}
${signIn ? `    Demo sign-in   ${signIn.email}\n    Password       ${signIn.password}\n` : ''}
  Who the token speaks for:

    curl -H "Authorization: Bearer ${token}" ${address}/v1/me

  What the demo team's booking site shows to anyone:

    curl "${address}/v1/public/${teamSlug}/listings?per_page=2"

  Stop it with Ctrl-C. The data stays, and the next start finds it.

`;
}
