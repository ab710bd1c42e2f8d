import { fileURLToPath } from 'node:url';
import { type HarbourTeam, harbourTeam, PICTURES_FOLDER } from '../../../examples/demo/harbour.ts';
import { isLockTimeout } from '../../db/errors.ts';
import { todayInZone } from '../../domain/dates/dates.ts';
import type { Demo, GreetingServer } from '../../option.ts';
import { presentPhotoEntry } from '../../schemas/listings/photo.ts';
import { FULL_ACCESS } from '../../services/access/access.ts';
import { systemClock } from '../../services/clock.ts';
import { Conflict } from '../../services/errors.ts';
import { type Listing, listListings, type PhotoRow } from '../../services/listings.ts';
import { findMemberByEmail } from '../../services/people/members.ts';
import { ensureDerivedPassword } from '../../services/people/reset-password.ts';
import type { Services } from '../../services/services.ts';
import { createSystemScope, createTeamScope } from '../../services/team-scope.ts';
import { createToken, showToken } from '../../services/tokens/tokens.ts';
import { retryOn } from '../../services/writing/retry.ts';
import { importTeamFile } from './file/import.ts';
import { STEPS_OF_DEMO } from './parts.ts';

const DEMO_TEAM_SLUG = 'harbour';
const FOLDER = fileURLToPath(PICTURES_FOLDER);
const DEMO_TOKEN_NAME = 'Demo';
/** Everybody can look at the unit's calendar. */
const DEMO_UNIT_ID = '01970000-0000-7000-8000-000000000011';
const DEMO_MEMBER_EMAIL = 'ana@harbour.example';
/** A team with more listings is not the demo any more. */
const MAX_DEMO_LISTINGS = 100;

/** Each try waits some seconds for the locks of the process that loads the demo. */
const WAITS_FOR_ANOTHER_PROCESS = 20;

type LoadedDemo = {
  teamSlug: string;
  token: string;
  /** Null if the demo's member was removed or has another password. */
  signIn: { email: string; password: string } | null;
};

export const demo: Demo = {
  teamSlug: DEMO_TEAM_SLUG,
  async prepare(services) {
    const loaded = await prepareDemo(services);
    return (server) => buildWelcomeText(loaded, server);
  },
};

/** Does nothing if an earlier start loaded the demo. Waits if another process is loading it. */
export const prepareDemo = (services: Services): Promise<LoadedDemo> =>
  retryOn(isLockTimeout, () => loadDemo(services), WAITS_FOR_ANOTHER_PROCESS);

async function loadDemo(services: Services): Promise<LoadedDemo> {
  const file = harbourTeam(todayInZone('Europe/Lisbon', systemClock()));
  const teamSlug = file.team.slug;
  let team = await services.account.findSite(teamSlug);
  if (team) {
    const listings = replaceDrawings(file, await listStoredListings(services, team.id));
    // If the team has no room for the pictures, its photos keep their former addresses.
    if (listings.length > 0)
      await importTeamFile(services, { team: { slug: teamSlug }, listings }, { folder: FOLDER });
  } else {
    await importDemo(services, file);
    team = await services.account.findSite(teamSlug);
  }
  if (!team) throw new Error('The demo team is missing after its import.');
  // Random for each installation, so nobody else can know it.
  await createToken(createSystemScope(services, team.id), services, {
    name: DEMO_TOKEN_NAME,
    access: 'read-write',
    createdBy: null,
  }).catch((error) => {
    // An earlier start created it.
    if (!(error instanceof Conflict)) throw error;
  });
  const loaded = await findDemo(services, teamSlug);
  if (!loaded) throw new Error('The demo team has no token.');
  return loaded;
}

/** Null if no demo was loaded, or if its token was revoked. */
export async function findDemo(
  services: Services,
  teamSlug: string = DEMO_TEAM_SLUG,
): Promise<LoadedDemo | null> {
  const team = await services.account.findSite(teamSlug);
  const token = team && (await showToken(createSystemScope(services, team.id), services, DEMO_TOKEN_NAME));
  return token ? { teamSlug, token, signIn: await prepareDemoSignIn(services, team.id) } : null;
}

/**
 * Sets the member's password if there is none. It differs between installations, and never changes within
 * one.
 */
async function prepareDemoSignIn(services: Services, teamId: number): Promise<LoadedDemo['signIn']> {
  const member = await findMemberByEmail(createSystemScope(services, teamId), DEMO_MEMBER_EMAIL);
  const password = member && (await ensureDerivedPassword(services, DEMO_MEMBER_EMAIL));
  return password ? { email: DEMO_MEMBER_EMAIL, password } : null;
}

/** With what other options have in the demo. */
export async function importDemo(services: Services, file: HarbourTeam): Promise<void> {
  await importDemoFile(services, file);
  const team = await services.account.findSite(file.team.slug);
  if (!team) throw new Error('The demo team is missing after its import.');
  const scope = createTeamScope(services, {
    team,
    actor: { type: 'system', name: null },
    access: FULL_ACCESS,
  });
  for (const step of STEPS_OF_DEMO) await step(scope, { unitId: DEMO_UNIT_ID });
}

/** If an installation takes no pictures, or too few, the demo is without them. */
async function importDemoFile(services: Services, file: HarbourTeam): Promise<void> {
  const imported = await importTeamFile(services, file, { folder: FOLDER });
  if (imported.ok) return;
  const listings = file.listings.map((listing) => ({ ...listing, photos: [] }));
  const { ok } = await importTeamFile(services, { ...file, listings });
  if (!ok) throw new Error(`The demo team is invalid: ${imported.problems.join(' ')}`);
}

async function listStoredListings(services: Services, teamId: number): Promise<Listing[]> {
  const page = { page: 1, perPage: MAX_DEMO_LISTINGS };
  return (await listListings(createSystemScope(services, teamId), {}, page)).rows;
}

/** An earlier version served the demo's drawings there. They no longer exist. */
const DRAWING_PATTERN = /\/demo\/photos\/([\w-]+)\.svg$/;

/** Entries for listings with such a drawing, which replace only the drawing. */
function replaceDrawings(file: HarbourTeam, stored: readonly Listing[]) {
  const pictures = file.listings.flatMap(({ photos }) => photos);
  const findPicture = ({ originalUrl }: PhotoRow) => {
    const [, name] = DRAWING_PATTERN.exec(originalUrl ?? '') ?? [];
    return pictures.find((picture) => picture.file === `${name}.webp`);
  };
  return stored
    .filter(({ photos }) => photos.some(findPicture))
    .map(({ slug, photos, createdAt, updatedAt }) => ({
      slug,
      photos: photos.map((photo) => {
        const picture = findPicture(photo);
        const { id, isFeatured: is_featured, caption } = photo;
        return picture
          ? { ...picture, id, is_featured, caption: caption ?? picture.caption }
          : presentPhotoEntry(photo, null);
      }),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    }));
}

/** Without secrets, the text names the command that shows the token and the password. */
function buildWelcomeText(loaded: LoadedDemo, { address, showsSecrets, command }: GreetingServer): string {
  return `
  Innkeep is running.
${showsSecrets ? describeDemo(address, loaded) : describeDemoAddresses(address, loaded.teamSlug)}
  ${showsSecrets ? 'Show this again' : 'Show token and sign-in'}: ${command} demo
  Stop it with Ctrl-C. The data stays, and the next start finds it.

`;
}

export function describeDemo(address: string, { teamSlug, token, signIn }: LoadedDemo): string {
  return `${describeDemoAddresses(address, teamSlug)}    Demo token     ${token}
${signIn ? `    Demo sign-in   ${signIn.email}\n    Password       ${signIn.password}\n` : ''}
  Read the team and the name of this token:

    curl -H "Authorization: Bearer ${token}" ${address}/v1/me

  List the demo team's places, without a token:

    curl "${address}/v1/public/${teamSlug}/listings?per_page=2"
`;
}

const describeDemoAddresses = (address: string, teamSlug: string) => `
    API            ${address}/v1
    Reference      ${address}/docs
    Booking page   ${address}/site/${teamSlug}
    Web pages      ${address}/app
    Demo team      ${teamSlug}
`;
